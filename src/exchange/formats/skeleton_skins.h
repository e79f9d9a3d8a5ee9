#pragma once

// The skin of an imported character, by materials: meshes and pictures beside the figure, and
// materials for the shot's look.

#include <string>

#include "exchange/formats/imported.h"
#include "geometry/gltf.h"

namespace gambol {

// Adds files and materials to the figure, and returns the key `skins` of its text. `skeleton` is in
// our axes and metres. What a look cannot say is listed.
std::string add_skins(GltfSkeleton& skeleton, Imported& made, ImportedFigure& figure);

}  // namespace gambol
