#pragma once

// Contact sheets: many frames of a film in one picture.

#include <functional>
#include <string>
#include <vector>

#include "image/image.h"

namespace gambol {

struct SheetFrame {
  std::string label;  // below it
  std::function<Image()> picture;
};

// Thumbnails in rows, scaled down in linear light to at most `thumbnail_width` pixels, and to
// square ones from those of `pixel_aspect`. Throws RunError (failed) if the frames have different
// sizes.
Image8 contact_sheet(const std::vector<SheetFrame>& frames, double pixel_aspect = 1,
                     int thumbnail_width = 320);

}  // namespace gambol
