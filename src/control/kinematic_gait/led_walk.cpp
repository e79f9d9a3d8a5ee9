#include "control/kinematic_gait/led_walk.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Up to when the body must be known at t: footholds are chosen for the whole stance after a swing,
// and the way's curvature is that of a whole cycle.
double needed_at(const GaitClock& clock, double t) {
  double needed = t;
  for (const LegClock& leg : clock.legs)
    needed = std::max({needed, leg.next_mid() + leg.half_support, t + leg.period() / 2});
  return needed;
}

LedPosture told(const WalkInstant& now, JointsOut out, Eigen::VectorXd q) {
  LedPosture posture;
  const Mat3& R = out.X_WT.R;
  posture.trunk = out.X_WT.p;
  posture.yaw = now.trunk.body.yaw;
  posture.pitch = -std::asin(std::clamp(R(2, 0), -1.0, 1.0));
  posture.roll = std::atan2(R(2, 1), R(2, 2));
  posture.allowed = now.trunk.body.allowed;
  for (const FootTarget& foot : now.feet) posture.swings.push_back(foot.stands ? 0 : 1);
  posture.missing = std::move(out.missing);
  posture.q = std::move(q);
  return posture;
}

}  // namespace

WalkMemory LedWalk::begin(const PlanStart& start) const {
  WalkMemory m;
  m.set = start.set;
  m.plan = plan.begin(start);
  const GaitClock clock = m.plan.lead.clock;  // the plan's runs ahead
  const BodyRing& body =
      plan.run({start.world, needed_at(clock, start.time + 2 * tick), m.set}, m.plan);
  m.feet =
      feet.begin({start.world.ground, body, start.time, start.world.gravity.norm(), m.set}, clock);
  return m;
}

LedPosture LedWalk::run(const WalkIn& in, WalkMemory& m) const {
  const WalkInstant now = next(in.world, m);
  plan.keep_up({in.world, now.t, m.set}, m.posed, m.plan);
  return pose(now, in.offset, in.before);
}

void LedWalk::change(const LedWorld& world, const GaitSettings& set, WalkMemory& m) const {
  const double t = time_of(m.posed, m);
  m.set = set;
  plan.change({world, needed_at(m.feet.clock, t), m.set}, m.plan);
  feet.change({world.ground, m.plan.ring, t, world.gravity.norm(), m.set}, m.feet);
}

WalkInstant LedWalk::next(const LedWorld& world, WalkMemory& m) const {
  const double t = time_of(++m.posed, m);
  const BodyRing& body = plan.run({world, needed_at(m.feet.clock, t), m.set}, m.plan);
  std::vector<FootTarget> targets =
      feet.run({world.ground, body, t, world.gravity.norm(), m.set}, m.feet);
  return {t, std::move(targets),
          trunk.run({body, t, world.gravity.norm(), m.set, feet.off(m.feet)}), m.posed == 0,
          &m.set};
}

LedPosture LedWalk::pose(const WalkInstant& now, const BodyOffset& offset,
                         Eigen::VectorXd q) const {
  // A limb approaches its comfort over several calls: joints that change over to another way of
  // folding take their Comfort::haste at each.
  constexpr int settling = 40;
  JointsOut out;
  for (int k = 0; k < (now.settles ? settling : 1); ++k)
    out = joints.run({now.t, now.trunk, offset, now.feet, *now.set}, q);
  return told(now, std::move(out), std::move(q));
}

WalkInstant LedWalk::at(const LedWorld& world, const WalkMemory& m) const {
  const double t = m.feet.clock.time;
  return {t, feet.at(m.plan.ring, m.feet),
          trunk.run({m.plan.ring, t, world.gravity.norm(), m.set, feet.off(m.feet)}), m.posed <= 0,
          &m.set};
}

LedWalk make_led_walk(const KinematicGaitSpec& spec, const GaitScore& score,
                      const LedFigure& figure, double tick) {
  std::vector<PlannedLeg> legs;
  for (std::size_t k = 0; k < figure.stepping.size(); ++k)
    legs.push_back({figure.stepping[k].foot, figure.bearing[k].push, figure.limbs[k].section,
                    figure.bearing[k].foot_force});
  const LedTrunk trunk(spec, score, figure.height);
  return {BodyPlan(spec, score, legs, figure.height, tick),
          LedFeet(score, trunk, figure.places, figure.stepping), trunk,
          LedJoints(figure.height, spec.spine, spec.spine_aside, figure.places, figure.sections,
                    figure.limbs, figure.swings, figure.steady),
          tick};
}

}  // namespace gambol
