#pragma once

#include "base/vec.h"

namespace gambol {

// Depth (m) within a surface of a point after h (s) at its present velocity relative to the
// surface. `normal`: unit, out of the surface.
inline double depth_after(double h, double depth, const Vec3& normal, const Vec3& velocity) {
  return depth - h * normal.dot(velocity);
}

}  // namespace gambol
