#pragma once

// Which leap, and after how many strides, takes a figure over what lies ahead (seed 002, section
// 5).

#include <functional>
#include <optional>

#include "control/skills/acts.h"
#include "control/skills/anatomy.h"

namespace gambol {

// The next obstacle on level ground: a step up or down, a gap or a barrier. Distances ahead, m.
struct ObstacleAhead {
  double edge = 0;    // where it begins
  double land = 0;    // where level ground begins on which to land
  double height = 0;  // m: its highest point above the present ground
  double rise = 0;    // m: of the ground to land on
};

// Strides that it looks ahead.
constexpr int strides_ahead = 10;

// What is an obstacle to a figure whose hips are so high at rest, m, and where it can land.
struct LeapSight {
  double hips = 0;
  double least_step() const { return 0.08 * by(); }  // a lower change of height is no obstacle
  double deepest() const { return 0.6 * by(); }      // deeper ground is no place to land
  double widest() const { return 4 * by(); }         // from an edge to ground behind it
  double room() const { return 0.8 * by(); }         // of level ground to land on
  double by() const { return skills::larger_than_the_dog(hips); }
};

// `height(s)`: of the ground s ahead, m, above the present ground. Looks up to `until` ahead; none
// if there is no obstacle, or no ground to land on behind it.
std::optional<ObstacleAhead> next_obstacle(const LeapPlanSpec& spec, const LeapSight& sight,
                                           const std::function<double(double)>& height,
                                           double until);

// m to the first change of the ground's height that counts; none until `until`.
std::optional<double> next_edge(const LeapSight& sight, const std::function<double(double)>& height,
                                double until);

// Length (m) of the longest obstacle of this height that the leap clears; below 0 if it clears
// none. None if the obstacle is too high for the leap, or the leap is for lower ground than that
// behind.
std::optional<double> width_over(const LeapPlanSpec& spec, const LeapSpec& leap,
                                 const ObstacleAhead& obstacle);

// Height (m) of the highest obstacle that the leap clears.
double most_height(const LeapPlanSpec& spec, const LeapSpec& leap);

// A point ahead at which a figure leaps, m: the way to it, and its height above the present ground.
struct TargetAhead {
  double way = 0, height = 0;
};

// A leap, and how the figure comes to where it begins.
struct LeapChoice {
  int act = -1;
  int after = 0;       // half strides until it begins
  double stretch = 0;  // share by which these are longer than now
};

// The leap of least f_L and when to begin it, or none. `half_stride`: length of half a stride as
// the figure goes, m; at the end of each a leap can begin. `change`: of the speed over the last
// one, m/s; without it, and with a weight of it, a leap begins at once only if none fits later,
// when the change will be known.
std::optional<LeapChoice> choose_leap(const LeapPlanSpec& spec, const Acts& acts,
                                      const ObstacleAhead& obstacle, double speed,
                                      double half_stride, std::optional<double> change = 0.0);

// Likewise the leap on which the way `by` of a body passes nearest to the target; over `obstacle`,
// too, if one lies before it.
std::optional<LeapChoice> choose_leap_at(const LeapPlanSpec& spec, const LeapTargetSpec& target,
                                         const Acts& acts, const TargetAhead& ahead,
                                         const std::optional<ObstacleAhead>& obstacle, double speed,
                                         double half_stride);

}  // namespace gambol
