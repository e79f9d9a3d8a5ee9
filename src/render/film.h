#pragma once

// The pixel filter, and tone mapping from light to display values.

#include <vector>

#include "image/image.h"
#include "render/sampler.h"
#include "shot/look_spec.h"

namespace gambol {

// A Blackman-Harris pixel filter 3 pixels wide. Sample positions are drawn in proportion to the
// filter, so that a pixel is the plain mean of its own samples and independent of its neighbours'.
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

// Converts a frame to 8-bit sRGB, for PNG and movie alike: scales it by 2^exposure, applies the
// saturation, then the tone curve:
//   soft    unchanged up to 0.7 of display white, rolled off exponentially above, so that
//           highlights keep their shape instead of clipping;
//   filmic  x^c / (x^c + g): a toe, a long shoulder, middle grey unchanged, with a slope of
//           `contrast` there;
//   srgb    clipped.
// If $OCIO names a colour configuration, its default display and view replace the tone curve and
// the sRGB encoding. The result has three channels. Throws InputError if the configuration fails.
Image8 tone_map(const Image& linear, double exposure, const ToneSpec& tone);

}  // namespace gambol
