#pragma once

// Many frames of a film on one sheet, as photographers print them.

#include <functional>
#include <string>
#include <vector>

#include "image/image.h"

namespace gambol {

struct SheetFrame {
  std::string label;  // below it
  std::function<Image()> picture;
};

// Thumbnails in rows, scaled down in linear light to `thumbnail_width` at most. All frames must
// have one size.
Image8 contact_sheet(const std::vector<SheetFrame>& frames, int thumbnail_width = 320);

}  // namespace gambol
