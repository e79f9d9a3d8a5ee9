// A skin that has lost a part is closed where it was cut.

#include "geometry/cut_skin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/mesh_parts.h"

namespace gambol {
namespace {

constexpr double radius = 0.02, height = 0.1;  // m

// A closed tube along z, whose bones change over along its length: the second begins to pull at
// 0.4 of it and pulls alone from 0.6 on.
GltfMesh skinned_tube(int sides, int rings) {
  GltfMesh skin;
  skin.bones = {"stem", "tip"};
  const auto add = [&](double r, double z, double angle, const Vec3& n) {
    const double t = std::clamp((z / height - 0.4) / 0.2, 0.0, 1.0);
    BoneShares shares;
    shares.bone = {0, 1, 0, 0};
    shares.weight = {1 - t, t, 0, 0};
    skin.shares.push_back(shares);
    return add_vertex(skin.mesh, Vec3(r * std::cos(angle), r * std::sin(angle), z), n);
  };
  const auto angle_of = [&](int k) { return 2 * std::numbers::pi * (k % sides) / sides; };
  std::vector<std::vector<std::uint32_t>> at(rings + 1);
  for (int i = 0; i <= rings; ++i)
    for (int k = 0; k <= sides; ++k) {  // a seam of two vertices, as files have
      const double a = angle_of(k);
      at[i].push_back(add(radius, height * i / rings, a, Vec3(std::cos(a), std::sin(a), 0)));
    }
  const auto bottom = add(0, 0, 0, -Vec3::UnitZ()), top = add(0, height, 0, Vec3::UnitZ());
  for (int k = 0; k < sides; ++k) {
    for (int i = 0; i < rings; ++i)
      add_quad(skin.mesh, at[i][k], at[i][k + 1], at[i + 1][k + 1], at[i + 1][k]);
    skin.mesh.triangles.push_back({bottom, at[0][k + 1], at[0][k]});
    skin.mesh.triangles.push_back({top, at[rings][k], at[rings][k + 1]});
  }
  return skin;
}

double volume_of(const TriangleMesh& mesh) { return mass_properties(mesh, 1).mass; }

TEST(CutSkin, EndsInACapWhereItHangsOnTheLostBoneByHalf) {
  GltfMesh skin = skinned_tube(64, 33);
  ASSERT_TRUE(is_closed(skin.mesh));
  const double before = volume_of(skin.mesh);
  cut_off(skin, {0, 1});
  EXPECT_TRUE(is_closed(skin.mesh));
  // Half of the tube, and less than half a ball.
  const double ball = 2.0 / 3 * std::numbers::pi * radius * radius * radius;
  EXPECT_GT(volume_of(skin.mesh), before / 2 + 0.2 * ball);
  EXPECT_LT(volume_of(skin.mesh), before / 2 + 0.8 * ball);
  double top = 0;
  for (const auto& t : skin.mesh.triangles)
    for (const std::uint32_t v : t) {
      top = std::max(top, skin.mesh.positions[v].z());
      EXPECT_EQ(skin.shares[v].weight[1], 0);
      EXPECT_DOUBLE_EQ(skin.shares[v].weight[0], 1);
      EXPECT_NEAR(skin.mesh.normals[v].norm(), 1, 1e-12);
    }
  EXPECT_GT(top, height / 2 + 0.3 * radius);
  EXPECT_LT(top, height / 2 + 0.8 * radius);
}

// Its triangles face outward, and their corners' normals lie on the same side.
TEST(CutSkin, HasACapThatFacesOutward) {
  GltfMesh skin = skinned_tube(24, 9);
  cut_off(skin, {0, 1});
  const auto& p = skin.mesh.positions;
  int capped = 0;
  for (const auto& t : skin.mesh.triangles) {
    const Vec3 middle = (p[t[0]] + p[t[1]] + p[t[2]]) / 3;
    if (middle.z() < height / 2 + 1e-6) continue;
    ++capped;
    const Vec3 n = (p[t[1]] - p[t[0]]).cross(p[t[2]] - p[t[0]]);
    EXPECT_GT(n.z(), 0);
    for (const std::uint32_t v : t) EXPECT_GT(n.dot(skin.mesh.normals[v]), 0);
  }
  EXPECT_EQ(capped, 48 * 15);  // the line crosses diagonals too
}

TEST(CutSkin, LosesItsMiddleAndIsClosedAtBothEnds) {
  GltfMesh skin = skinned_tube(24, 9);
  for (std::size_t v = 0; v < skin.shares.size(); ++v) {
    const double away = std::abs(skin.mesh.positions[v].z() / height - 0.5);
    const double t = std::clamp((0.3 - away) / 0.2, 0.0, 1.0);
    skin.shares[v].weight = {1 - t, t, 0, 0};
  }
  cut_off(skin, {0, 1});
  EXPECT_TRUE(is_closed(skin.mesh));
}

// What the file left open is not closed, and what hangs on no lost bone stays as it is.
TEST(CutSkin, LeavesOtherHolesAlone) {
  GltfMesh skin = skinned_tube(24, 9);
  skin.mesh.triangles.erase(skin.mesh.triangles.begin());
  const std::size_t before = skin.mesh.triangles.size();
  cut_off(skin, {0, 0});
  EXPECT_EQ(skin.mesh.triangles.size(), before);
  cut_off(skin, {0, 1});
  EXPECT_FALSE(is_closed(skin.mesh));
}

}  // namespace
}  // namespace gambol
