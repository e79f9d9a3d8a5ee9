// Tapered, sheared and elliptic solids, ellipsoids and height fields: masses, surfaces and what of
// them touches, against each other and closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "geometry/contact_features.h"
#include "geometry/height_field.h"
#include "geometry/mesh.h"
#include "geometry/shapes/cylinder.h"

namespace gambol {
namespace {

using std::numbers::pi;
constexpr double density = 900;

Transform somewhere() {
  return {Quat(Eigen::AngleAxisd(0.8, Vec3(1, -2, 0.5).normalized())), Vec3(0.4, -1.1, 0.7)};
}

Shape frustum(const Vec2& taper, const Vec2& shift) {
  Shape s;
  s.size = Vec3(0.6, 0.3, 0.5);
  s.taper = taper;
  s.shift = shift;
  s.X_BS = somewhere();
  return s;
}

Shape cone(const Vec2& taper, const Vec2& shift, double depth = 0) {
  Shape s;
  s.kind = ShapeKind::cylinder;
  s.radius = 0.25;
  s.length = 0.7;
  s.depth = depth;
  s.taper = taper;
  s.shift = shift;
  s.X_BS = somewhere();
  return s;
}

Shape ellipsoid(const Vec3& radii) {
  Shape s;
  s.kind = ShapeKind::ellipsoid;
  s.size = radii;
  s.X_BS = somewhere();
  return s;
}

double difference(const MassProperties& a, const MassProperties& b) {
  return std::abs(a.mass - b.mass) / b.mass + (a.com - b.com).norm() +
         (a.I_cm - b.I_cm).norm() / b.I_cm.norm();
}

bool is_closed_by_micrometre(const TriangleMesh& mesh) {
  const auto place = [&](std::uint32_t i) {
    const Vec3 p = mesh.positions[i] * 1e6;
    return std::array<long, 3>{std::lround(p.x()), std::lround(p.y()), std::lround(p.z())};
  };
  std::map<std::pair<std::array<long, 3>, std::array<long, 3>>, int> sides;
  for (const auto& t : mesh.triangles)
    for (int i = 0; i < 3; ++i) {
      ++sides[{place(t[i]), place(t[(i + 1) % 3])}];
      --sides[{place(t[(i + 1) % 3]), place(t[i])}];
    }
  return std::all_of(sides.begin(), sides.end(), [](const auto& e) { return e.second == 0; });
}

// Closed, with unit normals that face as its triangles do.
void expect_sound(const TriangleMesh& mesh, double least = 0.9) {
  EXPECT_TRUE(is_closed_by_micrometre(mesh));
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
    const Vec3 cross = (b - a).cross(c - a);
    if (cross.norm() < 1e-9) continue;
    for (std::uint32_t i : t) {
      ASSERT_NEAR(mesh.normals[i].norm(), 1, 1e-9);
      ASSERT_GT(cross.normalized().dot(mesh.normals[i]), least);
    }
  }
}

TEST(Frustum, OfRectanglesEqualsItsSurfacesIntegrals) {
  for (const Vec2& taper : {Vec2(0.5, 0.5), Vec2(1.4, 0.3), Vec2(0, 0), Vec2(0, 1), Vec2(1, 1)}) {
    const Shape s = frustum(taper, Vec2(0.2, -0.1));
    const TriangleMesh mesh = surface_mesh(s);
    expect_sound(mesh, 0.999999);
    EXPECT_LT(difference(mass_properties(s, density), mass_properties(mesh, density)), 1e-12);
  }
}

TEST(Frustum, OfEllipsesIsTheLimitOfItsSurfacesIntegrals) {
  for (const Vec2& taper : {Vec2(0.5, 0.5), Vec2(1.4, 0.3), Vec2(0, 0), Vec2(0, 1), Vec2(1, 1)}) {
    const Shape s = cone(taper, Vec2(0.1, -0.05), 0.4);
    expect_sound(surface_mesh(s, 64), taper == Vec2(0, 1) ? -1 : 0.9);  // a ridge
    const MassProperties exact = mass_properties(s, density);
    const double coarse = difference(mass_properties(surface_mesh(s, 64), density), exact);
    const double fine = difference(mass_properties(surface_mesh(s, 256), density), exact);
    EXPECT_LT(fine, 2e-3);
    EXPECT_NEAR(coarse / fine, 16, 1);
  }
}

TEST(Frustum, ConesHaveTheirTextbookMasses) {
  Shape s = cone(Vec2::Zero(), Vec2::Zero());
  s.X_BS = Transform();
  const double m = density * pi / 3 * 0.25 * 0.25 * 0.7;
  const MassProperties p = mass_properties(s, density);
  EXPECT_NEAR(p.mass, m, 1e-12 * m);
  EXPECT_NEAR(p.com.y(), -0.7 / 4, 1e-15);
  EXPECT_NEAR(p.I_cm(1, 1), 0.3 * m * 0.25 * 0.25, 1e-12 * m);
  EXPECT_NEAR(p.I_cm(0, 0), m * (3.0 / 20 * 0.25 * 0.25 + 3.0 / 80 * 0.7 * 0.7), 1e-12 * m);
}

TEST(Frustum, WithoutTaperIsThePlainSolid) {
  Shape plain = cone(Vec2::Ones(), Vec2::Zero());
  EXPECT_LT(difference(mass_properties(Solid<ShapeKind::cylinder>::frustum(plain), density),
                       [&] {
                         plain.X_BS = Transform();
                         return mass_properties(plain, density);
                       }()),
            1e-12);
}

// Rounding takes off a little: of a straight solid what Steiner's formula says.
TEST(Frustum, RoundedEdgesStayWithinTheSolidAndTouchItsFaces) {
  for (const Vec2& taper : {Vec2(0.5, 0.5), Vec2(1.3, 0.6), Vec2(1, 1)}) {
    Shape sharp = frustum(taper, Vec2(0.1, 0));
    sharp.X_BS = Transform();
    Shape round = sharp;
    round.edge = 0.04;
    const TriangleMesh mesh = surface_mesh(round, 32);
    expect_sound(mesh);
    const double full = volume(sharp), left = mass_properties(mesh, 1).mass;
    EXPECT_LT(left, full);
    EXPECT_GT(left, 0.9 * full);
    double top = -1, bottom = 1;
    for (const Vec3& p : mesh.positions)
      top = std::max(top, p.z()), bottom = std::min(bottom, p.z());
    EXPECT_NEAR(top, 0.25, 1e-12);
    EXPECT_NEAR(bottom, -0.25, 1e-12);
  }
  for (const Vec2& taper : {Vec2(0.5, 0.5), Vec2(0, 0), Vec2(1.6, 1.6), Vec2(0.7, 1)}) {
    Shape s = cone(taper, Vec2(0.1, 0), 0.3);
    const double full = volume(s);
    s.edge = 0.03;
    const TriangleMesh mesh = surface_mesh(s, 48);
    expect_sound(mesh, 0.8);
    EXPECT_LT(mass_properties(mesh, 1).mass, full);
    EXPECT_GT(mass_properties(mesh, 1).mass, 0.9 * full);
  }
}

TEST(Frustum, RoomForEdgesIsThatOfAnInscribedBall) {
  EXPECT_NEAR(edge_room(frustum(Vec2::Ones(), Vec2::Zero())), 0.15, 1e-9);
  EXPECT_EQ(edge_room(frustum(Vec2(0, 1), Vec2::Zero())), 0);
  Shape s = cone(Vec2::Zero(), Vec2::Zero());
  const double slant = std::hypot(s.radius, s.length);
  EXPECT_NEAR(edge_room(s), s.radius * s.length / (s.radius + slant), 1e-6);
  s.edge = 0.999 * edge_room(s);  // almost a ball
  EXPECT_NEAR(mass_properties(surface_mesh(s, 128), 1).mass, 4.0 / 3 * pi * std::pow(s.edge, 3),
              5e-3 * volume(s));
}

TEST(Ellipsoid, HasItsTextbookMassAndSurface) {
  const Shape s = ellipsoid(Vec3(0.5, 0.2, 0.3));
  const MassProperties exact = mass_properties(s, density);
  EXPECT_NEAR(exact.mass, density * 4 / 3 * pi * 0.5 * 0.2 * 0.3, 1e-9);
  expect_sound(surface_mesh(s, 64));
  const double coarse = difference(mass_properties(surface_mesh(s, 64), density), exact);
  const double fine = difference(mass_properties(surface_mesh(s, 256), density), exact);
  EXPECT_NEAR(coarse / fine, 16, 1);
  for (const Vec3& p : surface_mesh(s).positions)
    EXPECT_NEAR((s.X_BS.inverse() * p).cwiseQuotient(s.size).norm(), 1, 1e-12);
}

TEST(Ellipsoid, IsTouchedWhereItsBallsAre) {
  for (const Vec3& radii : {Vec3(0.4, 0.1, 0.1), Vec3(0.1, 0.4, 0.25), Vec3(0.4, 0.4, 0.2),
                            Vec3(0.2, 0.2, 0.2), Vec3(0.1, 0.15, 0.4), Vec3(0.3, 0.1, 0.3)}) {
    const Shape s = ellipsoid(radii);
    const auto balls = contact_points(s);
    for (int k = 0; k < 400; ++k) {
      const double z = -1 + 2 * (k + 0.5) / 400, angle = 2.399963 * k;
      const double r = std::sqrt(1 - z * z);
      const Vec3 n(r * std::cos(angle), r * std::sin(angle), z);
      const double exact = radii.cwiseProduct(n).norm();
      double support = -1;
      for (const ContactPoint& b : balls)
        support = std::max(support, (s.X_BS.R * n).dot(b.p_B - s.X_BS.p) + b.radius);
      EXPECT_LE(support, exact * (1 + 1e-12));
      EXPECT_GE(support, exact - 0.04 * radii.maxCoeff()) << radii.transpose();
    }
  }
}

TEST(HeightBlock, IsClosedAndHasTheVolumeUnderItsSurface) {
  Shape s;
  s.kind = ShapeKind::height_field;
  s.field = std::make_shared<const HeightField>(3, 2, 0.5, Vec3(0, 0, 0),
                                                std::vector<double>{0, 0.1, 0.3, 0, 0.2, -0.1});
  s.length = 0.4;
  const TriangleMesh mesh = surface_mesh(s);
  expect_sound(mesh, 0.999);
  double under = 0;  // whole columns of triangles
  const HeightField& f = *s.field;
  for (int i = 0; i < 2; ++i) {
    const double a = f.z(i, 0), b = f.z(i + 1, 0), c = f.z(i, 1), d = f.z(i + 1, 1);
    under += 0.125 / 3 * (f.rising_split(i, 0) ? 2 * (a + d) + b + c : 2 * (b + c) + a + d);
  }
  EXPECT_NEAR(volume(s), under + 0.5 * (0.1 + 0.4), 1e-12);
  EXPECT_EQ(contact_points(s).size(), 12u);
  for (const ContactPoint& p : contact_points(s)) EXPECT_LE(p.p_B.norm(), reach(s) + 1e-12);
  Shape image = s;
  image.mirrored = true;
  expect_sound(surface_mesh(image), 0.999);
  EXPECT_NEAR(mass_properties(image, 1).com.y(), -mass_properties(s, 1).com.y(), 1e-12);
}

// Every shape can be touched where it is: its contact points lie on its surface, and reach as far.
TEST(ContactPoints, ReachAsFarAsTheSurfaceOfTaperedSolids) {
  for (Shape s : {frustum(Vec2(0.5, 1.2), Vec2(0.2, 0.1)), frustum(Vec2::Zero(), Vec2::Zero()),
                  cone(Vec2(0.4, 0.4), Vec2::Zero()), cone(Vec2::Zero(), Vec2(0.1, 0), 0.1)}) {
    Eigen::AlignedBox3d seen, touched;
    for (const Vec3& p : surface_mesh(s, 64).positions) seen.extend(p);
    const auto points = contact_points(s);
    for (const ContactPoint& p : points) touched.extend(p.p_B);
    const double slack = s.kind == ShapeKind::box ? 1e-12 : 0.08 * s.radius;
    EXPECT_LT((seen.max() - touched.max()).cwiseAbs().maxCoeff(), slack);
    EXPECT_LT((seen.min() - touched.min()).cwiseAbs().maxCoeff(), slack);
    for (const ContactPoint& p : points) EXPECT_LE((p.p_B - s.X_BS.p).norm(), reach(s) + 1e-12);
    ContactFeatures features;
    add_contact_features(s, features);
    EXPECT_FALSE(features.edges.empty() && features.rods.empty());
  }
  EXPECT_EQ(contact_points(frustum(Vec2::Zero(), Vec2::Zero())).size(), 5u);
  EXPECT_EQ(contact_points(cone(Vec2::Zero(), Vec2::Zero())).size(), 9u);
}

// The balls of a cone's side touch it from inside at both rims.
TEST(ContactFeatures, SidesOfConesAreSweptByBalls) {
  Shape s = cone(Vec2(0.4, 0.4), Vec2::Zero());
  s.X_BS = Transform();
  ContactFeatures features;
  add_contact_features(s, features);
  ASSERT_EQ(features.rods.size(), 1u);
  const ContactRod& rod = features.rods[0];
  const Vec3 n = Vec3(s.length, 0.6 * s.radius, 0).normalized();
  EXPECT_NEAR((rod.a + rod.radius * n - Vec3(s.radius, -s.length / 2, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((rod.b + rod.end_radius * n - Vec3(0.4 * s.radius, s.length / 2, 0)).norm(), 0,
              1e-12);
}

}  // namespace
}  // namespace gambol
