#include "control/kinematic_gait/led_feet.h"

namespace gambol {
namespace {

// Horizontal velocity of the ground at `at`, in the body's heading frame, m/s.
Vec3 ground_velocity(const BodyAhead& body, const Vec3& at) {
  const Vec3 v = -(body.heading().R.transpose() * body.v) - body.yaw_rate * Vec3::UnitZ().cross(at);
  return {v.x(), v.y(), 0};
}

// A step leads the ball from where it lifts to where it is as the heel comes down.
Vec3 ball_that_lifts(const FootRoll& roll, const LedFoot& foot) {
  return foot.at - exp_rotation(foot.turned).toRotationMatrix() * roll.tip;
}
Vec3 ball_that_lands(const FootRoll& roll, double next_mid, const LedFoot& foot) {
  const Vec3 strikes = roll.ball(roll.angles(next_mid).heel_strike) - roll.tip;
  return foot.next + exp_rotation(foot.next_turned).toRotationMatrix() * strikes;
}

}  // namespace

// The foothold of a stance whose middle is at `mid`, s.
Foothold LedFeet::hold_at(const FeetIn& in, const SteppingLeg& leg, const LegClock& c,
                          double mid) const {
  const auto trunk = [&](double t) -> TrunkAhead {
    const TrunkTarget target = trunk_.run({in.body, t, in.gravity, in.set});
    return {target, bends_along(target.curve, sections_).at(leg.section)};
  };
  return find_foothold(in.ground, leg,
                       {trunk(mid - c.half_support), trunk(mid), trunk(mid + c.half_support)});
}

// Where the step ends, as seen from the body.
void LedFeet::land(const FeetIn& in, const SteppingLeg& leg, const LegClock& c,
                   LedFoot& foot) const {
  const BodyAhead places = in.body.at(c.place());
  StepEnds& way = foot.way;
  way.to = seen_from(places.heading(), foot.next);
  way.to_rate = c.transfer * ground_velocity(places, way.to);
  if (leg.roll)
    way.to = seen_from(places.heading(), ball_that_lands(*leg.roll, c.next_mid(), foot));
}

// Begins the step of a leg: chooses its foothold, and its path as seen from the body.
void LedFeet::lift(const FeetIn& in, const SteppingLeg& leg, const LegClock& c,
                   LedFoot& foot) const {
  const Foothold next = hold_at(in, leg, c, c.next_mid());
  foot.stands = false;
  foot.next = next.p;
  foot.next_off = next.off;
  foot.next_turned = next.turned;
  foot.changed.reset();
  const BodyAhead lifts = in.body.at(c.lift());
  StepEnds& way = foot.way;
  way.begins = c.lift();
  way.from = seen_from(lifts.heading(), foot.at);
  way.from_rate = c.transfer * ground_velocity(lifts, way.from);
  way.outwards = leg.outwards;
  way.raise = 0;
  way.lift = score_.lift(c.lift(), in.set);
  if (leg.roll) way.from = seen_from(lifts.heading(), ball_that_lifts(*leg.roll, foot));
  land(in, leg, c, foot);
  if (in.ground.terrain) way.raise = raise_over(in.ground, leg, way, c, in.body);
}

FeetMemory LedFeet::begin(const FeetIn& in, const GaitClock& clock) const {
  FeetMemory m{clock, std::vector<LedFoot>(legs_.size())};
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const LegClock& c = m.clock.legs[k];
    LedFoot& foot = m.feet[k];
    foot.stands = c.stands(in.t);
    const double mid = in.t < c.place() ? c.mid : c.next_mid();
    const Foothold first = hold_at(in, legs_[k], c, mid);
    foot.at = first.p;
    foot.off = first.off;
    foot.turned = first.turned;
    if (!foot.stands) lift(in, legs_[k], c, foot);
  }
  return m;
}

std::vector<FootTarget> LedFeet::run(const FeetIn& in, FeetMemory& m) const {
  const double before = m.clock.time;
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const LegClock& c = m.clock.legs[k];
    LedFoot& foot = m.feet[k];
    if (before < c.lift() && in.t >= c.lift()) lift(in, legs_[k], c, foot);
    if (before < c.place() && in.t >= c.place() && !foot.stands) {
      foot.stands = true;
      foot.at = foot.next;
      foot.off = foot.next_off;
      foot.turned = foot.next_turned;
    }
  }
  score_.advance(
      m.clock, in.t, [](std::size_t) {}, in.set);
  return at(in.body, m);
}

void LedFeet::change(const FeetIn& in, FeetMemory& m) const {
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    LedFoot& foot = m.feet[k];
    if (foot.stands) continue;
    foot.changed = ChangedWay{in.t, way_at(foot, m.clock.legs[k], in.t)};
    land(in, legs_[k], m.clock.legs[k], foot);
  }
}

std::vector<FootTarget> LedFeet::at(const BodyRing& body, const FeetMemory& m) const {
  const double t = m.clock.time;
  const Frame heading = body.at(t).heading();
  std::vector<FootTarget> targets;
  targets.reserve(legs_.size());
  for (std::size_t k = 0; k < legs_.size(); ++k)
    targets.push_back(foot_target(legs_[k], m.clock.legs[k], m.feet[k], heading, t));
  return targets;
}

Vec3 LedFeet::off(const FeetMemory& m) const {
  return mean_over_feet(m.clock, [&](std::size_t leg) { return m.feet[leg].off; });
}

}  // namespace gambol
