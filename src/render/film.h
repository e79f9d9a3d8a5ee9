#pragma once

// Tone mapping from light to display values.

#include "image/image.h"
#include "shot/look_spec.h"

namespace gambol {

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
