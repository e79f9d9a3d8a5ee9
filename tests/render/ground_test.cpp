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

// Seen at right angles, a slope's lines keep their place in plan and fade as on level ground.
TEST(Ground, LinesOnASlopeAreFilteredByItsTilt) {
  GroundLookSpec spec;
  spec.grid.emplace();
  spec.grid->spacing = 0.01;
  spec.grid->width = 0.001;
  spec.grid->bold_every = 1e6;
  const Ground ground = make_ground(spec, MaterialSpec{}, 0);
  const Float3 n = normalize(Float3(-1, 0, 1));
  const auto coverage = [&](Float3 direction, float footprint, Float3 normal) {
    const float d =
        ground.surface_at(Float3(0.0005f, 0.005f, 0), direction, footprint, normal).diffuse.x;
    return (0.5f - d) / 0.4f;
  };
  // Against the normal, a disc 1 mm wide is 0.707 mm wide in x: as level ground seen from above.
  EXPECT_NEAR(coverage(-n, 0.001f, n),
              coverage(Float3(0, 0, -1), 0.001f * std::sqrt(0.5f), Float3(0, 0, 1)), 1e-3f);
  // Straight down, a footprint is what it is whatever the slope.
  EXPECT_NEAR(coverage(Float3(0, 0, -1), 0.001f, n),
              coverage(Float3(0, 0, -1), 0.001f, Float3(0, 0, 1)), 1e-3f);
}

TEST(TerrainMesh, IsTheTerrainAndGoesOnToItsExtent) {
  std::vector<double> z(25, 0.0);
  z[12] = 0.1;
  z[6] = 0.05;
  const HeightField terrain(5, 5, 0.1, Vec3(0.3, 0, 0), z);
  for (bool smooth : {false, true}) {
    const TriangleMesh mesh = terrain_mesh(terrain, 2, smooth);
    double area = 0, low = 0, high = 0;
    for (const auto& t : mesh.triangles) {
      const Vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
      const Vec3 twice = (b - a).cross(c - a);
      EXPECT_GT(twice.z(), 0);
      area += twice.z() / 2;
      const Vec3 m = (a + b + c) / 3;
      EXPECT_NEAR(terrain.height(m.x(), m.y()), m.z(), 1e-12);
      for (auto k : t) {
        EXPECT_GT(mesh.normals[k].z(), 0.3);
        if (!smooth) {
          EXPECT_LT((mesh.normals[k] - twice.normalized()).norm(), 1e-12);
        }
      }
      low = std::min(low, a.x());
      high = std::max(high, b.x());
    }
    EXPECT_NEAR(area, 16, 1e-9);
    EXPECT_EQ(low, -2);
    EXPECT_EQ(high, 2);
  }
}

}  // namespace
}  // namespace gambol
