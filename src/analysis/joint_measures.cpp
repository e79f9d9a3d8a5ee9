// How far joints turn.

#include <algorithm>

#include "analysis/measure_table.h"

namespace gambol {
namespace {

template <bool greatest>
Value end_of_range(const Track& track, const ExpectSpec& e) {
  const auto x = track.column(channels::q, e.body);
  const auto at =
      greatest ? std::max_element(x.begin(), x.end()) : std::min_element(x.begin(), x.end());
  return {*at, "at " + track.when(static_cast<std::size_t>(at - x.begin()))};
}

Value joint_range(const Track& track, const ExpectSpec& e) {
  return {end_of_range<true>(track, e).si - end_of_range<false>(track, e).si, e.body};
}

}  // namespace

std::vector<Measure> joint_measures() {
  return {
      {"least_angle", "deg", degrees, "smallest angle of joint `body`", end_of_range<false>,
       Needs::joints, Of::joint},
      {"greatest_angle", "deg", degrees, "largest angle of joint `body`", end_of_range<true>,
       Needs::joints, Of::joint},
      {"joint_range", "deg", degrees, "largest less smallest angle of joint `body`", joint_range,
       Needs::joints, Of::joint},
  };
}

}  // namespace gambol
