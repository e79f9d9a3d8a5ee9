#pragma once

// From samples to pixels, and from light to what a screen shows.

#include <vector>

#include "image/image.h"
#include "render/sampler.h"
#include "shot/look_spec.h"

namespace gambol {

// A Blackman-Harris pixel filter 3 pixels wide. Samples are drawn from it, so that a pixel is the
// plain mean of its samples, whatever its neighbours got.
class PixelFilter {
 public:
  PixelFilter();
  // Offset from the pixel's centre, in pixels.
  template <class F>
  Sample2Of<F> offset(Sample2Of<F> u) const {
    return {invert(u.x), invert(u.y)};
  }

 private:
  static constexpr int cells = 512;
  template <class F>
  F invert(F u) const {
    const F s = u * float(cells);
    const IntOf<F> i = to_int(s);
    return lerp(gather(inverse_.data(), i), gather(inverse_.data() + 1, i), s - to_float(i));
  }
  std::vector<float> inverse_;  // [border of a cell]
};

// What a frame looks like as 8-bit sRGB, for PNG and movie alike: scaled by 2^exposure, then
//   soft    kept as it is up to 0.7 of display white, rolled off exponentially above, so that
//           highlights keep their shape instead of clipping;
//   filmic  x^c / (x^c + g): a toe, a long shoulder and middle grey where it was, with a slope of
//           `contrast` there;
//   srgb    clipped.
// If $OCIO names a colour configuration, its default display and view show it instead. Three
// channels. Throws InputError if that configuration cannot.
Image8 tone_map(const Image& linear, double exposure, const ToneSpec& tone);

}  // namespace gambol
