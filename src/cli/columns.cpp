#include "cli/columns.h"

#include <fmt/format.h>

#include <algorithm>

namespace gambol {

void print_columns(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  std::vector<std::size_t> width(rows.empty() ? 0 : rows[0].size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += i < left ? fmt::format("{:<{}}", row[i], width[i])
                       : fmt::format("{:>{}}", row[i], width[i]);
    }
    fmt::print("{}\n", line);
  }
}

}  // namespace gambol
