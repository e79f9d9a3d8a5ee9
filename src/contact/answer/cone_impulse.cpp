#include "contact/answer/cone_impulse.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol {
namespace {

// A direction along the surface.
struct SlipDirection {
  double x, y;
};
SlipDirection turned(const SlipDirection& a, const SlipDirection& by) {
  return {a.x * by.x - a.y * by.y, a.x * by.y + a.y * by.x};
}

// An impulse on the cone whose friction pushes along a direction.
struct OnCone {
  SlipDirection along;
  Vec3 p;
  double turns = 0;    // across the push, m/s: 0 where friction opposes the sliding
  double opposes = 0;  // against the push, m/s: >= 0 where it does
  bool exists = false;
};

OnCone on_cone(const Mat3& phi, const Vec3& v, double friction, const SlipDirection& along) {
  OnCone at;
  at.along = along;
  const Vec3 push(friction * along.x, friction * along.y, 1);
  const double answer = phi.row(2).dot(push);
  // Friction presses the bodies together harder than the normal impulse separates them.
  if (answer <= 1e-9 * phi(2, 2)) return at;
  at.exists = true;
  at.p = -v.z() / answer * push;
  const Vec3 slip = v + phi * at.p;
  at.turns = along.x * slip.y() - along.y * slip.x();
  at.opposes = -(along.x * slip.x() + along.y * slip.y());
  return at;
}

// Where the sliding turns from one side of the push to the other, between two directions: the false
// position along the chord between them, by Illinois's variant, which keeps the bracket.
OnCone crossing(const Mat3& phi, const Vec3& v, double friction, OnCone low, OnCone high) {
  OnCone at = low;
  const double settled = 1e-13 * v.norm();
  for (int k = 0, side = 0; k < 60; ++k) {
    const double share = low.turns / (low.turns - high.turns);
    const double x = low.along.x + share * (high.along.x - low.along.x);
    const double y = low.along.y + share * (high.along.y - low.along.y);
    const double length = std::sqrt(x * x + y * y);
    at = on_cone(phi, v, friction, {x / length, y / length});
    if (!at.exists || std::abs(at.turns) <= settled) break;
    if ((at.turns > 0) == (low.turns > 0)) {
      low.along = at.along, low.turns = at.turns;
      if (side == 1) high.turns /= 2;
      side = 1;
    } else {
      high.along = at.along, high.turns = at.turns;
      if (side == -1) low.turns /= 2;
      side = -1;
    }
  }
  return at;
}

// The direction in which to look for the friction first.
SlipDirection first_direction(const Vec3& v, const Vec3& hold, const Vec3& guess) {
  double x = -v.x(), y = -v.y();
  if (hold.z() > 0) x = hold.x(), y = hold.y();
  if (guess.z() > 0 && guess.x() * guess.x() + guess.y() * guess.y() > 0)
    x = guess.x(), y = guess.y();
  const double length = std::sqrt(x * x + y * y);
  return length > 0 ? SlipDirection{x / length, y / length} : SlipDirection{1, 0};
}

// The impulse that holds the contact, moved onto the cone: no answer, but one that ends.
Vec3 pulled_onto_cone(const Mat3& phi, const Vec3& v, double friction, const Vec3& hold) {
  const double across = std::hypot(hold.x(), hold.y());
  const double along = std::max(hold.z(), -v.z() / phi(2, 2));
  const double scale = across > 0 ? friction * along / across : 0;
  return {scale * hold.x(), scale * hold.y(), along};
}

}  // namespace

PointAnswer point_answer(const Mat3& phi) {
  constexpr double softened = 1e-12;
  Mat3 soft = phi;
  soft.diagonal().array() += softened * phi.trace();
  return {phi, soft.inverse()};
}

Vec3 cone_impulse(const PointAnswer& at, const Vec3& v, double friction, const Vec3& guess) {
  if (v.z() >= 0) return Vec3::Zero();
  const Mat3& phi = at.phi;
  if (friction <= 0) return {0, 0, -v.z() / phi(2, 2)};
  const Vec3 hold = -(at.hold * v);
  if (hold.z() >= 0 &&
      hold.x() * hold.x() + hold.y() * hold.y() <= friction * friction * hold.z() * hold.z())
    return hold;
  // Outwards from the first direction, to both sides, by an eighth of a half turn.
  static const SlipDirection step{std::cos(std::numbers::pi / 8), std::sin(std::numbers::pi / 8)};
  constexpr int steps = 8;
  OnCone ends[2];
  ends[0] = ends[1] = on_cone(phi, v, friction, first_direction(v, hold, guess));
  for (int i = 0; i < steps; ++i) {
    for (int side = 0; side < 2; ++side) {
      const OnCone low = ends[side];
      OnCone& high = ends[side];
      high = on_cone(phi, v, friction, turned(low.along, {step.x, side ? -step.y : step.y}));
      if (!low.exists || !high.exists || (low.turns > 0) == (high.turns > 0)) continue;
      const OnCone found = crossing(phi, v, friction, low, high);
      if (found.exists && found.opposes >= 0) return found.p;
    }
  }
  return pulled_onto_cone(phi, v, friction, hold);
}

}  // namespace gambol
