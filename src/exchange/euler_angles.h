#pragma once

// Rotations as three turns about axes that move along: R = Rz(z) Ry(y) Rx(x).

#include "base/vec.h"

namespace gambol {

// The angles (z, y, x) of R, rad, that are nearest to `before`, so that they run smoothly from one
// frame to the next. Beyond half a turn they go on counting.
Vec3 zyx_angles(const Mat3& R, const Vec3& before);

}  // namespace gambol
