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

}  // namespace
}  // namespace gambol
