#pragma once

// A column of numbers as HDF5's filters shuffle and deflate pack it, one after the other. HDF5's
// own way to a column of a matrix visits its numbers one by one, which takes longer than packing.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct z_stream_s;  // of zlib

namespace gambol {

// Packs one column after the other. It keeps its memory: asking the system for it takes longer than
// packing.
class Packer {
 public:
  Packer();
  ~Packer();
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;
  // In single or double precision. The result is valid until the next call.
  std::string_view pack(const std::vector<double>& column, bool single);

 private:
  std::unique_ptr<z_stream_s> stream_;
  std::string bytes_, packed_;
};

// `rows` numbers. Throws std::runtime_error if the bytes hold something else.
std::vector<double> unpacked(std::string_view bytes, std::size_t rows, bool single);

}  // namespace gambol
