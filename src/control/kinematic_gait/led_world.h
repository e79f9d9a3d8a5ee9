#pragma once

#include "contact/find/ground_surface.h"

namespace gambol {

// The world as the parts of a kinematic gait see it.
struct LedWorld {
  GroundSurface ground;
  Vec3 gravity = Vec3::Zero();  // m/s2
  double friction = 0;          // coefficient of the ground; 0 without ground
};

}  // namespace gambol
