#pragma once

// The pictures of textures, for formats that carry them.

#include "exchange/scene.h"

namespace gambol {

// Reads the files of the pictures that lie on texture coordinates into scene.picture_files, and
// makes PNG files of those that are neither PNG nor JPEG. Throws InputError.
void read_picture_files(Scene& scene);

}  // namespace gambol
