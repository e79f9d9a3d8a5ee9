#include "figure/legs.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace gambol {

std::vector<LegSpec> legs_in_rows(const FigureSpec& figure) {
  std::vector<LegSpec> legs = figure.legs;
  std::stable_sort(legs.begin(), legs.end(), [](const LegSpec& a, const LegSpec& b) {
    return std::tie(a.side, a.row) < std::tie(b.side, b.row);
  });
  return legs;
}

std::string short_name(const LegSpec& leg) {
  return fmt::format("{}{}",
                     leg.side == Side::left    ? 'L'
                     : leg.side == Side::right ? 'R'
                                               : 'M',
                     leg.row + 1);
}

}  // namespace gambol
