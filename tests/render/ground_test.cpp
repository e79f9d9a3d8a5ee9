#include "render/ground.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

TEST(Grid, LinesLieOnMultiplesOfTheSpacing) {
  for (float at : {-0.03f, 0.0f, 0.01f, 0.25f}) {
    EXPECT_NEAR(line_coverage(at, 1e-5f, 0.01f, 2e-4f), 1, 1e-3) << at;
    EXPECT_NEAR(line_coverage(at + 0.9e-4f, 1e-6f, 0.01f, 2e-4f), 1, 1e-3) << at;
    EXPECT_NEAR(line_coverage(at + 1.1e-4f, 1e-6f, 0.01f, 2e-4f), 0, 1e-3) << at;
    EXPECT_NEAR(line_coverage(at + 0.005f, 1e-5f, 0.01f, 2e-4f), 0, 1e-3) << at;
  }
}

TEST(Grid, WideFootprintsSeeTheMeanCoverage) {
  EXPECT_NEAR(line_coverage(0.0037f, 0.1f, 0.01f, 2e-4f), 0.02f, 1e-4);
  EXPECT_NEAR(line_coverage(0.0037f, 10.0f, 0.01f, 2e-4f), 0.02f, 1e-3);
}

TEST(Grid, CoverageIsTheMeanOfFinerCoverage) {
  double mean = 0;
  constexpr int n = 2000;
  for (int i = 0; i < n; ++i)
    mean += line_coverage(0.0093f + 0.0042f * ((i + 0.5f) / n - 0.5f), 1e-6f, 0.01f, 7e-4f) / n;
  EXPECT_NEAR(line_coverage(0.0093f, 0.0042f, 0.01f, 7e-4f), mean, 2e-3);
}

TEST(Ground, IsASquareAndItsLinesStayInTheWorld) {
  GroundLookSpec spec;
  spec.extent = 0.5;
  spec.grid.emplace();
  spec.grid->spacing = 0.01;
  const Ground ground = around(make_ground(spec, MaterialSpec{}, 0.2), Vec3(0.303, 0, 1.2));
  const Float3 down(0, 0, -1), here(0, 0, 0);
  EXPECT_FLOAT_EQ(ground.intersect(here, down), 1.0f);
  EXPECT_LT(ground.intersect(Float3(0.198f, 0, 0), down), 0);
  EXPECT_LT(ground.intersect(here, Float3(0, 0, 1)), 0);
  const auto brightness = [&](float x) {
    return ground.surface_at(Float3(x, 0.004f, -1), down, 1e-6f).diffuse.x;
  };
  EXPECT_NEAR(brightness(-0.003f), 0.1f, 1e-4);  // the line at x = 0.30
  EXPECT_NEAR(brightness(0), 0.5f, 1e-4);
}

}  // namespace
}  // namespace gambol
