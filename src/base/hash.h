#pragma once

// 128-bit content hashes (XXH3) that identify inputs, states and files; not for security.

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
  Hasher& add(std::string_view text);  // adds the length too: "ab","c" differs from "a","bc"
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T> Hasher& add(T value) {
    return add(&value, sizeof value);
  }
  std::string hex() const;  // hash of all data added so far, 32 hexadecimal digits

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

std::string hash_of(std::string_view bytes);
// hash_of() of a file's content, which may be larger than memory; of "" if there is no file.
std::string hash_of_file(const std::string& path);

}  // namespace gambol
