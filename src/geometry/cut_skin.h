#pragma once

// Cuts off what hangs on bones that a figure has lost, and closes the wound.

#include <vector>

#include "geometry/gltf.h"

namespace gambol {

// Removes the part of a skinned mesh that hangs on lost bones by more than half, along the line
// where it hangs on them by half, and closes each hole that this leaves by a rounded cap: a film
// over its rim, raised outwards. What remains hangs on the other bones alone. `lost` [bone]. Holes
// that the mesh had before stay open.
void cut_off(GltfMesh& skin, const std::vector<char>& lost);

}  // namespace gambol
