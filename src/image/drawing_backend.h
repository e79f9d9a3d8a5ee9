#pragma once

// The interface of the module that links Cairo, for drawing.cpp. Failures are returned as text, so
// that no exception has to cross the module boundary.

#include <string>

#include "image/drawing.h"

namespace gambol {

struct DrawingBackend {
  std::string (*draw)(const Drawing&, Image8&);  // an empty string, or what went wrong
};

inline constexpr const char* drawing_backend_symbol = "gambol_drawing_backend";
inline constexpr const char* drawing_backend_module = "gambol_image_cairo";

}  // namespace gambol
