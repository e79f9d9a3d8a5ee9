#include "render/plane.h"

#include <tbb/parallel_for.h>

namespace gambol {
namespace {

// v and a share of the differences from both neighbours: constants stay what they are, to the bit.
Floats mixed(Floats before, Floats v, Floats after) {
  return fused((before - v) + (after - v), neighbour_share, v);
}

}  // namespace

void PixelPlane::repeat_edge() {
  for (int y = -border; y < height_ + border; ++y) {
    const float* from = row(0, std::clamp(y, 0, height_ - 1));
    float* to = row(0, y);
    if (to != from) std::copy_n(from, width_, to);
    std::fill(to - border, to, from[0]);
    std::fill(to + width_, to + width_ + border, from[width_ - 1]);
  }
}

void PixelPlane::smooth(int radius) {
  repeat_edge();
  const float share = 1.0f / float(2 * radius + 1);
  PixelPlane across(width_, height_);
  const auto mean = [&](const PixelPlane& from, int x, int y, int dx, int dy) {
    Floats sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += load(from.row(x + k * dx, y + k * dy));
    return sum * share;
  };
  tbb::parallel_for(-radius, height_ + radius, [&](int y) {
    for (int x = 0; x < width_; x += float_lanes) store(mean(*this, x, y, 1, 0), across.row(x, y));
  });
  tbb::parallel_for(0, height_, [&](int y) {
    for (int x = 0; x < width_; x += float_lanes) store(mean(across, x, y, 0, 1), row(x, y));
  });
}

void PixelPlane::reconstruct() {
  repeat_edge();
  PixelPlane across(width_, height_);
  tbb::parallel_for(-1, height_ + 1, [&](int y) {
    for (int x = 0; x < width_; x += float_lanes)
      store(mixed(load(row(x - 1, y)), load(row(x, y)), load(row(x + 1, y))), across.row(x, y));
  });
  tbb::parallel_for(0, height_, [&](int y) {
    for (int x = 0; x < width_; x += float_lanes)
      store(mixed(load(across.row(x, y - 1)), load(across.row(x, y)), load(across.row(x, y + 1))),
            row(x, y));
  });
}

}  // namespace gambol
