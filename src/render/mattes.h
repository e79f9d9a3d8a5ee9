#pragma once

// Who covers how much of each pixel, for Cryptomatte (Friedman and Jones, "Fully automatic ID
// mattes with support for motion blur and transparency", 2015).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gambol {

class Mattes {
 public:
  static constexpr int ranks = 6;

  void resize(std::size_t pixels) { cells_.resize(pixels); }
  bool empty() const { return cells_.empty(); }
  // A sample of a pixel met this one; once a pixel has met `ranks`, the rest is not told apart.
  void add(std::size_t pixel, std::uint32_t id);

  struct Rank {
    std::uint32_t id = 0;
    float weight = 0;  // samples
  };
  // The most covering first.
  std::array<Rank, ranks> at(std::size_t pixel) const;

 private:
  std::vector<std::array<Rank, ranks>> cells_;
};

// Cryptomatte's name for a name: MurmurHash3 (32 bits, seed 0), with an exponent that makes it a
// float that is neither infinite, nor denormal, nor no number.
std::uint32_t matte_id(const std::string& name);
// The number whose bits these are.
float matte_float(std::uint32_t id);

}  // namespace gambol
