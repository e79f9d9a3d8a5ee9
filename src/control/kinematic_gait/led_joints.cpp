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

// By how much centre angles of a chain's joints are shifted, [ChainSwing].
using Shifts = std::vector<double>;

Comfort shifted(Comfort comfort, const std::vector<ChainSwing>& swings, const Shifts& by) {
  for (std::size_t k = 0; k < swings.size(); ++k) comfort.centre[swings[k].joint] += by[k];
  return comfort;
}

// Returns how far (m) the tip is from its target.
double solve_leg(const Limb& limb, const LegLimb& leg, const FootTarget& to, const LimbTarget& at,
                 const Shifts& by, LedJointPositions joints) {
  const bool plain = to.stands || leg.keys.empty();
  if (plain && by.empty()) return limb.solve(at, leg.comfort, joints).short_by;
  const Comfort comfort = plain ? leg.comfort : comfort_among(leg, to.among);
  return limb.solve(at, shifted(comfort, leg.swings, by), joints).short_by;
}

// Where the ball of a foot with orientation R (W) has rolled on the ground, from where it is in
// mid-stance: its surface does not slide. In the air it leaves the path of its step for no more
// than it takes to come down so.
Vec3 rolled(const LegLimb& leg, const FootTarget& to, const Mat3& R) {
  const Mat3 from_mid = R * (to.turned * leg.R_TF).transpose();
  return (1 - to.air) * leg.radius * log_rotation(Quat(from_mid)).cross(to.up);
}

// Bends a leg that hangs on a body at `base` (in W).
double bend_led_leg(const LegLimb& leg, const FootTarget& to, const Frame& base, const Shifts& by,
                    LedJointPositions joints) {
  const Vec3 centre = to.tip + leg.radius * to.up;
  const LimbGround ground{seen_from(base, to.ground), base.R.transpose() * to.up};
  LimbTarget target;
  target.ground = &ground;
  target.position_first = true;
  Mat3 R_turned = to.turned * leg.R_TF;
  if (leg.level && !to.stands)
    R_turned = to.turned * rotation_about(Vec3::UnitY(), -to.pitch) * leg.R_TF;
  const Mat3 R_wanted = base.R.transpose() * R_turned;
  if (leg.level || leg.radius > 0) target.R_PB = &R_wanted;
  // How firmly a foot keeps its heading in the middle of a swing: if it were free there, it would
  // twist back within the last tenth of the swing.
  constexpr double in_air = 0.4;
  if (!leg.level) target.heading = 1 - (1 - in_air) * to.air;
  // How the foot is turned is known once its ball is placed, and nearly from the posture before.
  const int most_rounds = leg.radius > 0 && !leg.level ? 6 : 1;
  constexpr double near_enough = 1e-3;  // of the ball's radius
  double missing = 0;
  for (int k = 0; k < most_rounds; ++k) {
    Mat3 R = R_wanted;
    if (!leg.level) leg.limb.tip(joints, &R);
    const Vec3 p = seen_from(base, centre + rolled(leg, to, base.R * R));
    if (k > 0 && (p - target.p).norm() <= near_enough * leg.radius) break;
    target.p = p;
    missing = solve_leg(leg.limb, leg, to, target, by, joints);
  }
  return missing;
}

double bend_rolling_leg(const LegLimb& leg, const FootTarget& to, const Frame& base,
                        const Shifts& by, LedJointPositions joints) {
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
      solve_leg(rolling.limb, leg, to, {seen_from(base, to.ball), &R, true}, by, joints);
  joints[rolling.toes] =
      std::clamp(rolling.toes_rest + rolling.toes_sign * toes, rolling.lower, rolling.upper);
  return missing;
}

}  // namespace

JointsOut LedJoints::run(const JointsIn& in, Eigen::VectorXd& q) const {
  const Frame X_WT = displaced(in.trunk.X_WT, in.offset);
  swing(in, q);
  const Frames sections = bend(in, X_WT, turns(in), q);
  JointsOut out{X_WT, {}};
  out.missing.reserve(legs_.size());
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const auto bend_leg = legs_[k].rolling ? bend_rolling_leg : bend_led_leg;
    out.missing.push_back(bend_leg(legs_[k], in.targets[k], sections[legs_[k].section],
                                   swung(in, legs_[k].swings), without_root(q)));
  }
  steady(in.trunk.body.yaw, X_WT, sections, q);
  return out;
}

// rad: how far a leg has swung forwards from mid-stance.
double LedJoints::swung(const JointsIn& in, std::size_t leg) const {
  const double ahead = seen_from(in.trunk.body.heading(), in.targets[leg].tip).x();
  return std::atan2(ahead - legs_[leg].foot, height_);
}

std::vector<double> LedJoints::swung(const JointsIn& in,
                                     const std::vector<ChainSwing>& swings) const {
  std::vector<double> by;
  for (const ChainSwing& s : swings)
    by.push_back(s.offset.at(in.t) + s.gain.at(in.t) * swung(in, s.leg));
  return by;
}

void LedJoints::swing(const JointsIn& in, Eigen::VectorXd& q) const {
  for (const SwingJoint& s : swings_)
    q[s.q] = std::clamp(s.posture + s.offset.at(in.t), s.lower, s.upper);
  for (const SwingJoint& s : swings_) {
    double& joint = q[s.q];
    joint = std::clamp(joint + s.gain.at(in.t) * swung(in, s.leg), s.lower, s.upper);
  }
}

// A section follows its legs: it pitches as they swing together and yaws as they swing in turn.
// What all sections do alike would turn the trunk, and is left out. To that comes the bend of the
// way's curve, along which the trunk lies.
std::vector<SectionTurn> LedJoints::turns(const JointsIn& in) const {
  std::vector<SectionTurn> all(sections_.size());
  if (all.size() < 2) return all;
  const double spine = in.set.at("spine", in.t, spine_),
               spine_aside = in.set.at("spine_aside", in.t, spine_aside_);
  std::vector<int> legs(all.size());
  for (const LegLimb& leg : legs_) ++legs[leg.section];
  SectionTurn mean;
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const std::size_t s = legs_[k].section;
    const double swing = swung(in, k) / legs[s];
    const double pitch = spine * swing, yaw = -spine_aside * legs_[k].outwards * swing;
    all[s].pitch += pitch;
    all[s].yaw += yaw;
    mean.pitch += pitch / static_cast<double>(all.size());
    mean.yaw += yaw / static_cast<double>(all.size());
  }
  for (std::size_t s = 0; s < all.size(); ++s) {
    all[s].pitch -= mean.pitch;
    all[s].yaw += in.trunk.curve * places_[s].X_TS.p.x() - mean.yaw;
  }
  return all;
}

// Moves the root, and bends the chains between sections. Returns where these then are.
LedJoints::Frames LedJoints::bend(const JointsIn& in, const Frame& X_WT,
                                  const std::vector<SectionTurn>& turns, Eigen::VectorXd& q) const {
  Frames wanted = bent_sections(places_, turns);
  for (Frame& X : wanted) X = X_WT * X;
  const Frame& X_WR = wanted[0];
  const Quat R = Quat(X_WR.R).normalized();
  q.head<3>() = X_WR.p;
  q.segment<4>(3) << R.w(), R.x(), R.y(), R.z();
  auto joints = without_root(q);
  Frames at(sections_.size());
  at[0] = X_WR;
  for (std::size_t k = 1; k < sections_.size(); ++k) {
    const LedSection& s = sections_[k];
    const Frame& X_WP = at[places_[k].parent];
    if (s.chain->joints() > 0) {
      const Frame& X_WS = wanted[k];
      const Mat3 R_PS = X_WP.R.transpose() * X_WS.R;
      const LimbTarget target{seen_from(X_WP, X_WS.p), &R_PS};
      if (s.swings.empty())
        s.chain->solve(target, s.comfort, joints);
      else
        s.chain->solve(target, shifted(s.comfort, s.swings, swung(in, s.swings)), joints);
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
