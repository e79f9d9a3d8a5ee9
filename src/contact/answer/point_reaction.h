#pragma once

// A force on a point of a body that may depend on the point's acceleration.

#include "dynamics/articulated_body.h"

namespace gambol {

// The force on a point of a body: force - D a, where a is the point's acceleration relative to the
// surface that it touches. All in W.
struct PointReaction {
  Vec3 force = Vec3::Zero();
  Mat3 D = Mat3::Zero();  // kg, symmetric; zero without implicit terms
  bool implicit = false;
};

// Adds force - D a to the body's applied force and added inertia, where a is the acceleration of
// p_B.
void apply_at_point(const PointReaction& reaction, const Vec3& p_B, BodyWork& b);

}  // namespace gambol
