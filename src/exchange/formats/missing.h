#pragma once

// What of a scene files of other formats lack, for the author.

#include <string>
#include <vector>

#include "exchange/scene.h"

namespace gambol {

// What a format, as it is written here, carries.
struct CarriedParts {
  bool sky = false, particles = false, cameras = false, lights = false, materials = false,
       ground = false, shapes = false, appearance = false, pictures = false;
  bool light_changes = false, lens_changes = false;
};

inline constexpr CarriedParts carried_by_gltf{.cameras = true,
                                              .lights = true,
                                              .materials = true,
                                              .ground = true,
                                              .shapes = true,
                                              .appearance = true,
                                              .pictures = true};
inline constexpr CarriedParts carried_by_usd{.sky = true,
                                             .particles = true,
                                             .cameras = true,
                                             .lights = true,
                                             .materials = true,
                                             .ground = true,
                                             .shapes = true,
                                             .appearance = true,
                                             .pictures = true,
                                             .light_changes = true,
                                             .lens_changes = true};
inline constexpr CarriedParts carried_by_bvh{};
inline constexpr CarriedParts carried_by_obj{
    .materials = true, .ground = true, .shapes = true, .appearance = true};

// Parts of the scene that such a file lacks: "the sky", "particles", ...
std::vector<std::string> missing_parts(const Scene& scene, const CarriedParts& carried);

}  // namespace gambol
