#include "render/sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "render/film.h"

namespace gambol {
namespace {

// Every elementary interval of a (0,2)-sequence in base 2 holds exactly one of its points.
void expect_stratified(const std::vector<Sample2>& points) {
  const int n = static_cast<int>(points.size());
  for (int columns = 1; columns <= n; columns *= 2) {
    std::set<std::pair<int, int>> cells;
    for (const Sample2& p : points)
      cells.insert({int(p.x * float(columns)), int(p.y * float(n / columns))});
    EXPECT_EQ(cells.size(), points.size()) << columns << " columns";
  }
}

TEST(Sampler, SamplesOfAPixelAreStratifiedInEveryDimension) {
  for (int dimension : {0, 1, 7})
    for (std::uint32_t x : {0u, 5u, 639u}) {
      std::vector<Sample2> points;
      for (std::uint32_t s = 0; s < 16; ++s) {
        Sampler sampler(3, sample_index(x, 77u, 4, s));
        sampler.start_dimension(dimension);
        points.push_back(sampler.next_2d());
      }
      expect_stratified(points);
    }
}

TEST(Sampler, NeighbouringPixelsAreStratifiedTogether) {
  std::vector<Sample2> points;
  for (std::uint32_t y : {6u, 7u})
    for (std::uint32_t x : {10u, 11u})
      for (std::uint32_t s = 0; s < 4; ++s)
        points.push_back(Sampler(0, sample_index(x, y, 2, s)).next_2d());
  expect_stratified(points);
}

TEST(Sampler, FramesAndDimensionsDiffer) {
  const std::uint32_t index = sample_index(3u, 4u, 4, 0u);
  const Sample2 a = Sampler(0, index).next_2d(), b = Sampler(1, index).next_2d();
  EXPECT_NE(a.x, b.x);
  Sampler sampler(0, index);
  sampler.next_2d();
  EXPECT_NE(sampler.next_2d().x, a.x);
}

TEST(ToneMap, KeepsMidtonesAndRollsOffHighlights) {
  const auto shown = [](float v, double exposure) {
    return int(tone_map({1, 1, 4, {v, v, v, 1}}, exposure, {}).pixels[0]);
  };
  EXPECT_EQ(shown(0, 0), 0);
  EXPECT_EQ(shown(0.2158605f, 0), 128);
  EXPECT_EQ(shown(0.2158605f / 4, 2), 128);
  EXPECT_LT(shown(1, 0), shown(1.5f, 0));
  EXPECT_LE(shown(100, 0), 255);
  EXPECT_EQ(shown(-1, 0), 0);
}

}  // namespace
}  // namespace gambol
