#pragma once

// Ground forces that can carry a figure whose motion is given: among all forces on its planted feet
// that friction allows, those that leave the smallest residual, and among these the smallest (their
// squares are divided by the feet's shares). The
// residual is the part of the needed force that the feet cannot supply.
//
// This is a small quadratic program over friction cones. Its dual has six unknowns for any number
// of feet: the acceleration that the residual would give the whole figure if it were one rigid
// body.

#include <vector>

#include "dynamics/momentum.h"

namespace gambol {

struct PlantedFoot {
  int body = 0;
  Vec3 p = Vec3::Zero();        // W, m: where the ground's force acts
  Vec3 normal = Vec3::UnitZ();  // W, unit, out of the ground
  double friction = 0;          // coefficient of the ground under the foot
  double share = 1;             // that it is to carry, relative to other feet
  Vec3 force = Vec3::Zero();    // W, N on the foot: result
};

// `needed` is the external force that the motion needs, about the centre of mass in world axes.
// Fills the feet's forces and returns the residual.
SpatialForce share_ground_force(const RigidWhole& whole, const SpatialForce& needed,
                                std::vector<PlantedFoot>& feet);

}  // namespace gambol
