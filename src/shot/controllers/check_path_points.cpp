#include "shot/controllers/path_point.h"

#include <fmt/format.h>

#include "schema/findings.h"

namespace gambol {

void check_path_points(const Place& place, const std::vector<PathPoint>& points, bool closed,
                       Findings& findings) {
  const std::size_t fewest = closed ? 3 : 2;
  if (!findings.written(place, "points")) return;
  if (points.size() < fewest)
    findings.report(place, "points", fmt::format("{} of them", points.size()),
                    fmt::format("at least {}", fewest));
  for (std::size_t k = 0; k < points.size(); ++k) {
    const bool last = k + 1 == points.size();
    if (last && !closed) break;
    if ((points[last ? 0 : k + 1].at - points[k].at).head<2>().norm() > 0) continue;
    findings.report(place, "points", fmt::format("point {} twice in a row", k),
                    "points apart from each other, seen from above");
  }
}

}  // namespace gambol
