// The mesh of terrain: as few points as its shape needs.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <random>

#include "exchange/formats/seen.h"

namespace gambol {
namespace {

SceneGround ground_of(int nx, int ny, const std::function<double(int, int)>& height) {
  std::vector<double> z;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) z.push_back(height(i, j));
  SceneGround ground;
  ground.terrain = std::make_shared<HeightField>(nx, ny, 0.1, Vec3::Zero(), std::move(z));
  return ground;
}

// The mesh's height above a point, by the triangle there; NaN if there is none.
double height_at(const TriangleMesh& mesh, const Vec2& at) {
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
    const double area = (b - a).cross(c - a).z();
    const Vec3 p(at.x(), at.y(), 0);
    const double u = (b - p).cross(c - p).z() / area, v = (c - p).cross(a - p).z() / area,
                 w = 1 - u - v;
    if (u >= -1e-9 && v >= -1e-9 && w >= -1e-9) return u * a.z() + v * b.z() + w * c.z();
  }
  return std::nan("");
}

void expect_same(const SceneGround& ground) {
  const TriangleMesh mesh = ground_surface(ground);
  const HeightField& field = *ground.terrain;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> x(field.x(0), field.x(field.nx() - 1)),
      y(field.y(0), field.y(field.ny() - 1));
  for (int k = 0; k < 200; ++k) {
    const Vec2 at(x(random), y(random));
    EXPECT_NEAR(height_at(mesh, at), field.height(at.x(), at.y()), 1e-12);
  }
}

TEST(GroundSurface, PlaneTerrainHasFourPoints) {
  for (const double slope : {0.0, 0.3}) {
    const SceneGround ground =
        ground_of(301, 200, [&](int i, int j) { return slope * i - 0.2 * slope * j; });
    EXPECT_EQ(ground_surface(ground).positions.size(), 4u);
    expect_same(ground);
  }
}

TEST(GroundSurface, AStepNeedsItsEdges) {
  const SceneGround ground = ground_of(200, 200, [](int i, int) { return i < 50 ? 0.0 : 0.2; });
  EXPECT_EQ(ground_surface(ground).positions.size(), 8u);
  expect_same(ground);
}

TEST(GroundSurface, UnevenTerrainKeepsItsShape) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> height(0, 1);
  const SceneGround ground = ground_of(30, 20, [&](int i, int j) {
    return i > 10 && i < 14 && j > 5 && j < 9 ? height(random) : 0;
  });
  EXPECT_LT(ground_surface(ground).positions.size(), 80u);
  expect_same(ground);
  expect_same(ground_of(12, 9, [&](int, int) { return height(random); }));
}

}  // namespace
}  // namespace gambol
