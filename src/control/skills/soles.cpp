#include "control/skills/soles.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"

namespace gambol::skills {
namespace {

constexpr double steep = 0.4;  // rise over way between two looks at the ground: an edge

// Where a foot stands, or is to come down: on its way over an edge it does not turn.
const Vec3& place_of(const Stepping& now, std::size_t k) {
  const Vec3& foot = now.seen.legs[k].foot;
  if (now.legs[k].swing < 0) return foot;
  const auto comes_down = std::find_if(now.footfalls.begin(), now.footfalls.end(),
                                       [&](const Footfall& f) { return f.leg == k; });
  return comes_down != now.footfalls.end() ? comes_down->place : foot;
}

// Rise over way of the ground from one side of a place to the other. Where it is not even between
// them, an edge is there: a foot stands on one side of it, and lies level.
double slope_across(const Seen& seen, const Vec3& place, const Vec3& to_side) {
  const double middle = seen.ground_at(place);
  const double before = middle - seen.ground_at(place - to_side);
  const double beyond = seen.ground_at(place + to_side) - middle;
  const double most = steep * to_side.norm();
  if (std::abs(beyond - before) > most || std::abs(beyond + before) > 2 * most) return 0;
  return (before + beyond) / (2 * to_side.norm());
}

}  // namespace

double Soles::ground_pitch(const Stepping& now, std::size_t k) const {
  if (!now.seen.sense.ground.terrain) return -0.0;  // as below, of equal heights
  const Vec3 ahead = (sole_.ball - sole_.heel) / 2 * ahead_of(foot_heading(now, k));
  return -std::atan(slope_across(now.seen, place_of(now, k), ahead));
}

double Soles::ground_roll(const Stepping& now, std::size_t k) const {
  if (!now.seen.sense.ground.terrain) return 0;
  const Vec3 left =
      (sole_.outer - sole_.inner) / 2 * Vec3::UnitZ().cross(ahead_of(foot_heading(now, k)));
  return std::atan(slope_across(now.seen, place_of(now, k), left) * std::cos(ground_pitch(now, k)));
}

// A foot that swings turns to the direction in which the figure is to go, and stays as it came
// down.
double Soles::foot_heading(const Stepping& now, std::size_t k) const {
  if (now.legs[k].swing >= 0) return now.legs[k].heading;
  return present_heading(now.seen, k);
}

double Soles::present_heading(const Seen& seen, std::size_t k) const {
  return yaw_of(body_.rest.turn(seen.sense.work, body_.legs[k].chain.foot_body));
}

double Soles::pivot_ahead() const { return sole_.pivot.value_or(middle_ahead()); }

double Soles::middle_aside(std::size_t k) const {
  return body_.legs[k].side * (sole_.inner + sole_.outer) / 2;
}

Vec3 Soles::middle(const Seen& seen, std::size_t k) const {
  return on_ground(seen, k, middle_ahead());
}

Vec3 Soles::pivot(const Seen& seen, std::size_t k) const {
  return on_ground(seen, k, pivot_ahead());
}

Vec3 Soles::on_ground(const Seen& seen, std::size_t k, double ahead) const {
  const LegChain& chain = body_.legs[k].chain;
  const Vec3 from_foot(ahead - chain.ankle_to_foot.x(), middle_aside(k) - chain.ankle_to_foot.y(),
                       -chain.foot_height);
  return seen.legs[k].foot + body_.rest.turn(seen.sense.work, chain.foot_body) * from_foot;
}

// Heights of the ground along the way, from `back` to `front` of a point.
struct Soles::Along {
  double highest = -HUGE_VAL;
  bool edge = false;  // the ground is not even there
};
Soles::Along Soles::along(const Stepping& now, const Vec3& at, double back, double front) const {
  const double apart = length() / 12;
  const Vec3 ahead = now.wanted.forward();
  Along found;
  double before = 0;
  for (double x = back; x <= front + apart; x += apart) {
    const Vec3 p = at + x * ahead;
    const double height = now.seen.ground_at(p);
    found.edge = found.edge || (x > back && std::abs(height - before) > steep * apart);
    found.highest = std::max(found.highest, before = height);
  }
  return found;
}

// The foothold, or the nearest to it along the way where no edge of a step is under the sole, nor
// close behind the heel or before the toes.
Vec3 Soles::off_edges(const Stepping& now, std::size_t k, const Vec3& foothold) const {
  if (!now.seen.sense.ground.terrain) return foothold;
  const PressedSoleSpec& s = sole_;
  const double apart = length() / 24, margin = length() / 12;
  const Vec3 ahead = now.wanted.forward();
  const double back = s.heel - body_.legs[k].chain.ankle_to_foot.x() - margin;
  const double most = 0.51 * length();  // twelve steps
  for (double shift = 0; shift <= most; shift += apart)
    for (const double way : {shift, -shift})
      if (!along(now, foothold + way * ahead, back, s.toes + margin).edge)
        return foothold + way * ahead;
  return foothold;
}

double Soles::above_edges(const Stepping& now, std::size_t k, const Vec3& foot,
                          double pitch) const {
  const PressedSoleSpec& s = sole_;
  const LegChain& chain = body_.legs[k].chain;
  const double margin = length() / 6;  // ahead of the toes
  const Along ground = along(now, foot, s.heel - chain.ankle_to_foot.x(), s.toes + margin);
  const double clear = length() / 12 + s.toes * std::sin(std::clamp(pitch, 0.0, M_PI / 2));
  return ground.edge ? ground.highest + chain.foot_height + clear : -HUGE_VAL;
}

// Toes lie level under a foot whose heel is up, as far as they bend.
Vec3 Soles::bent_toes(const Stepping& now, std::size_t k) const {
  const LegChain& chain = body_.legs[k].chain;
  const Mat3 present = body_.rest.turn(now.seen.sense.work, chain.foot_body);
  const double up = std::asin(std::clamp(-present(2, 0), -1.0, 1.0)) - ground_pitch(now, k);
  const double bend = std::clamp(up, 0.0, most_bend);
  return chain.toe->coordinates(turn_to(0, -bend));
}

// The pitch of a foot on the ground: more than `pitch` if the foot is behind and the leg does not
// reach its ankle otherwise.
double Soles::heel_lifted(const Stepping& now, std::size_t k, const Vec3& to_foot,
                          double pitch) const {
  const LegChain& chain = body_.legs[k].chain;
  const double heading = now.seen.frames[body_.legs[k].frame].heading, slope = ground_pitch(now, k);
  Vec3 ankle_to_foot = chain.ankle_to_foot;
  if (const double roll = ground_roll(now, k); roll != 0)
    ankle_to_foot = rotation_about(Vec3::UnitX(), roll) * ankle_to_foot;
  const double length = straight_leg * (chain.hip_to_knee.norm() + chain.knee_to_ankle.norm());
  const auto reaches = [&](double p) {
    return (to_foot - turn_to(heading, p + slope) * ankle_to_foot).norm() <= length;
  };
  if (to_foot.dot(ahead_of(heading)) > 0 || reaches(pitch)) return pitch;
  constexpr int halvings = 12;
  constexpr double most_lift = 0.3;  // rad
  double low = pitch, high = std::max(pitch, most_lift);
  for (int i = 0; i < halvings; ++i) (reaches((low + high) / 2) ? high : low) = (low + high) / 2;
  return (low + high) / 2;
}

// The point of a sole that is nearest to the one that is wanted. A foot on its heel or on its ball
// is pressed there.
Vec3 Soles::nearest(const Stepping& now, std::size_t k, const Vec3& wanted) const {
  const LegChain& chain = body_.legs[k].chain;
  const PressedSoleSpec& s = sole_;
  const Mat3 turn = body_.rest.turn(now.seen.sense.work, chain.foot_body);
  const Vec3 ankle = now.seen.legs[k].foot - turn * chain.ankle_to_foot;
  const double pitch = std::asin(std::clamp(-turn(2, 0), -1.0, 1.0)) - ground_pitch(now, k);
  constexpr double heel_rolls = 0.5;  // rad, of raised toes
  const double rolls = pitch < 0 ? heel_rolls : s.rolls;
  const double up = std::clamp(pitch / rolls, -1.0, 1.0);
  const double length = s.ball - s.heel;
  Vec3 p = turn.transpose() * (wanted - ankle);
  const double flat = flat_heel();
  const double back =
      flat + std::max(0.0, up) * (s.ball - flat) - std::max(0.0, -up) * (flat - s.heel);
  p.x() = std::clamp(p.x(), back, std::max(back, s.ball - std::max(0.0, -up) * length));
  p.y() = body_.legs[k].side * std::clamp(body_.legs[k].side * p.y(), s.inner, s.outer);
  p.z() = chain.ankle_to_foot.z() - chain.foot_height;
  return ankle + turn * p;
}

}  // namespace gambol::skills
