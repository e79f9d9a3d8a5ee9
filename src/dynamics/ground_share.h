#pragma once

// How the ground could carry a figure whose motion is given: of all forces on its planted feet that
// friction allows, those that leave the least for nobody to give, and of these the smallest.
//
// A small quadratic program over friction cones. Its dual has six unknowns, whatever the number of
// feet: the acceleration that would remain if the whole figure were one rigid body.

#include <vector>

#include "dynamics/momentum.h"

namespace gambol {

struct PlantedFoot {
  int body = 0;
  Vec3 p = Vec3::Zero();        // W, m: where the ground pushes
  Vec3 normal = Vec3::UnitZ();  // W, unit, out of the ground
  double friction = 0;          // of the ground under it
  Vec3 force = Vec3::Zero();    // W, N on the foot: found
};

// `needed`: what the motion asks for, about the centre of mass in world axes. Fills the feet's
// forces and returns what they cannot give.
SpatialForce share_ground_force(const RigidWhole& whole, const SpatialForce& needed,
                                std::vector<PlantedFoot>& feet);

}  // namespace gambol
