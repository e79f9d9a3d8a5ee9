#pragma once

// 128-bit content hashes (XXH3): names for inputs, states and files, not security.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

namespace gambol {

class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  Hasher& add(const void* data, std::size_t bytes);
  Hasher& add(std::string_view text);  // with its length, so that "ab","c" differs from "a","bc"
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T> Hasher& add(T value) {
    return add(&value, sizeof value);
  }
  std::string hex() const;  // 32 hexadecimal digits of all that was added

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

std::string hash_of(std::string_view bytes);
// The same of what is in a file, which may be larger than memory; of nothing if there is none.
std::string hash_of_file(const std::string& path);

}  // namespace gambol
