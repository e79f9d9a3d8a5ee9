#pragma once

#include "shot/world_spec.h"

namespace gambol {

// Whether `collisions.contact` is also the law of obstacles, on which friction holds: they have the
// ground's where there is ground.
inline bool is_law_of_obstacles(const WorldSpec& world) {
  return !world.ground && !world.obstacles.empty();
}

}  // namespace gambol
