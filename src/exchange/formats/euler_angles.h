#pragma once

// Rotations as three turns about axes that move along. Of the angles that mean one rotation, those
// that run smoothly from one frame to the next: beyond half a turn they go on counting.

#include "base/vec.h"

namespace gambol {

// The angles (rad), each shifted by whole turns to be nearest to `before`.
Vec3 unwound(const Vec3& angles, const Vec3& before);
// The same about three different axes: two triples mean one rotation; of these the nearer one.
Vec3 nearest_triple(const Vec3& angles, const Vec3& before);

// The angles (z, y, x) of R = Rz(z) Ry(y) Rx(x), rad, that are nearest to `before`.
Vec3 zyx_angles(const Mat3& R, const Vec3& before);

}  // namespace gambol
