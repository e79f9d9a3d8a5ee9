#include "render/film.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "image/srgb.h"

namespace gambol {
namespace {

constexpr int filter_cells = 512;
constexpr double filter_radius = 1.5;

double blackman_harris(double x) {
  const double a = 3.14159265358979 * (x / filter_radius + 1);
  return 0.35875 - 0.48829 * std::cos(a) + 0.14128 * std::cos(2 * a) - 0.01168 * std::cos(3 * a);
}

float shoulder(float x) {
  constexpr float knee = 0.7f;
  return x <= knee ? std::max(x, 0.0f)
                   : knee + (1 - knee) * (1 - std::exp((knee - x) / (1 - knee)));
}

}  // namespace

PixelFilter::PixelFilter() {
  constexpr int steps = 16384;
  std::vector<double> sum{0};
  for (int i = 0; i < steps; ++i)
    sum.push_back(sum.back() + blackman_harris(filter_radius * (2 * (i + 0.5) / steps - 1)));
  int at = 0;
  for (int cell = 0; cell <= filter_cells; ++cell) {
    const double wanted = sum.back() * cell / filter_cells;
    while (at + 1 < steps && sum[at + 1] < wanted) ++at;
    const double part = (wanted - sum[at]) / (sum[at + 1] - sum[at]);
    inverse_.push_back(float(filter_radius * (2 * (at + std::clamp(part, 0.0, 1.0)) / steps - 1)));
  }
}

float PixelFilter::invert(float u) const {
  const float s = u * filter_cells;
  const int i = std::min(static_cast<int>(s), filter_cells - 1);
  return inverse_[i] + (s - float(i)) * (inverse_[i + 1] - inverse_[i]);
}

Image8 tone_map(const Image& linear, double exposure) {
  const float scale = static_cast<float>(std::exp2(exposure));
  Image8 shown{linear.width, linear.height, 3, {}};
  shown.pixels.resize(std::size_t(3) * linear.width * linear.height);
  tbb::parallel_for(0, linear.height, [&](int y) {
    for (int x = 0; x < linear.width; ++x) {
      const std::size_t pixel = std::size_t(y) * linear.width + x;
      for (int c = 0; c < 3; ++c) {
        const float v = linear.pixels[pixel * linear.channels + std::min(c, linear.channels - 1)];
        shown.pixels[3 * pixel + c] =
            static_cast<std::uint8_t>(255 * srgb_from_linear(shoulder(scale * v)) + 0.5f);
      }
    }
  });
  return shown;
}

}  // namespace gambol
