#pragma once

// What the module that holds Cairo offers to drawing.cpp. Failures come back as text, so that no
// exception has to cross the border of the module.

#include <string>

#include "image/drawing.h"

namespace gambol {

struct DrawingBackend {
  std::string (*draw)(const Drawing&, Image8&);  // an empty string, or what went wrong
};

inline constexpr const char* drawing_backend_symbol = "gambol_drawing_backend";
inline constexpr const char* drawing_backend_module = "gambol_image_cairo";

}  // namespace gambol
