#pragma once

// A scene as a binary glTF 2.0 file (Khronos 2021), which Blender, game engines and browsers read:
// bodies as a hierarchy of nodes that move, their shapes, skins, materials, cameras and lights.
//
// glTF's y is up: one node at the root turns the scene, whose z is up. Times are those of the film.
// Materials are plain: patterns, coats and films stay behind, as do hair, skies and particles. Of a
// camera's lens the first frame counts, as glTF cannot change it. Intensities are written in lumens
// at 683 lm/W, as Blender reads them.

#include <string>

#include "exchange/formats/seen.h"

namespace gambol {

// Throws RunError (failed) if the file would be larger than glTF's 4 GiB.
std::string gltf_binary(const Scene& scene, SceneSpan span);

}  // namespace gambol
