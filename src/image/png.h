#pragma once

#include <string>

#include "image/image.h"

namespace gambol {

// The bytes of a PNG file. Throws RunError (failed).
std::string png_bytes(const Image8& image);

}  // namespace gambol
