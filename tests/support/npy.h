#pragma once

// Files of NumPy, as numpy.save() writes them.

#include <cstring>
#include <string>
#include <vector>

namespace gambol {

inline std::string npy_header(const std::string& descr, const std::string& shape) {
  std::string text = "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
  text += std::string(63 - (text.size() + 10) % 64, ' ') + '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(text.size() % 256);
  bytes += static_cast<char>(text.size() / 256);
  return bytes + text;
}

inline std::string npy_numbers(const std::vector<double>& numbers) {
  std::string bytes(numbers.size() * sizeof(double), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

}  // namespace gambol
