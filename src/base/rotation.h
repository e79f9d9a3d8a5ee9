#pragma once

#include <cmath>
#include <vector>

#include "base/vec.h"

namespace gambol {

// The rotation by |r| radians about r.
inline Quat exp_rotation(const Vec3& r) {
  const double angle = r.norm();
  // sin(a/2)/a by its series for small angles, where the quotient is inaccurate.
  const double k = angle < 1e-8 ? 0.5 - angle * angle / 48 : std::sin(angle / 2) / angle;
  return Quat(std::cos(angle / 2), k * r.x(), k * r.y(), k * r.z());
}

// The rotation vector of R, of length at most pi (rad).
inline Vec3 log_rotation(Quat R) {
  if (R.w() < 0) R.coeffs() *= -1;
  const double s = R.vec().norm();
  return s < 1e-12 ? Vec3(2 * R.vec()) : Vec3(R.vec() * (2 * std::atan2(s, R.w()) / s));
}

// d/dt of the rotation vector r of a body that turns at w (rad/s, body axes): inverse right
// Jacobian, J^-1(r) w. Its transpose is J^-1(-r).
inline Vec3 vector_rate(const Vec3& r, const Vec3& w) {
  const double a = r.norm();
  const double k = a < 1e-4 ? 1.0 / 12 : (1 - a / 2 / std::tan(a / 2)) / (a * a);
  return w + r.cross(w) / 2 + k * r.cross(r.cross(w));
}

// The inverse of vector_rate(): angular velocity from the rate dr of r (right Jacobian).
inline Vec3 rate_turning(const Vec3& r, const Vec3& dr) {
  const double a = r.norm();
  const double k = a < 1e-4 ? 0.5 : (1 - std::cos(a)) / (a * a);
  const double l = a < 1e-4 ? 1.0 / 6 : (a - std::sin(a)) / (a * a * a);
  return dr - k * r.cross(dr) + l * r.cross(r.cross(dr));
}

inline Mat3 rotation_about(const Vec3& unit, double angle) {
  return exp_rotation(angle * unit).toRotationMatrix();
}

// One rotation about a fixed axis of the parent ("x", -45 deg); a list is applied in order.
struct RotationSpec {
  char axis = 'x';
  double angle = 0;  // rad
};

// Returns the product of the rotations in their order, each about a fixed axis of the parent.
Quat rotation_of(const std::vector<RotationSpec>& rotations);

}  // namespace gambol
