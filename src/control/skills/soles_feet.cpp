// The soles: how they lie on the ground, and roll over heel and ball.

#include <algorithm>
#include <cmath>

#include "contact/find/ground_surface.h"
#include "control/skills/sole_balance.h"

namespace gambol::leg_frames {

// The mean height of the ground around the hips, as far as a step reaches: it rises evenly on
// slopes and stairs. Less where it is steep, see `lowers`.
double SoleBalance::ground_around(const Sense& sense, const Vec3& hips) const {
  constexpr int samples = 4;  // to each side
  double sum = 0;
  Vec2 moment = Vec2::Zero();
  for (int i = -samples; i <= samples; ++i)
    for (int j = -samples; j <= samples; ++j) {
      const double z = ground_height(sense.ground, hips.x() + sole().around * i / samples,
                                     hips.y() + sole().around * j / samples);
      sum += z;
      moment += z * Vec2(i, j);
    }
  constexpr double all = 2 * samples + 1;
  const double mean = sum / (all * all);
  if (sole().lowers == 0) return mean;
  // The slope is that of the plane that comes nearest to the samples.
  constexpr double squares = all * all * (all * all - 1) / 12;
  return mean - sole().lowers * samples / (squares * sole().around) * moment.norm();
}

// The pitch at which a foot lies flat on the ground under it.
double SoleBalance::ground_pitch(const Now& now, std::size_t k) const {
  const Vec3 ahead = (sole().ball - sole().heel) / 2 * ahead_of(foot_heading(now, k));
  const auto height = [&](const Vec3& p) { return ground_height(now.sense.ground, p.x(), p.y()); };
  const Vec3& foot = now.legs[k].foot;
  return -std::atan2(height(foot + ahead) - height(foot - ahead), 2 * ahead.norm());
}

// A foot comes down in the direction in which the figure is to go, and stays as it came down.
double SoleBalance::foot_heading(const Now& now, std::size_t k) const {
  if (now.legs[k].swing >= 0) return now.heading;
  return heading_of(rest_.turn(now.sense.work, legs_[k].chain.foot_body));
}

Vec3 SoleBalance::on_ground(const Now& now, std::size_t k, double ahead) const {
  const LegChain& chain = legs_[k].chain;
  const PressedSoleSpec& s = sole();
  const Vec3 from_foot(ahead - chain.ankle_to_foot.x(),
                       legs_[k].side * (s.inner + s.outer) / 2 - chain.ankle_to_foot.y(),
                       -chain.foot_height);
  return now.legs[k].foot + rest_.turn(now.sense.work, chain.foot_body) * from_foot;
}

// How much higher than on the flat sole the foot's point is if the foot stands on its heel with its
// toes up, or on the tips of its toes, which bend only so far.
double SoleBalance::heel_rise(double pitch) const {
  const PressedSoleSpec& s = sole();
  if (pitch < 0) {
    // Sets in by degrees: a kink would be a jump of the foot's velocity as its toes come up.
    double up = std::sin(-pitch);
    if (const double over = std::sin(s.heel_from); up < over)
      up *= up * (2 * over - up) / (over * over);
    return up * (s.ball - s.heel);
  }
  return std::sin(std::max(0.0, pitch - s.most_bend)) * s.toes;
}

// Heights of the ground along the way, from `back` to `front` of a point.
struct SoleBalance::Along {
  double highest = -HUGE_VAL;
  bool edge = false;  // the ground is not even there
};
SoleBalance::Along SoleBalance::along(const Now& now, const Vec3& at, double back,
                                      double front) const {
  constexpr double apart = 0.02;  // m
  const Vec3 ahead = ahead_of(now.heading);
  Along found;
  double before = 0;
  for (double x = back; x <= front + apart; x += apart) {
    const Vec3 p = at + x * ahead;
    const double height = ground_height(now.sense.ground, p.x(), p.y());
    found.edge = found.edge || (x > back && std::abs(height - before) > sole().edge_height);
    found.highest = std::max(found.highest, before = height);
  }
  return found;
}

// The foothold, or the nearest to it along the way where no edge of a step is under the sole, nor
// close behind the heel or before the toes.
Vec3 SoleBalance::off_edges(const Now& now, std::size_t k, const Vec3& foothold) const {
  const PressedSoleSpec& s = sole();
  constexpr double apart = 0.01;  // m
  const Vec3 ahead = ahead_of(now.heading);
  const double back = s.heel - legs_[k].chain.ankle_to_foot.x() - s.edge_margin;
  for (double shift = 0; shift <= s.edges && s.edges > 0; shift += apart)
    for (const double way : {shift, -shift})
      if (!along(now, foothold + way * ahead, back, s.toes + s.edge_margin).edge)
        return foothold + way * ahead;
  return foothold;
}

double SoleBalance::above_edges(const Now& now, std::size_t k, const Vec3& foot) const {
  const PressedSoleSpec& s = sole();
  if (s.edges == 0) return -HUGE_VAL;
  const LegChain& chain = legs_[k].chain;
  const Along ground = along(now, foot, s.heel - chain.ankle_to_foot.x(), s.toes + s.toe_margin);
  return ground.edge ? ground.highest + chain.foot_height + s.clears : -HUGE_VAL;
}

// Toes lie level under a foot whose heel is up, as far as they bend.
Vec3 SoleBalance::bent_toes(const Now& now, std::size_t k) const {
  const LegChain& chain = legs_[k].chain;
  const Mat3 present = rest_.turn(now.sense.work, chain.foot_body);
  const double up = std::asin(std::clamp(-present(2, 0), -1.0, 1.0)) - ground_pitch(now, k);
  const double bend = std::clamp(up, 0.0, sole().most_bend);
  return chain.toe->coordinates(turn_to(0, -bend));
}

// The pitch of a foot on the ground: more than `pitch` if the foot is behind and the leg does not
// reach its ankle otherwise.
double SoleBalance::heel_lifted(const Now& now, std::size_t k, const Vec3& to_foot,
                                double pitch) const {
  const LegChain& chain = legs_[k].chain;
  const double heading = now.frames[legs_[k].frame].heading, slope = ground_pitch(now, k);
  const double length = sole().straight * (chain.hip_to_knee.norm() + chain.knee_to_ankle.norm());
  const auto reaches = [&](double p) {
    return (to_foot - turn_to(heading, p + slope) * chain.ankle_to_foot).norm() <= length;
  };
  if (to_foot.dot(ahead_of(heading)) > 0 || reaches(pitch)) return pitch;
  constexpr int halvings = 12;
  double low = pitch, high = std::max(pitch, sole().most_lift);
  for (int i = 0; i < halvings; ++i) (reaches((low + high) / 2) ? high : low) = (low + high) / 2;
  return (low + high) / 2;
}

// The point of a sole that is nearest to the one that is wanted. A foot on its heel or on its ball
// is pressed there.
Vec3 SoleBalance::on_sole(const Now& now, std::size_t k, const Vec3& wanted) const {
  const LegChain& chain = legs_[k].chain;
  const PressedSoleSpec& s = sole();
  const Mat3 turn = rest_.turn(now.sense.work, chain.foot_body);
  const Vec3 ankle = now.legs[k].foot - turn * chain.ankle_to_foot;
  const double pitch = std::asin(std::clamp(-turn(2, 0), -1.0, 1.0)) - ground_pitch(now, k);
  const double rolls = pitch < 0 ? s.heel_rolls.value_or(s.rolls) : s.rolls;
  const double up = std::clamp(pitch / rolls, -1.0, 1.0);
  const double length = s.ball - s.heel;
  Vec3 p = turn.transpose() * (wanted - ankle);
  const double flat = flat_heel();
  const double back =
      flat + std::max(0.0, up) * (s.ball - flat) - std::max(0.0, -up) * (flat - s.heel);
  p.x() = std::clamp(p.x(), back, std::max(back, s.ball - std::max(0.0, -up) * length));
  p.y() = legs_[k].side * std::clamp(legs_[k].side * p.y(), s.inner, s.outer);
  p.z() = chain.ankle_to_foot.z() - chain.foot_height;
  return ankle + turn * p;
}

}  // namespace gambol::leg_frames
