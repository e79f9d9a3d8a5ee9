#pragma once

// Hair on level ground, around the camera.

#include "render/hair/strands.h"

namespace gambol {

// Grows on a level square around the world's origin, `height` m above it, whose half side is
// `extent` m, as far as the hair's reach. `view` needs a camera, relative to `origin`.
Strands grow_lawn(const HairGrowth& growth, double height, double extent, std::uint32_t seed,
                  const Vec3& origin, const HairView& view);

}  // namespace gambol
