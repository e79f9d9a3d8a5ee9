#pragma once

// OpenImageIO's texture system, the implementation of image/textures.h.

#include <string>

#include "image/textures.h"

namespace gambol {

void* open_textures(int megabytes);
void close_textures(void* system);
std::string open_texture(void* system, const std::string& path, int& number);
std::string texture_trouble(void* system);
Rgba look_up(void* system, int texture, float s, float t, float ds, float dt, bool stored);

}  // namespace gambol
