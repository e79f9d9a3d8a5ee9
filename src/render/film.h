#pragma once

// From samples to pixels, and from light to what a screen shows.

#include <vector>

#include "image/image.h"
#include "render/sampler.h"

namespace gambol {

// A Blackman-Harris pixel filter 3 pixels wide. Samples are drawn from it, so that a pixel is the
// plain mean of its samples, whatever its neighbours got.
class PixelFilter {
 public:
  PixelFilter();
  // Offset from the pixel's centre, in pixels.
  Sample2 offset(Sample2 u) const { return {invert(u.x), invert(u.y)}; }

 private:
  float invert(float u) const;
  std::vector<float> inverse_;
};

// What a frame looks like as 8-bit sRGB, for PNG and movie alike: scaled by 2^exposure, kept as it
// is up to 0.7 of display white, and rolled off exponentially above, so that highlights keep their
// shape instead of clipping. Three channels.
Image8 tone_map(const Image& linear, double exposure);

}  // namespace gambol
