// What every kind of shape has to offer, and that what it offers agrees with itself.

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/distance.h"
#include "geometry/height_field.h"
#include "geometry/shapes/kinds.h"

namespace gambol {
namespace {

using Ball = Solid<ShapeKind::sphere>;
static_assert(SolidKind<Ball>);

// A ball of which one part is left out. The concept, and therefore the table of kinds, refuses it.
struct WithoutMass : Ball {
  static MassProperties mass_properties(const Shape&, double) = delete;
};
struct WithoutSurface : Ball {
  static TriangleMesh surface(const Shape&, int) = delete;
};
struct WithoutContactPoints : Ball {
  static std::vector<ContactPoint> contact_points(const Shape&) = delete;
};
struct WithoutContactFeatures : Ball {
  static void add_contact_features(const Shape&, ContactFeatures&) = delete;
};
struct WithoutDistance : Ball {
  static DistanceFormula distance(const Shape&) = delete;
};
struct WithoutThickness : Ball {
  static double thickness(const Shape&) = delete;
};
struct WithoutReach : Ball {
  static double reach(const Shape&) = delete;
};
struct WithoutEnd : Ball {
  static Vec3 long_end(const Shape&) = delete;
};
struct WithoutEdgeRoom : Ball {
  static double edge_room(const Shape&) = delete;
};
struct WithoutReflection : Ball {
  static void reflect(Shape&) = delete;
};
// One that is not convex needs the triangles that collide.
struct Hollow : Ball {
  static constexpr bool convex = false;
};
struct FromTriangles : Hollow {
  static TriangleMesh solid_mesh(const Shape& s) { return surface(s, 8); }
};
static_assert(!SolidKind<WithoutMass> && !SolidKind<WithoutSurface> &&
              !SolidKind<WithoutContactPoints> && !SolidKind<WithoutContactFeatures> &&
              !SolidKind<WithoutDistance> && !SolidKind<WithoutThickness> &&
              !SolidKind<WithoutReach> && !SolidKind<WithoutEnd> && !SolidKind<WithoutEdgeRoom> &&
              !SolidKind<WithoutReflection> && !SolidKind<Hollow> && SolidKind<FromTriangles>);
static_assert(!SolidKind<Solid<ShapeKind::count>>);  // a kind whose file is not included

Shape typical(ShapeKind kind) {
  Shape s;
  s.kind = kind;
  s.size = Vec3(0.2, 0.3, 0.5);
  s.radius = 0.1;
  s.length = 0.4;
  if (kind == ShapeKind::height_field)
    s.field = std::make_shared<const HeightField>(3, 2, 0.1, Vec3::Zero(),
                                                  std::vector<double>{0, 0.1, 0, 0, 0, 0.2});
  s.X_BS = {Quat(Eigen::AngleAxisd(0.8, Vec3(1, -2, 0.5).normalized())), Vec3(0.4, -1.1, 0.7)};
  return s;
}

class Kinds : public testing::TestWithParam<ShapeKind> {};

TEST_P(Kinds, MassSurfaceContactAndLimitsAgree) {
  const Shape s = typical(GetParam());
  EXPECT_NEAR(mass_properties(surface_mesh(s, 96), 1).mass, volume(s), 5e-3 * volume(s));
  EXPECT_LT((mass_properties(surface_mesh(s, 96), 1).com - mass_properties(s, 1).com).norm(), 1e-3);
  for (const ContactPoint& p : contact_points(s))
    EXPECT_LE((p.p_B - s.X_BS.p).norm() + p.radius, reach(s) * (1 + 1e-12));
  EXPECT_EQ(is_convex(s), solid_mesh(s).triangles.empty());
  if (const Vec3 end = long_end(s); !end.isZero() && s.kind != ShapeKind::capsule) {
    EXPECT_NEAR(ShapeDistance(s).at(s.X_BS * end), 0, 1e-9);
  }
}

TEST_P(Kinds, AReflectionOfAReflectionIsTheShape) {
  const Shape s = typical(GetParam());
  Shape twice = s;
  reflect(twice);
  reflect(twice);
  const TriangleMesh a = surface_mesh(s, 16), b = surface_mesh(twice, 16);
  ASSERT_EQ(a.positions.size(), b.positions.size());
  for (std::size_t i = 0; i < a.positions.size(); ++i)
    EXPECT_LT((a.positions[i] - b.positions[i]).norm(), 1e-12);
}

// A mesh is read from a file; mass_properties_test.cpp and mesh_test.cpp have it.
INSTANTIATE_TEST_SUITE_P(All, Kinds,
                         testing::Values(ShapeKind::box, ShapeKind::sphere, ShapeKind::ellipsoid,
                                         ShapeKind::cylinder, ShapeKind::capsule,
                                         ShapeKind::height_field));

}  // namespace
}  // namespace gambol
