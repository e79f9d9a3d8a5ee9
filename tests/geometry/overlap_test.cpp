#include "geometry/overlap.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

Shape capsule(double radius, double length) {
  Shape s;
  s.kind = ShapeKind::capsule;
  s.radius = radius;
  s.length = length;
  return s;
}

Shape box(const Vec3& size) {
  Shape s;
  s.size = size;
  return s;
}

Transform moved(const Vec3& p) { return {Quat::Identity(), p}; }

TEST(Overlap, OfCapsulesIsTheirRadiiLessTheDistanceOfTheirAxes) {
  const Probe a(capsule(0.02, 0.2)), b(capsule(0.03, 0.1));
  // Side by side, then crossed, where neither end is near.
  EXPECT_NEAR(overlap(a, b, moved({0.04, 0, 0})), 0.01, 1e-6);
  EXPECT_NEAR(overlap(a, b, moved({0.07, 0, 0})), -0.02, 1e-6);
  const Transform crossed{Quat(Eigen::AngleAxisd(1.5, Vec3::UnitX())), Vec3(0.035, 0.01, 0.02)};
  EXPECT_NEAR(overlap(a, b, crossed), 0.015, 1e-6);
}

TEST(Overlap, OfABoxIsByItsCornersEdgesAndFaces) {
  const Probe plank(box({0.2, 0.1, 0.02})), bar(capsule(0.01, 0.3));
  // The bar through the middle of the face, and a corner of a second plank in the first.
  EXPECT_NEAR(overlap(bar, plank, moved({0, 0, 0})), 0.01 + 0.01, 1e-6);
  EXPECT_NEAR(overlap(plank, plank, moved({0.195, 0.093, 0.005})), 0.005, 1e-6);
  EXPECT_LT(overlap(plank, plank, moved({0.3, 0, 0})), 0);
}

// Solids without a corner, a middle of an edge or a middle of a face in each other.
TEST(Overlap, OfSolidsThatCrossIsFoundBetweenTheirCorners) {
  const Probe beam(box({0.4, 0.04, 0.04})), slab(box({0.3, 0.3, 0.1}));
  // The beam lies 2 cm deep along the slab's face, 3 cm off its middle.
  EXPECT_NEAR(overlap(beam, slab, moved({0.13, 0.11, 0.05})), 0.02, 1e-3);
  // Slanted, it enters through the face and leaves through the side: its deepest point is within.
  const Transform slanted{Quat(Eigen::AngleAxisd(0.5, Vec3::UnitY())), Vec3(0.06, 0.05, 0.02)};
  double deepest = 0;
  for (int i = 0; i <= 400; ++i)
    for (int j = 0; j <= 40; ++j)
      for (int k = 0; k <= 40; ++k) {
        const Vec3 p = slanted * Vec3(i / 1000. - 0.2, j / 1000. - 0.02, k / 1000. - 0.02);
        deepest = std::max(deepest, (0.5 * Vec3(0.3, 0.3, 0.1) - p.cwiseAbs()).minCoeff());
      }
  EXPECT_NEAR(overlap(beam, slab, slanted), deepest, 2e-3);
}

TEST(Overlap, InAnEllipsoidIsUpToItsNearestSurface) {
  Shape egg;
  egg.kind = ShapeKind::ellipsoid;
  egg.size = {0.09, 0.03, 0.02};
  const Probe ball(capsule(0.001, 0)), solid(egg);
  EXPECT_NEAR(overlap(ball, solid, moved({0.001, 0, 0})), 0.001 + 0.02, 1e-3);
  EXPECT_NEAR(overlap(ball, solid, moved({0.045, 0, 0})), 0.001 + 0.0172, 2e-4);
  EXPECT_NEAR(overlap(ball, solid, moved({0, 0.05, 0})), 0.001 - 0.02, 1e-6);
}

}  // namespace
}  // namespace gambol
