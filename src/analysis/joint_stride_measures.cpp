// Angles and powers of a leg's joints over its stride, from one footfall to the next.

#include <algorithm>
#include <cmath>

#include "analysis/footfalls.h"
#include "analysis/leg_parts.h"
#include "analysis/stride_means.h"
#include "base/gravity.h"
#include "figure/joint_names.h"

namespace gambol {
namespace {

// The leg that the joint `e.body` is a part of. Throws InputError if it is part of none.
const LegSpec& leg_of_joint(const Track& track, const ExpectSpec& e) {
  if (const LegSpec* leg = leg_with(track.cast().figure, e.body)) return *leg;
  throw InputError(
      Problem{e.place, "expect.body", e.body, "a joint between a leg's base and foot"});
}

// x at a place between rows.
double between(const std::vector<double>& x, double row) {
  const auto k = std::min(static_cast<std::size_t>(row), x.size() - 2);
  const double part = row - static_cast<double>(k);
  return (1 - part) * x[k] + part * x[k + 1];
}

Value stride_angle(const Track& track, const ExpectSpec& e) {
  if (!e.share) return unknown("no `share`");
  const LegSpec& leg = leg_of_joint(track, e);
  const auto downs = rises(track.bearing(leg.name, e.bears_from));
  if (downs.size() < 2) return unknown("no whole stride of " + leg.name);
  const auto angle = track.column(channels::q, e.body);
  double sum = 0;
  for (std::size_t i = 1; i < downs.size(); ++i) {
    const auto from = static_cast<double>(downs[i - 1]), to = static_cast<double>(downs[i]);
    sum += between(angle, from + *e.share * (to - from));
  }
  return {sum / static_cast<double>(downs.size() - 1), e.body};
}

Value angle_at_lift(const Track& track, const ExpectSpec& e) {
  const LegSpec& leg = leg_of_joint(track, e);
  const auto bears = track.bearing(leg.name, e.bears_from);
  const auto angle = track.column(channels::q, e.body);
  double sum = 0, count = 0;
  for (std::size_t k = 1; k < bears.size(); ++k) {
    if (bears[k - 1] < 0.5 || bears[k] > 0.5) continue;
    sum += angle[k];
    ++count;
  }
  return count > 0 ? Value{sum / count, e.body} : unknown(leg.name + " never lifts");
}

// [row] W: all degrees of freedom of the joint `name`, or one of them.
std::vector<double> power_of(const Track& track, const std::string& name) {
  std::vector<double> power(track.size(), 0.0);
  for (const std::string& dof : matching_joints(track.cast().figure, {name})) {
    const auto force = track.column(channels::joint_force, dof),
               rate = track.column(channels::v, dof);
    for (std::size_t k = 0; k < power.size(); ++k) power[k] += force[k] * rate[k];
  }
  return power;
}

enum class Peak { size, time };
template <Peak peak>
Value joint_power(const Track& track, const ExpectSpec& e) {
  const LegSpec& leg = leg_of_joint(track, e);
  const StrideMeans mean(track, footfalls(By::contact, track, e, leg.name));
  if (!mean.are_known()) return unknown("no whole stride of " + leg.name);
  const auto power = mean.of(power_of(track, e.body));
  const auto most = std::max_element(power.begin(), power.end());
  const auto at = most - power.begin();
  if (peak == Peak::time) return {share_at(at), e.body};
  const double mass = track.weight() / standard_gravity;
  return {*most / mass, "at " + std::to_string(at) + " % of the stride"};
}

}  // namespace

std::vector<Measure> joint_stride_measures() {
  return {
      {"stride_angle", "deg", degrees,
       "angle of joint `body` at `share` of the stride of its leg, from one footfall to the next; "
       "mean of the strides",
       stride_angle, Needs::contact, Of::dof_of_leg, Takes::share},
      {"angle_at_lift", "deg", degrees,
       "angle of joint `body` as its leg lifts, by contact; mean of its lifts", angle_at_lift,
       Needs::contact, Of::dof_of_leg},
      {"joint_power", "W/kg", 1,
       "greatest mechanical power of joint `body`, of all its degrees of freedom together or of "
       "one, per mass of the figure, in means over each hundredth of the stride of its leg and "
       "over the strides",
       joint_power<Peak::size>, Needs::contact, Of::joint_of_leg},
      {"joint_power_time", "", 1, "share of the stride at which `joint_power` is that great",
       joint_power<Peak::time>, Needs::contact, Of::joint_of_leg},
  };
}

}  // namespace gambol
