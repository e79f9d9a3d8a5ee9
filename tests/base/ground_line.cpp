#include "base/ground_line.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

TEST(GroundLine, OfTwoPointsIsStraight) {
  const GroundLine line({{0, 0, 5}, {3, 4, 7}}, false);
  EXPECT_NEAR(line.length(), 5, 1e-12);
  EXPECT_NEAR((line.at(2.5) - Vec3(1.5, 2, 0)).norm(), 0, 1e-12);
  EXPECT_EQ(line.at(-1), Vec3(0, 0, 0));
  EXPECT_EQ(line.at(9), Vec3(3, 4, 0));
  EXPECT_NEAR(line.distance({1.5 - 0.8, 2 + 0.6, 3}), 1, 1e-12);
  EXPECT_NEAR(line.distance({6, 8, 0}), 5, 1e-12);
}

TEST(GroundLine, GoesThroughItsPoints) {
  const std::vector<Vec3> points = {{0, 0, 0}, {1, 1, 0}, {3, 0, 0}, {4, 2, 0}};
  for (bool closed : {false, true}) {
    const GroundLine line(points, closed);
    for (const Vec3& p : points) EXPECT_NEAR(line.distance(p), 0, 1e-12);
  }
}

// Sixteen points of a circle make nearly a circle, whose length and distances are known.
TEST(GroundLine, ClosesToACircle) {
  std::vector<Vec3> points;
  for (int k = 0; k < 16; ++k) {
    points.push_back({std::cos(k * M_PI / 8), std::sin(k * M_PI / 8), 0});
  }
  const GroundLine line(points, true);
  EXPECT_NEAR(line.length(), 2 * M_PI, 2e-3);
  EXPECT_NEAR(line.distance({0, 0, 0}), 1, 2e-3);
  EXPECT_NEAR(line.distance({0, 3, 0}), 2, 2e-3);
  EXPECT_NEAR((line.at(line.length() * 1.25) - Vec3(0, 1, 0)).norm(), 0, 1e-9);  // it goes on
  EXPECT_NEAR(line.nearest({0, 2, 0}, 0, line.length() / 2), line.length() / 4, 0.1);
  EXPECT_DOUBLE_EQ(line.nearest({0, 2, 0}, 3, 4), 3);  // only where it may look
}

TEST(GroundLine, IsABSplineBetweenItsEnds) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 1, 0}, {2, -1, 0}, {3, 0, 0}};
  const GroundLine line(points, false, Spline::b_spline), through(points, false);
  EXPECT_LT((line.at(0) - points[0]).norm(), 1e-12);
  EXPECT_LT((line.at(line.length()) - points[3]).norm(), 1e-12);
  EXPECT_GT(line.distance(points[1]), 0.2) << "it passes near its points";
  EXPECT_LT(line.length(), through.length());
  // A uniform cubic B-spline at its second knot: (a + 4 b + c) / 6.
  EXPECT_LT(line.distance((points[0] + 4 * points[1] + points[2]) / 6), 1e-3);
}

TEST(GroundLine, IsAClosedBSplineToo) {
  std::vector<Vec3> points;
  for (int k = 0; k < 8; ++k)
    points.emplace_back(std::cos(k * M_PI / 4), std::sin(k * M_PI / 4), 0);
  const GroundLine line(points, true, Spline::b_spline);
  EXPECT_LT((line.at(0) - line.at(line.length())).norm(), 1e-9);
  for (double s = 0; s < line.length(); s += 0.1) EXPECT_NEAR(line.at(s).norm(), 0.9, 0.02);
}

}  // namespace
}  // namespace gambol
