// Masses and inertias of every kind of shape, against volume integrals over its visible surface.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "geometry/mesh.h"
#include "geometry/shape.h"
#include "support/own_file.h"

namespace gambol {
namespace {

constexpr double steel = 1300;

Transform some_place() {
  return {Quat(Eigen::AngleAxisd(0.8, Vec3(1, -2, 0.5).normalized())), Vec3(0.4, -1.1, 0.7)};
}

Shape box(double bevel = 0) {
  Shape s;
  s.size = Vec3(0.6, 0.3, 1.1);
  s.bevel = bevel;
  s.X_BS = some_place();
  return s;
}

Shape round(ShapeKind kind) {
  Shape s;
  s.kind = kind;
  s.radius = 0.25;
  s.length = kind == ShapeKind::sphere ? 0 : 0.8;
  s.X_BS = some_place();
  return s;
}

double deviation(const MassProperties& a, const MassProperties& b) {
  return std::abs(a.mass - b.mass) / b.mass + (a.com - b.com).norm() +
         (a.I_cm - b.I_cm).norm() / b.I_cm.norm();
}

TEST(MassProperties, OfFlatShapesEqualTheirSurfacesIntegrals) {
  for (double bevel : {0.0, 0.051427, 0.2, 0.49}) {
    const Shape s = box(bevel);
    EXPECT_LT(deviation(mass_properties(s, steel), mass_properties(surface_mesh(s), steel)), 1e-12)
        << bevel;
  }
}

// A surface of n segments per turn lies within the solid by O(1/n^2).
TEST(MassProperties, OfRoundShapesAreTheLimitOfTheirSurfacesIntegrals) {
  for (ShapeKind kind : {ShapeKind::sphere, ShapeKind::cylinder, ShapeKind::capsule}) {
    const Shape s = round(kind);
    const MassProperties exact = mass_properties(s, steel);
    const double coarse = deviation(mass_properties(surface_mesh(s, 64), steel), exact);
    const double fine = deviation(mass_properties(surface_mesh(s, 256), steel), exact);
    EXPECT_LT(fine, 2e-3);
    EXPECT_NEAR(coarse / fine, 16, 1);
  }
}

TEST(MassProperties, OfTaperedCapsulesAreTheLimitOfTheirSurfacesIntegrals) {
  for (const double end : {0.05, 0.2, 0.249999, 0.6}) {
    Shape s = round(ShapeKind::capsule);
    s.end_radius = end;
    const MassProperties exact = mass_properties(s, steel);
    const double coarse = deviation(mass_properties(surface_mesh(s, 64), steel), exact);
    const double fine = deviation(mass_properties(surface_mesh(s, 256), steel), exact);
    EXPECT_LT(fine, 2e-3) << end;
    EXPECT_NEAR(coarse / fine, 16, 1) << end;
  }
  Shape straight = round(ShapeKind::capsule), nearly = straight;
  nearly.end_radius = straight.radius * (1 + 1e-9);
  EXPECT_LT(deviation(mass_properties(nearly, steel), mass_properties(straight, steel)), 1e-8);
}

TEST(MassProperties, OfTheBevelledUnitCubeAreThoseOfTheScripts) {
  Shape cube;
  cube.size = Vec3::Ones();
  cube.bevel = 0.051427;
  EXPECT_NEAR(volume(cube), 0.984857, 1e-6);  // seed 003, Script 12
  cube.size = Vec3(2, 3, 5);
  EXPECT_NEAR(volume(cube), 30 * 0.984857, 3e-5);
}

TEST(MassProperties, OfKnownSolidsAreTheTextbooks) {
  Shape ball = round(ShapeKind::sphere);
  const MassProperties m = mass_properties(ball, steel);
  EXPECT_NEAR(m.mass, steel * 4 / 3 * std::numbers::pi * std::pow(0.25, 3), 1e-10);
  EXPECT_LT((m.I_cm - 0.4 * m.mass * 0.0625 * Mat3::Identity()).norm(), 1e-12);
  EXPECT_LT((m.com - some_place().p).norm(), 1e-15);
  Shape rod = round(ShapeKind::cylinder);
  rod.X_BS = {};
  const MassProperties r = mass_properties(rod, steel);
  EXPECT_NEAR(r.I_cm(1, 1), r.mass * 0.0625 / 2, 1e-12);  // about its own y axis
  EXPECT_NEAR(r.I_cm(0, 0), r.mass * (3 * 0.0625 + 0.64) / 12, 1e-12);
}

TEST(MassProperties, DoNotDependOnHowASolidIsCut) {
  const Transform X = some_place();
  Shape whole;
  whole.size = Vec3(1, 0.4, 0.6);
  whole.X_BS = X;
  Shape left = whole, right = whole;
  left.size.x() = 0.3;
  right.size.x() = 0.7;
  left.X_BS.p = X * Vec3(-0.35, 0, 0);
  right.X_BS.p = X * Vec3(0.15, 0, 0);
  const MassProperties parts = combine(mass_properties(left, steel), mass_properties(right, steel));
  EXPECT_LT(deviation(parts, mass_properties(whole, steel)), 1e-13);
  const MassProperties swapped =
      combine(mass_properties(right, steel), mass_properties(left, steel));
  EXPECT_LT(deviation(parts, swapped), 1e-15);
  EXPECT_LT(deviation(combine({}, parts), parts), 1e-15);
}

// Inertia about the centre of mass turns with the body and stays when the body is moved.
TEST(MassProperties, MoveRigidly) {
  for (Shape s : {box(0.1), round(ShapeKind::capsule)}) {
    const Transform X = s.X_BS;
    s.X_BS = {};
    const MassProperties own = mass_properties(s, steel);
    s.X_BS = X;
    const MassProperties moved = mass_properties(s, steel);
    const Mat3 R = X.R.toRotationMatrix();
    EXPECT_LT((moved.I_cm - R * own.I_cm * R.transpose()).norm(), 1e-12 * own.I_cm.norm());
    EXPECT_LT((moved.com - X * own.com).norm(), 1e-14);
    EXPECT_DOUBLE_EQ(moved.mass, own.mass);
  }
}

TEST(MassProperties, OfAMeshAreThoseOfItsSolid) {
  const std::string path = own_file(".obj");
  {
    const TriangleMesh surface = surface_mesh(box());
    std::ofstream obj(path);
    obj.precision(17);
    for (const Vec3& p : surface.positions) obj << "v " << p.transpose() << "\n";
    for (const auto& t : surface.triangles) {
      obj << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << "\n";
    }
  }
  Shape mesh;
  mesh.kind = ShapeKind::mesh;
  mesh.mesh = path;
  EXPECT_LT(deviation(mass_properties(mesh, steel), mass_properties(box(), steel)), 1e-12);
  std::remove(path.c_str());
}

TEST(ContactPoints, LieOnTheSurfaceOfTheirShape) {
  EXPECT_EQ(contact_points(box()).size(), 8u);
  for (const ContactPoint& c : contact_points(box())) {
    const Vec3 p = some_place().inverse() * c.p_B;
    EXPECT_LT((p.cwiseAbs() - Vec3(0.3, 0.15, 0.55)).norm(), 1e-14);
  }
  const auto ends = contact_points(round(ShapeKind::capsule));
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_NEAR((ends[0].p_B - ends[1].p_B).norm(), 0.8, 1e-14);
  EXPECT_EQ(ends[0].radius, 0.25);
  for (const ContactPoint& c : contact_points(round(ShapeKind::cylinder))) {
    const Vec3 p = some_place().inverse() * c.p_B;
    EXPECT_NEAR(std::hypot(p.x(), p.z()), 0.25, 1e-14);
    EXPECT_NEAR(std::abs(p.y()), 0.4, 1e-14);
  }
}

}  // namespace
}  // namespace gambol
