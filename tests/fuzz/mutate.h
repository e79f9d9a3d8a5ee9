#pragma once

// Small damage to texts and bytes, by chance that repeats itself.

#include <cstdint>
#include <string>
#include <vector>

namespace gambol::fuzz {

// xorshift64*: the same on every machine.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u | 1) {}
  std::uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }
  // From 0 to n - 1; 0 if n is 0.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : next() % n; }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

 private:
  std::uint64_t state_;
};

// `input` with one to eight changes: bytes, spans, lines, words, and numbers made extreme. `other`
// gives parts.
std::string mutated(std::string input, const std::string& other,
                    const std::vector<std::string>& words, Chance& chance);

}  // namespace gambol::fuzz
