#pragma once

#include <string>
#include <vector>

namespace gambol {

// Prints rows of the same length with their columns aligned: the first `left` to the left, the rest
// to the right.
void print_columns(const std::vector<std::vector<std::string>>& rows, std::size_t left = 1);

}  // namespace gambol
