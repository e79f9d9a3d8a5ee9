#pragma once

#include <cmath>

#include "base/vec.h"

namespace gambol {

// The rotation by |r| radians about r.
inline Quat exp_rotation(const Vec3& r) {
  const double angle = r.norm();
  // sin(a/2)/a by its series where the quotient would lose digits.
  const double k = angle < 1e-8 ? 0.5 - angle * angle / 48 : std::sin(angle / 2) / angle;
  return Quat(std::cos(angle / 2), k * r.x(), k * r.y(), k * r.z());
}

}  // namespace gambol
