#include "control/skills/pendulum.h"

#include <cmath>

namespace gambol {

Vec3 Pendulum::captured() const {
  const Vec3 at = com + velocity / omega;
  return {at.x(), at.y(), 0};
}

Vec3 Pendulum::captured_later(const Vec3& pivot, double time) const {
  const Vec3 from(pivot.x(), pivot.y(), 0);
  return from + std::exp(omega * time) * (captured() - from);
}

// With c the pressure's mean and G the growth: x = c + G (y - c), c = p + q (x - ahead - p).
// A pressure that moves at u is as one that rests u / omega ahead of it, and all moves at u.
Vec3 Pendulum::captured_at_transfer(const Vec3& pivot, double time, double half, const Vec3& ahead,
                                    const Vec3& rolls) const {
  constexpr double q = 0.25;
  const double more = std::exp(omega * half) - 1;
  const Vec3 moved = time * rolls;
  const Vec3 from(pivot.x() + moved.x(), pivot.y() + moved.y(), 0);
  const Vec3 landing = captured_later(pivot + rolls / omega, time) + moved;
  return ((1 + more) * landing - more * ((1 - q) * from - q * ahead)) / (1 + q * more);
}

// From b it grows to b e^(omega time), which is b + length ahead, and width - b inwards.
Vec2 capture_offset(double length, double width, double omega, double time) {
  const double growth = std::exp(omega * time);
  return {length / (growth - 1), width / (growth + 1)};
}

BouncingPendulum bouncing(const Pendulum& pendulum, double stance, double step) {
  return {pendulum.omega * std::sqrt(step / stance), stance, step - stance};
}

// In the stance x'' = omega^2 x: a hyperbolic sine about its middle ahead, a cosine inwards. A step
// is what a stance and a flight go.
BouncingPendulum::Place BouncingPendulum::repeated(double since, double speed, double width) const {
  const double half = omega * stance / 2, t = omega * (since - stance / 2);
  const double sinh = std::sinh(half), cosh = std::cosh(half);
  const double ahead = speed * (stance + flight) / (2 * sinh + omega * flight * cosh);
  const double inwards = width / (2 * cosh + omega * flight * sinh);
  return {Vec2(ahead * std::sinh(t), inwards * std::cosh(t)),
          omega * Vec2(ahead * std::cosh(t), inwards * std::sinh(t))};
}

// The left eigenvector (1, k) of a step's map of place and velocity, of its eigenvalue above 1.
double BouncingPendulum::growing() const {
  const double sinh = std::sinh(omega * stance), cosh = std::cosh(omega * stance);
  const double flies = omega * flight * sinh, trace = 2 * cosh + flies;
  const double most = (trace + std::sqrt(trace * trace - 4)) / 2;
  return (most - cosh - flies) / (omega * sinh);
}

}  // namespace gambol
