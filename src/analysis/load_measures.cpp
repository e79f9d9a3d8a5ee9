// Loads: forces of the ground, torques of the joints.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "analysis/statistics.h"
#include "figure/joint_names.h"
#include "schema/report.h"

namespace gambol {
namespace {

Value ground_force(const Track& track, const ExpectSpec& e) {
  return worst_of(track, track.column(channels::ground_force, e.body), e.body);
}

// Fraction of the time that the ground pushes on the body.
Value dragged(const Track& track, const ExpectSpec& e) {
  double down = 0;
  for (double f : track.column(channels::ground_force, e.body)) down += f > 0;
  return {down / static_cast<double>(track.size()), e.body};
}

Value clearance(const Track& track, const ExpectSpec& e) {
  auto low = track.column(channels::lowest, e.body);
  for (double& z : low) z = -z;
  Value v = worst_of(track, low, e.body);
  v.si = -v.si;
  return v;
}

// The lowest of all bodies; above the ground 0.
Value sinking(const Track& track, const ExpectSpec& e) {
  Value worst;
  for (const std::string& body : track.columns_of(channels::lowest)) {
    if (!e.body.empty() && e.body != body) continue;
    auto depth = track.column(channels::lowest, body);
    for (double& z : depth) z = -z;
    const Value v = worst_of(track, depth, body);
    if (v.si > worst.si) worst = v;
  }
  return worst;
}

Value flight(const Track& track, const ExpectSpec&) {
  std::vector<double> feet(track.size(), 0.0);
  for (const std::string& leg : track.columns_of(channels::foot_depth)) {
    const auto depth = track.column(channels::foot_depth, leg),
               up = track.column(channels::foot_force, columns::of_leg(leg, columns::z));
    // A led foot has no depth in the ground, however hard it presses, so its force is tested too.
    for (std::size_t k = 0; k < depth.size(); ++k) feet[k] += depth[k] > 0 || up[k] > 0;
  }
  const auto none = std::count(feet.begin(), feet.end(), 0.0);
  return {static_cast<double>(none) / static_cast<double>(feet.size()), ""};
}

Value foot_depth(const Track& track, const ExpectSpec&) {
  Value worst{-1, ""};
  for (const std::string& leg : track.columns_of(channels::foot_depth)) {
    const Value v = worst_of(track, track.column(channels::foot_depth, leg), leg);
    if (v.si > worst.si) worst = v;
  }
  return worst;
}

// The slide accumulates: ground that a foot slides over several times counts each time.
Value foot_slip(const Track& track, const ExpectSpec& e) {
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  double walked = 0;
  for (std::size_t k = 1; k < x.size(); ++k) walked += std::hypot(x[k] - x[k - 1], y[k] - y[k - 1]);
  Value worst{-1, ""};
  const auto legs = e.body.empty() ? names_in(track.cast().figure.legs) : std::vector{e.body};
  for (const std::string& leg : legs) {
    const double slid = mean(track.slide_speed(leg)) * track.duration();
    const double per_way = slid > 0 ? slid / walked : 0;
    if (per_way > worst.si) worst = {per_way, leg};
  }
  return worst;
}

// Pads that broke per second, for the leg with the most.
Value pad_breaks(const Track& track, const ExpectSpec&) {
  Value worst{-1, ""};
  for (const std::string& leg : track.columns_of(channels::pad_breaks)) {
    const auto broken = track.column(channels::pad_breaks, leg);
    const double rate = (broken.back() - broken.front()) / track.duration();
    if (rate > worst.si) worst = {rate, leg};
  }
  return worst;
}

Value peak_torque(const Track& track, const ExpectSpec&) {
  Value worst{-1, ""};
  for (const std::string& joint : track.columns_of(channels::joint_force)) {
    auto x = track.column(channels::joint_force, joint);
    for (double& f : x) f = std::abs(f);
    const Value v = worst_of(track, x, joint);
    if (v.si > worst.si) worst = v;
  }
  return worst;
}

// The largest ratio of a joint's peak torque to its 99th percentile, which spikes make large.
Value torque_spike(const Track& track, const ExpectSpec&) {
  Value worst;
  for (const std::string& joint : track.columns_of(channels::joint_force)) {
    auto x = track.column(channels::joint_force, joint);
    for (double& f : x) f = std::abs(f);
    const Value peak = worst_of(track, x, joint);
    auto sorted = x;
    std::sort(sorted.begin(), sorted.end());
    const double usual = sorted[sorted.size() * 99 / 100];
    if (usual > 0 && peak.si / usual > worst.si) worst = {peak.si / usual, peak.where};
  }
  return worst;
}

// The largest difference of two values that are at most `rows` apart, and the later row.
std::pair<double, std::size_t> largest_jump(const std::vector<double>& x, std::size_t rows) {
  std::pair<double, std::size_t> largest{0, 0};
  for (std::size_t k = 1; k < x.size(); ++k)
    for (std::size_t before = k - std::min(k, rows); before < k; ++before)
      largest = std::max(largest, {std::abs(x[k] - x[before]), k});
  return largest;
}

Value torque_jump(const Track& track, const ExpectSpec& e) {
  constexpr double within = 0.01, slack = 1e-6;  // s
  const double apart = track.duration() / static_cast<double>(track.size() - 1);
  const auto rows = static_cast<std::size_t>((within + slack) / apart);
  if (rows == 0)
    return unknown(fmt::format(
        "rows are {:.3g} ms apart: a change within 10 ms needs a track_rate of 100 Hz or more",
        1000 * apart));
  Value worst = unknown("no joint that has `most_torque`");
  for (const JointDof& dof : joint_dofs(track.cast().figure)) {
    const auto& most = dof.body->joint.most_torque;
    if (!most || (!e.body.empty() && !means_dof(e.body, dof))) continue;
    const auto [jump, row] = largest_jump(track.column(channels::joint_force, dof.name), rows);
    if (!(jump / *most <= worst.si)) worst = {jump / *most, dof.name + " at " + track.when(row)};
  }
  return worst;
}

// The integral over the time, by trapezoids between the rows of the track, over the duration (seed
// 003 Eq. 59).
double mean_over_time(const Track& track, const std::vector<double>& force) {
  double integral = 0;
  for (std::size_t k = 1; k < force.size(); ++k)
    integral += (force[k] + force[k - 1]) / 2 * (track.time(k) - track.time(k - 1));
  return integral / track.duration();
}

Value mean_torque(const Track& track, const ExpectSpec& e) {
  return {mean_over_time(track, track.column(channels::joint_force, e.body)), e.body};
}

// Size of the mean of a vector that is recorded of the root.
double mean_of_root(const Track& track, std::span<const std::string_view> axes) {
  Vec3 mean;
  for (int k = 0; k < 3; ++k)
    mean[k] = mean_over_time(track, track.column(channels::root_force, axes[k]));
  return mean.norm();
}

Value held_force(const Track& track, const ExpectSpec&) {
  return {mean_of_root(track, columns::force), ""};
}

Value held_moment(const Track& track, const ExpectSpec&) {
  return {mean_of_root(track, columns::moment), ""};
}

}  // namespace

std::vector<Measure> load_measures() {
  return {
      {"dragged", "", 1, "share of the time that the ground pushes on `body`", dragged,
       Needs::nothing, Of::body},
      {"ground_force", "mN", 1000, "largest force of the ground on `body`", ground_force,
       Needs::nothing, Of::body},
      {"clearance", "mm", 1000, "least height of `body` above the ground", clearance,
       Needs::nothing, Of::body},
      {"sinking", "mm", 1000, "greatest depth of any body below the ground, or of `body`", sinking,
       Needs::nothing, Of::body_or_figure},
      {"flight", "", 1, "share of the time with no foot on the ground", flight, Needs::legs},
      {"foot_depth", "mm", 1000, "greatest depth of a foot in the ground", foot_depth, Needs::legs},
      {"foot_slip", "", 1, "distance that the worst leg (or leg `body`) slides per distance walked",
       foot_slip, Needs::legs, Of::leg_or_figure},
      {"pad_breaks", "1/s", 1, "pads that break per second, of the worst leg", pad_breaks,
       Needs::legs},
      {"peak_torque", "uN*m", 1e6, "largest torque of any joint", peak_torque, Needs::joints},
      {"mean_torque", "uN*m", 1e6, "torque of joint `body`, averaged over the time", mean_torque,
       Needs::joints, Of::joint},
      {"held_force", "N", 1,
       "size of the force that holds or moves a root that is not dynamic, averaged over the time",
       held_force, Needs::held_root},
      {"held_moment", "N*m", 1,
       "size of its moment about the centre of mass, averaged over the time", held_moment,
       Needs::held_root},
      {"torque_spike", "", 1, "largest torque of a joint over its own 99th percentile",
       torque_spike, Needs::joints},
      {"torque_jump", "", 1,
       "largest change within 10 ms of the torque of a joint, by actuators and skills, over its "
       "`most_torque`; of joint `body`, of a pattern, or of all that have one; what comes and goes "
       "between rows of the track is not seen, so `track_rate` should be 1 kHz, as by default",
       torque_jump, Needs::joints, Of::joints},
  };
}

}  // namespace gambol
