#pragma once

// Parts of pictures, such as the halves that two eyes share.

#include <algorithm>
#include <cstddef>

namespace gambol {

// `Picture` is Image or Image8. The part must lie inside the picture.
template <class Picture>
Picture crop(const Picture& from, int left, int top, int width, int height) {
  Picture part{width, height, from.channels, {}};
  part.pixels.reserve(std::size_t(width) * height * from.channels);
  for (int y = top; y < top + height; ++y) {
    const auto row = from.pixels.begin() +
                     (std::ptrdiff_t(y) * from.width + left) * std::ptrdiff_t(from.channels);
    part.pixels.insert(part.pixels.end(), row, row + std::ptrdiff_t(width) * from.channels);
  }
  return part;
}

// Both have the same number of channels.
template <class Picture>
void paste(const Picture& part, int left, int top, Picture& onto) {
  const std::ptrdiff_t row = std::ptrdiff_t(part.width) * part.channels;
  for (int y = 0; y < part.height; ++y)
    std::copy_n(part.pixels.begin() + y * row, row,
                onto.pixels.begin() +
                    (std::ptrdiff_t(top + y) * onto.width + left) * std::ptrdiff_t(onto.channels));
}

}  // namespace gambol
