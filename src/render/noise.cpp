#include "render/noise.h"

#include <cmath>

#include "render/exponential.h"
#include "render/reconstruct.h"

namespace gambol {
namespace {

constexpr int neighbours = 2;  // px

// Approximates the display value; whatever the tone curve, white is 1.
Floats as_shown(Floats v) {
  v = larger(v, Floats(0.0f));
  v = select(v < 0.7f, v, 1.0f - 0.3f * exponential((0.7f - v) * (1 / 0.3f)));
  return select(v <= 0.0031308f, 12.92f * v,
                1.055f * exponential(logarithm(v) * (1 / 2.4f)) - 0.055f);
}

}  // namespace

// Half the difference between the means of two halves is about the standard error of their mean.
PixelPlane squared_noise(const ViewPixels& pixels, double exposure) {
  const float scale = float(std::exp2(exposure));
  const std::vector<PixelPlane> halves =
      reconstructed<6>(pixels, [&](const PixelSums& s, float* to) {
        put(s.half(0) * scale, to), put(s.half(1) * scale, to + 3);
      });
  PixelPlane error2(pixels.width(), pixels.height());
  tbb::parallel_for(0, pixels.height(), [&](int y) {
    for (int x = 0; x < pixels.width(); x += float_lanes) {
      Floats sum = 0;
      for (int k = 0; k < 3; ++k) {
        const Floats d =
            as_shown(load(halves[k].row(x, y))) - as_shown(load(halves[3 + k].row(x, y)));
        sum += d * d;
      }
      store(sum * (0.25f / 3), error2.row(x, y));
    }
  });
  error2.smooth(neighbours);
  return error2;
}

}  // namespace gambol
