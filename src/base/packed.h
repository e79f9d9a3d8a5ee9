#pragma once

// A column of numbers as HDF5's filters shuffle and deflate pack it, one after the other. HDF5's
// own way to a column of a matrix visits its numbers one by one, which takes longer than packing.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gambol {

// In single or double precision.
std::string packed(const std::vector<double>& column, bool single);
// `rows` numbers. Throws std::runtime_error if the bytes hold something else.
std::vector<double> unpacked(std::string_view bytes, std::size_t rows, bool single);

}  // namespace gambol
