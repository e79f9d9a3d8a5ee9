#include "control/kinematic_gait/led_joints.h"

#include <algorithm>
#include <cmath>

#include "base/hermite.h"
#include "base/rotation.h"

namespace gambol {
namespace {

using LedJointPositions = Eigen::Ref<Eigen::VectorXd>;

auto without_root(Eigen::VectorXd& q) { return q.tail(q.size() - root_positions); }

// The comfort of a leg among the keys of its step.
Comfort comfort_among(const LegLimb& leg, const AmongKeys& at) {
  const Comfort& before = at.after > 0 ? leg.keys[at.after - 1] : leg.comfort;
  const Comfort& after = at.after < leg.keys.size() ? leg.keys[at.after] : leg.comfort;
  const double share = smooth_step(at.share);
  Comfort between = leg.comfort;
  for (std::size_t j = 0; j < between.centre.size(); ++j) {
    between.centre[j] = before.centre[j] + share * (after.centre[j] - before.centre[j]);
    between.gain[j] = before.gain[j] + share * (after.gain[j] - before.gain[j]);
  }
  return between;
}

// Returns how far (m) the tip is from its target.
double solve_leg(const Limb& limb, const LegLimb& leg, const FootTarget& to, const LimbTarget& at,
                 LedJointPositions joints) {
  if (to.stands || leg.keys.empty()) return limb.solve(at, leg.comfort, joints).short_by;
  return limb.solve(at, comfort_among(leg, to.among), joints).short_by;
}

// Bends a leg that hangs on a body at `base` (in W).
double bend_led_leg(const LegLimb& leg, const FootTarget& to, const Frame& base,
                    LedJointPositions joints) {
  LimbTarget target{seen_from(base, to.tip + leg.radius * to.up)};
  const LimbGround ground{seen_from(base, to.ground), base.R.transpose() * to.up};
  target.ground = &ground;
  Mat3 R;
  if (leg.level) {
    const Mat3 pitched =
        to.stands ? to.turned : to.turned * rotation_about(Vec3::UnitY(), -to.pitch);
    const Mat3 foot = pitched * leg.R_TF;
    R = base.R.transpose() * foot;
    target.R_PB = &R;
    target.position_first = true;
  }
  return solve_leg(leg.limb, leg, to, target, joints);
}

double bend_rolling_leg(const LegLimb& leg, const FootTarget& to, const Frame& base,
                        LedJointPositions joints) {
  const RollingLimb& rolling = *leg.rolling;
  const FootRoll& roll = rolling.roll;
  double toes = to.toes, pitch = to.pitch;
  if (to.stands && pitch <= 0) {
    const Vec3 hip = base.R * roll.hip + base.p - to.ball;
    const double rise =
        roll.rise(pitch, roll.sole.reach, to.turned.transpose() * hip) * to.may_rise;
    pitch -= rise;
    toes += rise;
  }
  const Mat3 R =
      base.R.transpose() * to.turned * rotation_about(Vec3::UnitY(), -pitch) * rolling.R_TF;
  const double missing =
      solve_leg(rolling.limb, leg, to, {seen_from(base, to.ball), &R, true}, joints);
  joints[rolling.toes] =
      std::clamp(rolling.toes_rest + rolling.toes_sign * toes, rolling.lower, rolling.upper);
  return missing;
}

}  // namespace

JointsOut LedJoints::run(const JointsIn& in, Eigen::VectorXd& q) const {
  const Frame X_WT = displaced(in.trunk.X_WT, in.offset);
  swing(in, q);
  const Frames sections = bend(X_WT, in.trunk.curve, q);
  JointsOut out{X_WT, {}};
  out.missing.reserve(legs_.size());
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const auto bend_leg = legs_[k].rolling ? bend_rolling_leg : bend_led_leg;
    out.missing.push_back(
        bend_leg(legs_[k], in.targets[k], sections[legs_[k].section], without_root(q)));
  }
  steady(in.trunk.body.yaw, X_WT, sections, q);
  return out;
}

void LedJoints::swing(const JointsIn& in, Eigen::VectorXd& q) const {
  const Frame way = in.trunk.body.heading();
  for (const SwingJoint& s : swings_)
    q[s.q] = std::clamp(s.posture + s.offset.at(in.t), s.lower, s.upper);
  for (const SwingJoint& s : swings_) {
    const double ahead = seen_from(way, in.targets[s.leg].tip).x() - s.foot;
    double& joint = q[s.q];
    joint = std::clamp(joint + s.gain.at(in.t) * std::atan2(ahead, height_), s.lower, s.upper);
  }
}

// Places a section along the circle of the way, to which the body's axis is bent.
Frame LedJoints::placed(const LedSection& s, const Frame& X_WT, double curve) const {
  constexpr double straight = 1e-6;  // rad: below it the circle is its own parabola to all digits
  const double k = sections_.size() > 1 ? curve : 0, x = s.X_TS.p.x(), a = k * x;
  const Vec3 arc = std::abs(a) < straight ? Vec3(x, a * x / 2, 0)
                                          : Vec3(std::sin(a) / k, (1 - std::cos(a)) / k, 0);
  const Mat3 R = rotation_about(Vec3::UnitZ(), a);
  const Frame X_TS{R * s.X_TS.R, arc + R * Vec3(0, s.X_TS.p.y(), s.X_TS.p.z())};
  return X_WT * X_TS;
}

// Moves the root, and bends the chains between sections. Returns where these then are.
LedJoints::Frames LedJoints::bend(const Frame& X_WT, double curve, Eigen::VectorXd& q) const {
  const Frame X_WR = placed(sections_[0], X_WT, curve);
  const Quat R = Quat(X_WR.R).normalized();
  q.head<3>() = X_WR.p;
  q.segment<4>(3) << R.w(), R.x(), R.y(), R.z();
  auto joints = without_root(q);
  Frames at(sections_.size());
  at[0] = X_WR;
  for (std::size_t k = 1; k < sections_.size(); ++k) {
    const LedSection& s = sections_[k];
    const Frame& X_WP = at[s.parent];
    if (s.chain->joints() > 0) {
      const Frame X_WS = placed(s, X_WT, curve);
      const Mat3 R_PS = X_WP.R.transpose() * X_WS.R;
      s.chain->solve({seen_from(X_WP, X_WS.p), &R_PS}, s.comfort, joints);
    }
    Frame there;
    there.p = s.chain->tip(joints, &there.R);
    at[k] = X_WP * there;
  }
  return at;
}

void LedJoints::steady(double yaw, const Frame& X_WT, const Frames& sections,
                       Eigen::VectorXd& q) const {
  if (steady_.empty()) return;
  auto joints = without_root(q);
  const Vec3 nodding = log_rotation(Quat(X_WT.R * rotation_about(Vec3::UnitZ(), -yaw)));
  for (const SteadyBody& s : steady_) {
    const Frame level{exp_rotation(-s.share * nodding) * X_WT.R, X_WT.p};
    const Frame X_WB = level * s.X_TB;
    const Frame& X_WS = sections[s.section];
    const Mat3 R_SB = X_WS.R.transpose() * X_WB.R;
    s.chain.solve({seen_from(X_WS, X_WB.p), &R_SB}, s.comfort, joints);
  }
}

}  // namespace gambol
