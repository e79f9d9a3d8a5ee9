// Gathers a figure up, from where it lies to the first posture of its gait: each joint along a
// cubic, which knows no ground, and the whole figure lifted over the ground.

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "contact/find/ground_surface.h"
#include "control/kinematic_gait/kinematic_gait.h"
#include "control/led_motion.h"
#include "dynamics/coordinates.h"

namespace gambol {
namespace {

// The lift over the share s of the motion, as a share of the highest, and its rate: it begins and
// ends at rest, as the joints do.
double rise(double s) { return 16 * s * s * (1 - s) * (1 - s); }
double rise_rate(double s) { return 32 * s * (1 - s) * (1 - 2 * s); }

}  // namespace

// How deep the figure is in the ground, m.
double KinematicGait::depth(const Sense& sense, const Pose& q) const {
  update_kinematics(model_, q, Eigen::VectorXd::Zero(model_.nv()), scratch_);
  double least = 0;
  for (std::size_t i = 0; i < model_.bodies.size(); ++i)
    least = std::min(least, height_above(sense.ground, model_.bodies[i], scratch_.bodies[i].X_WB));
  return -least;
}

// The highest lift, m, by which no more of the figure is in the ground on its way than as it lies,
// or a hundredth of its height: so little is no reason to lift it.
double KinematicGait::lift_over_ground(const Sense& sense, const LedMotion& way) const {
  constexpr int places = 64;
  const double lies = depth(sense, way.q0), spared = 0.01 * height_;
  Pose q;
  double lift = 0;
  for (int k = 1; k < places; ++k) {
    const double s = static_cast<double>(k) / places;
    between(model_, way.q0, way.v0, way.q1, way.v1, 0, way.t1 - way.t0, s * (way.t1 - way.t0), q);
    const double sinks = depth(sense, q) - std::max(lies * (1 - s), spared);
    lift = std::max(lift, sinks / rise(s));
  }
  return lift;
}

// Leads the figure until the next tick of its gathering.
void KinematicGait::lead_gathered(const Sense& sense, const LedMemory& m, Command& command) const {
  const double whole = m.gather.t1 - m.gather.t0;
  const auto place = [&](double t, Pose& q, Eigen::VectorXd& v) {
    follow(model_, m.gather, t, q, v);
    const double s = std::clamp((t - m.gather.t0) / whole, 0.0, 1.0);
    q[2] += m.lift * rise(s);
    const Quat R(q[3], q[4], q[5], q[6]);
    v.segment<3>(3) += R.conjugate() * Vec3(0, 0, m.lift * rise_rate(s) / whole);
  };
  Pose q0, q1;
  Eigen::VectorXd v0, v1;
  const double next = std::min(sense.time + tick_, m.gather.t1);
  place(sense.time, q0, v0);
  place(next, q1, v1);
  lead(sense.time, next, q0, v0, q1, v1, command);
}

// Begins the gait, or, if the figure is not in its first posture and is to be gathered up, leads it
// there. Returns whether it does.
bool KinematicGait::gather_up(const Sense& sense, LedMemory& m, Command& command) const {
  constexpr double apart = 1e-6;  // rad or m: more than a figure differs that was placed
  if (has_begun(sense, m)) return false;
  begin(sense, m);
  if (spec_.gather == 0 || (m.q[0] - sense.q).lpNorm<Eigen::Infinity>() < apart) return false;
  Sense later = sense;
  later.time += std::ceil(spec_.gather / tick_ - clock_slack) * tick_;
  begin(later, m);
  m.begins = later.time;
  m.waits = true;
  m.gather = {sense.time, later.time, sense.q, sense.v, m.q[0], m.v[0]};
  m.lift = lift_over_ground(sense, m.gather);
  lead_gathered(sense, m, command);
  tell_outputs(sense, m, later.time, command);  // not those of the gait before it fell
  return true;
}

}  // namespace gambol
