#include "control/skills/standing.h"

#include <algorithm>
#include <cmath>

namespace gambol::skills {

// Along the heading of the first frame. Lengths in m.
struct Standing::Feet {
  Vec3 forward = Vec3::UnitX();
  Vec3 off = Vec3::Zero();  // W: of the capture point from the middle of the feet
  double apart = 0;         // how far one is before the other
  double to_face = 0;       // rad to the left: the largest of their angles to where it is to face
  std::size_t hindmost = 0;
  bool all_stand = true;
};

Standing::Feet Standing::feet(const In& in) const {
  Feet f;
  f.forward = turn_to(in.seen.frames.front().heading, 0).col(0);
  Vec3 middle = Vec3::Zero();
  double foremost = -HUGE_VAL, hindmost = HUGE_VAL;
  for (std::size_t k = 0; k < body_.legs.size(); ++k) {
    const Vec3 at = across(soles_.middle(in.seen, k));
    const double ahead = at.dot(f.forward);
    middle += at / static_cast<double>(body_.legs.size());
    foremost = std::max(foremost, ahead);
    if (ahead < hindmost) f.hindmost = k;
    hindmost = std::min(hindmost, ahead);
    f.all_stand = f.all_stand && (in.seen.first || (!in.feet[k].swings && in.feet[k].touches));
    const double to_face =
        std::remainder(in.heading - soles_.present_heading(in.seen, k), 2 * M_PI);
    if (std::abs(to_face) > std::abs(f.to_face)) f.to_face = to_face;
  }
  f.off = in.seen.whole.captured() - middle;
  f.apart = foremost - hindmost;
  return f;
}

namespace {

// Of the sole's length: distances of the capture point from where it is to be, and of feet that are
// side by side.
constexpr double leaves = 0.42, settles = 0.17, side_by_side = 0.25;
constexpr double faces_elsewhere = 0.26, faces = 0.14;  // rad

}  // namespace

Standing::Out Standing::run(const In& in, StandingMemory& memory) const {
  if (steps_at_ == 0) return {};
  const Feet f = feet(in);
  const double length = soles_.length();
  const bool shifts = spec_.sole->shifts > 0;
  const bool rests =
      f.all_stand && f.off.norm() < settles * length && f.apart < side_by_side * length;
  // One that is to go at once stands first.
  if (in.seen.first && shifts) memory.stands = rests;
  const bool stood = memory.stands;
  const bool falls = (f.off - captured(in.seen, memory)).norm() > leaves * length;
  const bool goes = in.speed > steps_at_ / 2 || (shifts && std::abs(f.to_face) > faces_elsewhere);
  if (falls || (goes && (!shifts || !stood || shifted(in, f, memory))))
    memory.stands = false;
  else if (stood && !goes)
    memory.shift.clear();
  else if (stood && memory.shift.empty())
    memory.shift = {{static_cast<std::uint32_t>(first_leg(in, f)), in.seen.sense.time}};
  else if (!stood && rests && (!shifts || std::abs(f.to_face) < faces))
    memory.stands = true;
  Out out{!memory.stands, {}};
  if (stood && !memory.stands && shifts)
    out.lifts = falls || memory.shift.empty() ? first_leg(in, f) : memory.shift.front().leg;
  if (!memory.stands) memory.shift.clear();
  return out;
}

// The one on the side to which it falls or turns; else the one behind; else the right one.
std::size_t Standing::first_leg(const In& in, const Feet& f) const {
  const double length = soles_.length();
  const Vec3 left = Vec3::UnitZ().cross(f.forward);
  const double aside = f.off.dot(left);
  double side = -1;
  if (std::abs(aside) > settles * length)
    side = aside;
  else if (in.speed <= steps_at_ / 2)
    side = f.to_face;
  else if (f.apart > side_by_side / 2 * length)
    return f.hindmost;
  for (std::size_t k = 0; k < body_.legs.size(); ++k)
    if (body_.legs[k].side * side > 0) return k;
  return 0;
}

// As far inwards of the foot that stays, and ahead, as in a walk on the spot, and as the author
// asks.
Vec3 Standing::captured(const Seen& seen, const StandingMemory& memory) const {
  if (memory.shift.empty() || body_.legs.size() != 2) return Vec3::Zero();
  const StandingMemory::Shift& shift = memory.shift.front();
  const Vec3 lifts = across(soles_.middle(seen, shift.leg));
  const Vec3 apart = across(soles_.middle(seen, 1 - shift.leg)) - lifts;
  const double over = spec_.sole->shifts;
  const double inwards = 1 / (1 + std::exp(seen.whole.omega * over));
  const double s = std::clamp((seen.sense.time - shift.since) / over, 0.0, 1.0);
  const double share = s * s * s * (10 - 15 * s + 6 * s * s);
  const Vec3 forward = turn_to(seen.frames.front().heading, 0).col(0);
  return share * ((0.5 - inwards) * apart + spec_.sole->leans * forward);
}

// Or it takes too long.
bool Standing::shifted(const In& in, const Feet& f, const StandingMemory& memory) const {
  if (memory.shift.empty()) return false;
  const double s = (in.seen.sense.time - memory.shift.front().since) / spec_.sole->shifts;
  const Vec3 left = Vec3::UnitZ().cross(f.forward);
  const double lacks = (f.off - captured(in.seen, memory)).dot(left);
  constexpr double near = 0.07, late = 2.5;  // of the sole's length, of the time
  return s >= late || (s >= 1 && std::abs(lacks) < near * soles_.length());
}

}  // namespace gambol::skills
