// Distances to solids, surfaces grown around them, and how bodies bend a skin.

#include "geometry/skin.h"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <map>
#include <numbers>

#include "geometry/grown_surface.h"

namespace gambol {
namespace {

using std::numbers::pi;

Shape capsule(double radius, double length, double end_radius, const Transform& X) {
  Shape s;
  s.kind = ShapeKind::capsule;
  s.radius = radius;
  s.length = length;
  s.end_radius = end_radius;
  s.X_BS = X;
  return s;
}

std::vector<Shape> every_kind() {
  std::vector<Shape> all(8);
  const Transform X{Quat(Eigen::AngleAxisd(0.8, Vec3(1, -2, 0.5).normalized())),
                    Vec3(0.4, -1.1, 0.7)};
  all[0].size = Vec3(0.6, 0.4, 0.5);
  all[1] = all[0];
  all[1].edge = 0.1;
  all[2] = all[0];
  all[2].taper = Vec2(0.5, 1.3);
  all[3].kind = ShapeKind::sphere;
  all[3].radius = 0.3;
  all[4].kind = ShapeKind::ellipsoid;
  all[4].size = Vec3(0.3, 0.2, 0.25);
  all[5].kind = ShapeKind::cylinder;
  all[5].radius = 0.2;
  all[5].length = 0.6;
  all[6] = all[5];
  all[6].depth = 0.3;
  all[7] = capsule(0.25, 0.5, 0.1, {});
  for (Shape& s : all) s.X_BS = X;
  return all;
}

TEST(ShapeDistance, IsZeroOnTheSurfaceAndGrowsAlongItsNormals) {
  for (const Shape& s : every_kind()) {
    const ShapeDistance distance(s);
    const TriangleMesh mesh = surface_mesh(s, 96);
    const double slack = s.kind == ShapeKind::cylinder && s.depth > 0 ? 5e-3 : 1e-9;
    for (std::size_t i = 0; i < mesh.positions.size(); i += 7) {
      EXPECT_NEAR(distance.at(mesh.positions[i]), 0, slack) << int(s.kind);
      // Out of a sharp edge's neighbour faces the way out is the same.
      const double h = 0.01, bends = s.kind == ShapeKind::ellipsoid ? 1e-3 : slack;
      EXPECT_NEAR(distance.at(mesh.positions[i] + h * mesh.normals[i]), h, bends) << int(s.kind);
      EXPECT_LT(distance.at(mesh.positions[i] - h * mesh.normals[i]), h / 2);
      EXPECT_TRUE(distance.bounds().contains(mesh.positions[i]));
    }
  }
}

bool is_closed_by_index(const TriangleMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  for (const auto& t : mesh.triangles)
    for (int i = 0; i < 3; ++i) {
      ++sides[{t[i], t[(i + 1) % 3]}];
      --sides[{t[(i + 1) % 3], t[i]}];
    }
  return std::all_of(sides.begin(), sides.end(), [](const auto& e) { return e.second == 0; });
}

TriangleMesh grown(const std::vector<Shape>& shapes, const Growth& g, bool related = true) {
  std::vector<GrownShape> all;
  for (const Shape& s : shapes) all.push_back({ShapeDistance(s), static_cast<int>(all.size())});
  return grown_surface(
      all, [&](int a, int b) { return a == b || related; }, g);
}

double volume_of(const TriangleMesh& mesh) { return mass_properties(mesh, 1).mass; }

TEST(GrownSurface, OfABallIsThatBall) {
  Shape ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = 0.3;
  ball.X_BS.p = Vec3(1, 2, 3);
  const TriangleMesh mesh = grown({ball}, {.cell = 0.02, .offset = 0.01});
  EXPECT_TRUE(is_closed_by_index(mesh));
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const Vec3 out = mesh.positions[i] - ball.X_BS.p;
    EXPECT_NEAR(out.norm(), 0.31, 5e-4);
    EXPECT_GT(mesh.normals[i].dot(out.normalized()), 0.999);
  }
  EXPECT_NEAR(volume_of(mesh), 4.0 / 3 * pi * std::pow(0.31, 3), 0.005 * volume_of(mesh));
}

// Two capsules in a row, and two that cross.
TEST(GrownSurface, MeltsWhereShapesMeetAtAnAngleOnly) {
  const Quat along(Eigen::AngleAxisd(-pi / 2, Vec3::UnitZ()));  // y to x
  const Shape first = capsule(0.1, 0.4, 0, {along, Vec3(0, 0, 0)}),
              next = capsule(0.1, 0.4, 0, {along, Vec3(0.4, 0, 0)}),
              across = capsule(0.1, 0.6, 0, {Quat::Identity(), Vec3(0, 0, 0)});
  const Growth sharp{.cell = 0.015}, melting{.cell = 0.015, .melt = 0.1};
  const double row = volume_of(grown({first, next}, sharp));
  EXPECT_NEAR(row, pi * 0.01 * 0.8 + 4.0 / 3 * pi * 0.001, 0.01 * row);
  EXPECT_NEAR(volume_of(grown({first, next}, melting)), row, 0.01 * row);
  const double cross = volume_of(grown({first, across}, sharp));
  EXPECT_GT(volume_of(grown({first, across}, melting)), 1.03 * cross);
  EXPECT_NEAR(volume_of(grown({first, across}, melting, false)), cross, 1e-3 * cross);
  EXPECT_TRUE(is_closed_by_index(grown({first, across}, melting)));
}

// Six plates around nothing.
TEST(GrownSurface, HasNoSurfaceInside) {
  std::vector<Shape> plates;
  for (int axis = 0; axis < 3; ++axis)
    for (double sign : {-1.0, 1.0}) {
      Shape plate;
      plate.size = Vec3::Constant(0.5);
      plate.size[axis] = 0.1;
      plate.X_BS.p[axis] = 0.2 * sign;
      plates.push_back(plate);
    }
  const TriangleMesh mesh = grown(plates, {.cell = 0.02});
  EXPECT_NEAR(volume_of(mesh), 0.125, 0.01);
  for (const Vec3& p : mesh.positions) EXPECT_GT(p.cwiseAbs().maxCoeff(), 0.23);
}

TEST(GrownSurface, HasTheSameBitsForAnyNumberOfThreads) {
  const Growth g{.cell = 0.03, .melt = 0.1, .soften = 0.02};
  TriangleMesh alone, together;
  tbb::task_arena(1).execute([&] { alone = grown(every_kind(), g); });
  tbb::task_arena(2).execute([&] { together = grown(every_kind(), g); });
  ASSERT_EQ(alone.positions.size(), together.positions.size());
  for (std::size_t i = 0; i < alone.positions.size(); ++i) {
    EXPECT_EQ(alone.positions[i], together.positions[i]);
    EXPECT_EQ(alone.normals[i], together.normals[i]);
  }
}

// A trunk (0) with two arms: 1 and 2, and a hand (3) on the second.
const std::vector<std::vector<SkinJoint>> joined{
    {{1, 0}, {2, 1}}, {{0, 0}}, {{0, 1}, {3, 2}}, {{2, 2}}};

std::vector<double> weights(const std::vector<double>& distances, double blend) {
  std::vector<Influence> list;
  add_influences(distances, {blend, blend, blend}, joined, list);
  std::vector<double> all(distances.size(), 0);
  for (const Influence& i : list) all[i.body] = i.weight;
  return all;
}

TEST(Influences, AddUpToOneAndFallWithDistance) {
  const auto w = weights({0.01, 0.03, 0.2, 0.2}, 0.05);
  EXPECT_NEAR(w[0] + w[1], 1, 1e-15);
  EXPECT_GT(w[0], w[1]);
  EXPECT_EQ(w[2], 0);
  const auto equal = weights({0.01, 0.01, 0.2, 0.2}, 0.05);
  EXPECT_NEAR(equal[1], 0.5, 1e-15);
}

TEST(Influences, DoNotJumpFromALimbToOneBesideIt) {
  // The hand lies beside the first arm, far from the trunk.
  EXPECT_EQ(weights({0.3, 0.01, 0.3, 0.01}, 0.05)[3], 0);
  // Where the trunk is near too both arms count.
  EXPECT_GT(weights({0.02, 0.01, 0.02, 0.5}, 0.05)[2], 0);
}

TEST(Influences, ChangeSmoothly) {
  double before = 1;
  for (double d = 0.0; d < 0.2; d += 0.001) {
    const double w = weights({0.05, d, 1, 1}, 0.06)[1];
    EXPECT_LE(w, before + 1e-12);
    EXPECT_TRUE(d == 0 || before - w < 0.03);
    before = w;
  }
  EXPECT_EQ(before, 0);
}

// The first arm becomes the nearest after the trunk; the hand is nearly as near.
TEST(Influences, DoNotJumpWhereAnotherBodyIsNearest) {
  const double e = 1e-9;
  const auto before = weights({0.05, 0.05 + e, 0.06, 0.07}, 0.06),
             after = weights({0.05, 0.05 - e, 0.06, 0.07}, 0.06);
  for (int b = 0; b < 4; ++b) EXPECT_NEAR(before[b], after[b], 1e-6);
}

// A tube around x from -1 to 1, bent by two bodies that meet at 0.
SkinMesh tube(double radius) {
  SkinMesh skin;
  skin.X_BR.assign(2, Transform());
  skin.first.push_back(0);
  for (int i = 0; i <= 40; ++i)
    for (int j = 0; j < 16; ++j) {
      const double x = -1 + i / 20.0, a = 2 * pi * j / 16;
      skin.mesh.normals.emplace_back(0, std::cos(a), std::sin(a));
      skin.mesh.positions.push_back(radius * skin.mesh.normals.back() + Vec3(x, 0, 0));
      const double w = std::clamp(0.5 + 2 * x, 0.0, 1.0);
      if (w < 1) skin.influences.push_back({0, 1 - w});
      if (w > 0) skin.influences.push_back({1, w});
      if (w > 0.5 && w < 1) std::swap(skin.influences.end()[-1], skin.influences.end()[-2]);
      skin.first.push_back(static_cast<std::uint32_t>(skin.influences.size()));
    }
  return skin;
}

TEST(Bend, MovesRigidlyWhatOneBodyHolds) {
  const SkinMesh skin = tube(0.1);
  const Transform X{Quat(Eigen::AngleAxisd(2.5, Vec3(1, 2, 3).normalized())), Vec3(4, 5, 6)};
  std::vector<Vec3> positions, normals;
  bend(skin, {X, X}, positions, normals);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_LT((positions[i] - X * skin.mesh.positions[i]).norm(), 1e-12);
    EXPECT_LT((normals[i] - X.R * skin.mesh.normals[i]).norm(), 1e-12);
  }
}

// Blended matrices would pinch a tube that is twisted by half a turn to a point.
TEST(Bend, KeepsTheThicknessOfATwistedTube) {
  const SkinMesh skin = tube(0.1);
  for (double angle : {1.0, 3.0, -3.0}) {
    const Transform turn{Quat(Eigen::AngleAxisd(angle, Vec3::UnitX())), Vec3::Zero()};
    std::vector<Vec3> positions, normals;
    bend(skin, {Transform(), turn}, positions, normals);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      EXPECT_NEAR(positions[i].tail<2>().norm(), 0.1, 1e-12);
      EXPECT_NEAR(positions[i].x(), skin.mesh.positions[i].x(), 1e-12);
    }
  }
}

// At a bent elbow, between the two halves' circles through the joint.
TEST(Bend, KeepsTheThicknessOfAnElbow) {
  const SkinMesh skin = tube(0.1);
  const Transform turn{Quat(Eigen::AngleAxisd(pi / 2, Vec3::UnitZ())), Vec3::Zero()};
  std::vector<Vec3> positions, normals;
  bend(skin, {Transform(), turn}, positions, normals);
  for (std::size_t i = 0; i < positions.size(); ++i)
    EXPECT_TRUE(skin.mesh.positions[i].x() != 0 || std::abs(positions[i].norm() - 0.1) < 1e-12);
}

// Where one side of a sheet is lifted it slopes between, and its normals stand on the slope.
TEST(Bend, TiltsNormalsWithTheSurface) {
  SkinMesh sheet;
  sheet.X_BR.assign(2, Transform());
  sheet.first.push_back(0);
  for (int i = 0; i <= 20; ++i)
    for (int j = 0; j <= 4; ++j) {
      sheet.mesh.positions.emplace_back(0.05 * i, 0.05 * j, 0);
      sheet.mesh.normals.push_back(Vec3::UnitZ());
      sheet.influences.push_back({0, 1 - 0.05 * i});
      if (i > 0) sheet.influences.push_back({1, 0.05 * i});
      sheet.first.push_back(static_cast<std::uint32_t>(sheet.influences.size()));
    }
  for (std::uint32_t i = 0; i < 20; ++i)
    for (std::uint32_t j = 0; j < 4; ++j) {
      const std::uint32_t a = 5 * i + j;
      sheet.mesh.triangles.push_back({a, a + 5, a + 6});
      sheet.mesh.triangles.push_back({a, a + 6, a + 1});
    }
  find_places(sheet);
  std::vector<Vec3> positions, normals;
  bend(sheet, {Transform(), {Quat::Identity(), Vec3(0, 0, 1)}}, positions, normals);
  for (const Vec3& n : normals) EXPECT_LT((n - Vec3(-1, 0, 1).normalized()).norm(), 1e-9);
}

// The sign of a quaternion means nothing.
TEST(Bend, DoesNotFeelTheSignOfRotations) {
  const SkinMesh skin = tube(0.1);
  Transform turn{Quat(Eigen::AngleAxisd(1, Vec3::UnitZ())), Vec3(0, 0, 0.1)};
  std::vector<Vec3> one, other, normals;
  bend(skin, {Transform(), turn}, one, normals);
  turn.R.coeffs() = -turn.R.coeffs();
  bend(skin, {Transform(), turn}, other, normals);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_LT((one[i] - other[i]).norm(), 1e-12);
}

TEST(CutMaterials, PartsTheSurfaceWhereTwoAreAsNear) {
  SkinMesh skin;
  skin.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  skin.mesh.normals.assign(4, Vec3::UnitZ());
  skin.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  skin.first = {0, 1, 2, 3, 4};
  skin.influences = {{0, 1}, {1, 1}, {1, 1}, {0, 1}};
  // The second material begins at x = 0.3.
  cut_materials(skin, {{0, 0.3f}, {0.7f, 0}, {0.7f, 0}, {0, 0.3f}});
  double area[2] = {0, 0};
  for (std::size_t t = 0; t < skin.mesh.triangles.size(); ++t) {
    const auto& c = skin.mesh.triangles[t];
    const Vec3 cross = (skin.mesh.positions[c[1]] - skin.mesh.positions[c[0]])
                           .cross(skin.mesh.positions[c[2]] - skin.mesh.positions[c[0]]);
    EXPECT_GT(cross.z(), 0);
    area[skin.material_of[t]] += cross.z() / 2;
  }
  EXPECT_NEAR(area[0], 0.3, 1e-6);
  EXPECT_NEAR(area[1], 0.7, 1e-6);
  ASSERT_EQ(skin.first.size(), skin.mesh.positions.size() + 1);
  const std::uint32_t cut = skin.first[4];
  EXPECT_NEAR(skin.influences[cut].weight, 0.7, 1e-6);
  EXPECT_NEAR(skin.influences[cut + 1].weight, 0.3, 1e-6);
}

}  // namespace
}  // namespace gambol
