#pragma once

// How much noise a picture still has.

#include "render/plane.h"
#include "render/sampling.h"

namespace gambol {

// The square of the standard error of each pixel of the picture before denoising, in display values
// from 0 to 1 at 2^exposure; of red, green and blue the mean. Estimated from the two halves of the
// samples, and a mean over the neighbourhood of a pixel, because its own halves may agree by
// chance.
PixelPlane squared_noise(const ViewPixels& pixels, double exposure);

}  // namespace gambol
