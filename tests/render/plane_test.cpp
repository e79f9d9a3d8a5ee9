#include "render/plane.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol {
namespace {

// A number for each pixel of a view that does not fill whole registers.
template <class Function>
PixelPlane plane_of(const Function& value) {
  PixelPlane plane(21, 13);
  for (int y = 0; y < plane.height(); ++y)
    for (int x = 0; x < plane.width(); ++x) plane.at(x, y) = value(x, y);
  return plane;
}

template <class Function>
void for_each_pixel(const PixelPlane& plane, const Function& function) {
  for (int y = 0; y < plane.height(); ++y)
    for (int x = 0; x < plane.width(); ++x) function(x, y);
}

TEST(PixelPlane, ReconstructionKeepsEvenLightToTheBit) {
  PixelPlane plane = plane_of([](int, int) { return 0.3f; });
  plane.reconstruct();
  for_each_pixel(plane, [&](int x, int y) { EXPECT_EQ(plane.at(x, y), 0.3f); });
}

TEST(PixelPlane, ReconstructionSharesAPixelWithItsNeighboursAlone) {
  PixelPlane plane = plane_of([](int x, int y) { return x == 8 && y == 5 ? 1.0f : 0.0f; });
  plane.reconstruct();
  for_each_pixel(plane, [&](int x, int y) {
    const auto share = [](int d) {
      return d == 0 ? 1 - 2 * neighbour_share : d == 1 ? neighbour_share : 0.0f;
    };
    EXPECT_NEAR(plane.at(x, y), share(std::abs(x - 8)) * share(std::abs(y - 5)), 1e-7);
  });
}

// Lines as fine as pixels can show have the same contrast as under the Blackman-Harris filter three
// pixels wide that many renderers have, of which this is the Fourier integral.
TEST(PixelPlane, ReconstructionShowsFineLinesAsABlackmanHarrisFilterDoes) {
  const auto window = [](double x) {
    const double a = 2 * std::numbers::pi * (x / 3 + 0.5);
    return 0.35875 - 0.48829 * std::cos(a) + 0.14128 * std::cos(2 * a) - 0.01168 * std::cos(3 * a);
  };
  double sum = 0, wave = 0;
  for (double x = -1.5; x < 1.5; x += 1e-3) {
    sum += window(x);
    wave += window(x) * std::cos(std::numbers::pi * x);
  }
  // The mean of a cosine of half a turn a pixel over the pixel's width is 2 / pi of its height.
  PixelPlane plane =
      plane_of([](int x, int) { return float(2 / std::numbers::pi * (x % 2 == 0 ? 1 : -1)); });
  plane.reconstruct();
  EXPECT_NEAR(plane.at(10, 6), wave / sum, 0.03);
  EXPECT_NEAR(plane.at(11, 6), -wave / sum, 0.03);
}

TEST(PixelPlane, SmoothingIsTheMeanOfASquareThatRepeatsTheEdge) {
  const auto value = [](int x, int y) { return float(x * x + 3 * y); };
  PixelPlane plane = plane_of(value);
  const int w = plane.width(), h = plane.height();
  plane.smooth(2);
  for_each_pixel(plane, [&](int x, int y) {
    double mean = 0;
    for (int v = y - 2; v <= y + 2; ++v)
      for (int u = x - 2; u <= x + 2; ++u)
        mean += value(std::clamp(u, 0, w - 1), std::clamp(v, 0, h - 1)) / 25;
    EXPECT_NEAR(plane.at(x, y), mean, 1e-3);
  });
}

}  // namespace
}  // namespace gambol
