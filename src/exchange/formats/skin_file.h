#pragma once

// The skin of an imported character as a file beside its figure.

#include <string>

#include "geometry/gltf.h"

namespace gambol {

// Binary glTF of the triangles of one material. `skeleton` is in our axes and metres; the file's y
// is up, and its front faces z.
std::string skin_file(const GltfSkeleton& skeleton, int material);

// The rotation from the axes of glTF to ours: z up, x forward.
Quat from_gltf_axes();

}  // namespace gambol
