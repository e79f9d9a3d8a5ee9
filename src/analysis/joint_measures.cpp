// How far joints turn.

#include <algorithm>
#include <cmath>

#include "analysis/measure_table.h"
#include "figure/joint_names.h"

namespace gambol {
namespace {

template <bool greatest>
Value end_of_range(const Track& track, const ExpectSpec& e) {
  const auto x = track.column(channels::q, e.body);
  const auto at =
      greatest ? std::max_element(x.begin(), x.end()) : std::min_element(x.begin(), x.end());
  return {*at, "at " + track.when(static_cast<std::size_t>(at - x.begin()))};
}

// Of the joint that turns least.
Value joint_range(const Track& track, const ExpectSpec& e) {
  Value least{INFINITY, ""};
  for (const JointDof& joint : joint_dofs(track.cast().figure)) {
    if (!e.body.empty() && !means_dof(e.body, joint)) continue;
    const auto x = track.column(channels::q, joint.name);
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    if (*high - *low < least.si) least = {*high - *low, joint.name};
  }
  return least;
}

}  // namespace

std::vector<Measure> joint_measures() {
  return {
      {"least_angle", "deg", degrees, "smallest angle of joint `body`", end_of_range<false>,
       Needs::joints, Of::joint},
      {"greatest_angle", "deg", degrees, "largest angle of joint `body`", end_of_range<true>,
       Needs::joints, Of::joint},
      {"joint_range", "deg", degrees,
       "largest less smallest angle of joint `body`; of a pattern, or of all, of the joint that "
       "turns least",
       joint_range, Needs::joints, Of::joints},
  };
}

}  // namespace gambol
