#include "control/skills/leap_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {
namespace {

constexpr double grid = 0.02;  // m between two looks at the ground

// Where level ground of the length that landing takes begins, from `from` on.
std::optional<double> level_ground(const LeapSight& sight,
                                   const std::function<double(double)>& height, double from,
                                   double until) {
  for (double s = from; s < until; s += grid) {
    const double here = height(s);
    if (here < -sight.deepest()) continue;
    double to = s + grid;
    while (to < s + sight.room() && std::abs(height(to) - here) < sight.least_step() / 2)
      to += grid;
    if (to >= s + sight.room()) return s;
  }
  return {};
}

}  // namespace

std::optional<double> next_edge(const LeapSight& sight, const std::function<double(double)>& height,
                                double until) {
  double edge = 0;
  while (edge < until && std::abs(height(edge)) < sight.least_step()) edge += grid;
  if (edge >= until) return {};
  return edge;
}

std::optional<ObstacleAhead> next_obstacle(const LeapPlanSpec& spec, const LeapSight& sight,
                                           const std::function<double(double)>& height,
                                           double until) {
  const auto edge = next_edge(sight, height, until);
  if (!edge) return {};
  const auto land = level_ground(sight, height, *edge, *edge + sight.widest());
  if (!land) return {};
  ObstacleAhead found{*edge, *land, 0, height(*land + sight.room() / 2)};
  for (double s = *edge; s < *land + spec.margin; s += grid)
    found.height = std::max(found.height, height(s));
  found.height = std::max(found.height, found.rise);
  return found;
}

namespace {

// Height (m) that all feet exceed at one place.
double highest(const LeapSpec& leap) {
  return std::min(leap.rises.keys.back().time, leap.sinks.keys.back().time);
}

// Where all feet are high enough, m ahead of where the leap begins at the speed `speed`.
struct Window {
  double from = 0, to = 0;
};

// Slower trots take off and land sooner: by the time until the middle of the flight.
std::optional<Window> window_over(const LeapPlanSpec& spec, const LeapSpec& leap,
                                  const ObstacleAhead& obstacle, double speed) {
  const double height = obstacle.height > 0 ? obstacle.height + spec.clearance : 0;
  if (height > highest(leap)) return {};
  const double begins = leap.run + (speed - leap.speed) * leap.lead;
  return Window{begins + leap.rises.at(height) + spec.margin,
                begins + leap.sinks.at(height) - spec.margin};
}

// f_L besides the effort: what the leap goes farther and higher than it would have to.
double excess(const LeapSpec& leap, const ObstacleAhead& obstacle, const Window& window) {
  return window.to - window.from - (obstacle.land - obstacle.edge) + leap.rises.keys.back().time -
         obstacle.height;
}

bool lies_within(const ObstacleAhead& obstacle, const Window& window, double begins) {
  return begins + window.from <= obstacle.edge && begins + window.to >= obstacle.land;
}

// m that the obstacle lies nearer to an end of the window than it ought to.
double lacks(const LeapPlanSpec& spec, const ObstacleAhead& obstacle, const Window& window,
             double begins) {
  const double first = obstacle.edge - begins - window.from;
  const double last = begins + window.to - obstacle.land;
  return std::max(0.0, spec.spare - std::min(first, last));
}

bool begins_near(const LeapPlanSpec& spec, const std::optional<LeapSpec>& leap, double speed) {
  return leap && std::abs(leap->speed - speed) <= spec.speed_error;
}

const LeapWaySpec* way_of(const LeapSpec& leap, const std::string& name) {
  for (const LeapWaySpec& way : leap.ways)
    if (way.name == name) return &way;
  return nullptr;
}

// The choice of least cost so far.
struct Least {
  double cost = std::numeric_limits<double>::infinity();
  std::optional<LeapChoice> chosen;
  void take(double other, const LeapChoice& choice) {
    if (other < cost) cost = other, chosen = choice;
  }
};

}  // namespace

double most_height(const LeapPlanSpec& spec, const LeapSpec& leap) {
  return highest(leap) - spec.clearance;
}

std::optional<double> width_over(const LeapPlanSpec& spec, const LeapSpec& leap,
                                 const ObstacleAhead& obstacle) {
  if (leap.drop > std::max(0.0, -obstacle.rise)) return {};
  const auto window = window_over(spec, leap, obstacle, leap.speed);
  if (!window) return {};
  return window->to - window->from;
}

std::optional<LeapChoice> choose_leap(const LeapPlanSpec& spec, const Acts& acts,
                                      const ObstacleAhead& obstacle, double speed,
                                      double half_stride, std::optional<double> change) {
  Least least, at_once;
  for (int a = 0; a < acts.count(); ++a) {
    const auto& leap = acts.at(a, false).leap;
    if (!begins_near(spec, leap, speed) || leap->drop > std::max(0.0, -obstacle.rise)) continue;
    const auto window = window_over(spec, *leap, obstacle, speed);
    if (!window) continue;
    const double f = excess(*leap, obstacle, *window) + spec.effort_weight * leap->effort;
    const double way = (obstacle.edge + obstacle.land - window->from - window->to) / 2;
    double unsteady = spec.unsteady_weight * std::abs(change.value_or(0));
    for (int n = 0; n <= 2 * strides_ahead; ++n, unsteady /= 2) {
      const double plain = n * half_stride;
      const double stretch =
          plain > 0 ? std::clamp((way - plain) / plain, -spec.most_stretch, spec.most_stretch) : 0;
      const double begins = plain + plain * stretch;
      if (!lies_within(obstacle, *window, begins)) continue;
      // How unsteady it is, by when the leap begins.
      const bool known = n > 0 || change || spec.unsteady_weight == 0;
      (known ? least : at_once)
          .take(f + unsteady + spec.middle_weight * std::abs(way - begins) +
                    spec.spare_weight * lacks(spec, obstacle, *window, begins) +
                    spec.stretch_weight * std::abs(stretch),
                {a, n, stretch});
    }
  }
  return least.chosen ? least.chosen : at_once.chosen;
}

std::optional<LeapChoice> choose_leap_at(const LeapPlanSpec& spec, const LeapTargetSpec& target,
                                         const Acts& acts, const TargetAhead& ahead,
                                         const std::optional<ObstacleAhead>& obstacle, double speed,
                                         double half_stride) {
  Least least;
  for (int a = 0; a < acts.count(); ++a) {
    const auto& leap = acts.at(a, false).leap;
    if (!begins_near(spec, leap, speed) || leap->drop > 0) continue;
    const LeapWaySpec* by = way_of(*leap, target.by);
    const bool over = obstacle && obstacle->edge < ahead.way;
    const auto window = over ? window_over(spec, *leap, *obstacle, speed) : Window{};
    if (!by || !window) continue;
    const double begin = ahead.way - leap->run - (speed - leap->speed) * leap->lead;
    // Reaches the target s ahead of its foremost foot at take-off, after n half strides.
    const auto consider = [&](int n, double s, double stretch) {
      if (over && !lies_within(*obstacle, *window, begin - s)) return;
      const double off = std::abs(by->heights.at(s) - ahead.height);
      if (off > target.within) return;
      // Where its way is steep, what it is early or late counts, too.
      const double steep = std::abs(by->heights.derivative(s, 1));
      least.take(off + steep * spec.margin + spec.effort_weight * leap->effort +
                     spec.stretch_weight * std::abs(stretch),
                 {a, n, stretch});
    };
    const double first = by->heights.keys.front().time, last = by->heights.keys.back().time;
    for (int n = 0; n <= 2 * strides_ahead; ++n) {
      const double strides = n * half_stride;
      const double plain = begin - strides;
      if (plain >= first && plain <= last) consider(n, plain, 0);
      for (double s = first; strides > 0 && s <= last; s += grid) {
        const double stretch = (plain - s) / strides;
        if (std::abs(stretch) <= spec.most_stretch) consider(n, s, stretch);
      }
    }
  }
  return least.chosen;
}

}  // namespace gambol
