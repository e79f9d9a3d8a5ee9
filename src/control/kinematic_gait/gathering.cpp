#include "control/kinematic_gait/gathering.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "control/led_motion.h"

namespace gambol {
namespace {

// The lift over the share s of the motion, as a share of the highest, and its rate: it begins and
// ends at rest, as the joints do.
double rise(double s) { return 16 * s * s * (1 - s) * (1 - s); }
double rise_rate(double s) { return 32 * s * (1 - s) * (1 - 2 * s); }

}  // namespace

bool Gathering::gathers(const Eigen::VectorXd& q, const Eigen::VectorXd& first) const {
  constexpr double apart = 1e-6;  // rad or m: more than a figure differs that was placed
  return takes_ > 0 && (first - q).lpNorm<Eigen::Infinity>() >= apart;
}

double Gathering::ends(double t) const {
  return t + std::ceil(takes_ / tick_ - clock_slack) * tick_;
}

GatherMemory Gathering::begin(const GroundSurface& ground, const LedMotion& way) const {
  return {true, way, lift_over(ground, way)};
}

bool Gathering::lasts(double t, const GatherMemory& m) {
  return m.waits && t < m.way.t1 - clock_slack;
}

// How deep the figure is in the ground, m.
double Gathering::depth(const GroundSurface& ground, const Eigen::VectorXd& q) const {
  update_kinematics(model_, q, Eigen::VectorXd::Zero(model_.nv()), scratch_);
  double least = 0;
  for (std::size_t i = 0; i < model_.bodies.size(); ++i)
    least = std::min(least, height_above(ground, model_.bodies[i], scratch_.bodies[i].X_WB));
  return -least;
}

// The highest lift, m, by which no more of the figure is in the ground on its way than as it lies,
// or a hundredth of its height: so little is no reason to lift it.
double Gathering::lift_over(const GroundSurface& ground, const LedMotion& way) const {
  constexpr int places = 64;
  const double lies = depth(ground, way.q0), spared = 0.01 * height_;
  Eigen::VectorXd q;
  double lift = 0;
  for (int k = 1; k < places; ++k) {
    const double s = static_cast<double>(k) / places;
    between(model_, way.q0, way.v0, way.q1, way.v1, 0, way.t1 - way.t0, s * (way.t1 - way.t0), q);
    const double sinks = depth(ground, q) - std::max(lies * (1 - s), spared);
    lift = std::max(lift, sinks / rise(s));
  }
  return lift;
}

void Gathering::place(double t, const GatherMemory& m, Eigen::VectorXd& q,
                      Eigen::VectorXd& v) const {
  const double whole = m.way.t1 - m.way.t0;
  follow(model_, m.way, t, q, v);
  const double s = std::clamp((t - m.way.t0) / whole, 0.0, 1.0);
  q[2] += m.lift * rise(s);
  const Quat R(q[3], q[4], q[5], q[6]);
  v.segment<3>(3) += R.conjugate() * Vec3(0, 0, m.lift * rise_rate(s) / whole);
}

LedMotion Gathering::run(double t, const GatherMemory& m) const {
  LedMotion motion;
  motion.t0 = t;
  motion.t1 = std::min(t + tick_, m.way.t1);
  place(motion.t0, m, motion.q0, motion.v0);
  place(motion.t1, m, motion.q1, motion.v1);
  return motion;
}

}  // namespace gambol
