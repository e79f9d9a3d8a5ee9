#include "render/ground.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

TEST(GroundSquare, IsASquareInTheWorld) {
  const GroundSquare ground = around({true, 0.2f, 0.5f, 0, 0, 0}, Vec3(0.303, 0, 1.2));
  const Float3 down(0, 0, -1), here(0, 0, 0);
  EXPECT_FLOAT_EQ(ground.intersect(here, down), 1.0f);
  EXPECT_LT(ground.intersect(Float3(0.198f, 0, 0), down), 0);
  EXPECT_LT(ground.intersect(here, Float3(0, 0, 1)), 0);
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
