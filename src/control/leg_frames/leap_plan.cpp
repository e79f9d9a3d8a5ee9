#include "control/leg_frames/leap_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {
namespace {

constexpr double grid = 0.02;  // m between two looks at the ground

// Where level ground of the length that landing takes begins, from `from` on.
std::optional<double> level_ground(const LeapPlanSpec& spec,
                                   const std::function<double(double)>& height, double from,
                                   double until) {
  for (double s = from; s < until; s += grid) {
    const double here = height(s);
    if (here < -spec.deepest) continue;
    double to = s + grid;
    while (to < s + spec.room && std::abs(height(to) - here) < spec.least_step / 2) to += grid;
    if (to >= s + spec.room) return s;
  }
  return {};
}

}  // namespace

std::optional<ObstacleAhead> next_obstacle(const LeapPlanSpec& spec,
                                           const std::function<double(double)>& height,
                                           double until) {
  double edge = 0;
  while (edge < until && std::abs(height(edge)) < spec.least_step) edge += grid;
  if (edge >= until) return {};
  const auto land = level_ground(spec, height, edge, edge + spec.widest);
  if (!land) return {};
  ObstacleAhead found{edge, *land, 0, height(*land + spec.room / 2)};
  for (double s = edge; s < *land + spec.margin; s += grid)
    found.height = std::max(found.height, height(s));
  found.height = std::max(found.height, found.rise);
  return found;
}

namespace {

// By how much sooner, m, a leap comes down on ground that is higher, at the speed at which it
// began.
double shorter(const LeapSpec& leap, double rise, double standing) {
  constexpr double g = 9.81;  // m/s2: leaps were tried on Earth
  const auto fall = [&](double above) {
    return std::sqrt(2 * std::max(0.0, leap.height - standing - above) / g);
  };
  return leap.speed * (fall(0) - fall(rise));
}

}  // namespace

int leap_now(const LeapPlanSpec& spec, const Acts& acts, const ObstacleAhead& obstacle,
             double speed, double half_stride, double standing) {
  double least = std::numeric_limits<double>::infinity();
  int chosen = -1, after = 0;
  for (int n = 0; n <= static_cast<int>(2 * spec.horizon); ++n)
    for (int a = 0; a < acts.count(); ++a) {
      const auto& leap = acts.at(a, false).leap;
      if (!leap || std::abs(leap->speed - speed) > spec.speed_error) continue;
      const double leaves = n * half_stride + leap->run;
      if (leaves > obstacle.edge - spec.margin) continue;
      const double distance =
          obstacle.land + spec.margin - leaves + shorter(*leap, obstacle.rise, standing);
      // Over the top of it, and standing on what is behind it.
      const double height = std::max(obstacle.height > 0 ? obstacle.height + spec.clearance : 0,
                                     obstacle.rise > 0 ? obstacle.rise + standing : 0);
      if (leap->distance < distance || leap->height < height) continue;
      const double f =
          leap->distance - distance + leap->height - height + spec.effort_weight * leap->effort;
      if (f < least) least = f, chosen = a, after = n;
    }
  return after == 0 ? chosen : -1;
}

}  // namespace gambol
