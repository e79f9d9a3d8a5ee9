#include "geometry/height_field.h"

#include <gtest/gtest.h>

#include <random>

namespace gambol {
namespace {

HeightField sampled(int nx, int ny, double spacing, const Vec3& middle, auto&& height) {
  std::vector<double> z;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      z.push_back(height((i - (nx - 1) / 2.0) * spacing, (j - (ny - 1) / 2.0) * spacing));
  return HeightField(nx, ny, spacing, middle, z);
}

HeightField rough(int nx, int ny) {
  std::mt19937 engine(5);
  return sampled(nx, ny, 0.1, Vec3(0.3, -0.2, 1), [&](double, double) {
    return 0.1 * static_cast<double>(engine()) / 4294967295.0;
  });
}

TEST(HeightField, OfAPlaneIsThatPlaneEverywhereWithin) {
  const HeightField f =
      sampled(7, 5, 0.5, Vec3(1, 2, 3), [](double x, double y) { return 0.3 * x - 0.2 * y; });
  for (double x : {-0.45, 0.1, 0.75, 2.3})
    for (double y : {1.05, 1.6, 2.0, 2.9}) {
      EXPECT_NEAR(f.height(x, y), 3 + 0.3 * (x - 1) - 0.2 * (y - 2), 1e-12);
      EXPECT_LT((f.under(x, y).normal - Vec3(-0.3, 0.2, 1).normalized()).norm(), 1e-12);
    }
}

TEST(HeightField, GoesOnLevelAcrossItsBorder) {
  const HeightField f =
      sampled(5, 5, 1, Vec3::Zero(), [](double x, double y) { return x + 2 * y; });
  EXPECT_DOUBLE_EQ(f.height(50, 0.5), f.height(2, 0.5));
  EXPECT_LT((f.under(50, 0.5).normal - Vec3(0, -2, 1).normalized()).norm(), 1e-12);
  EXPECT_DOUBLE_EQ(f.height(-9, -9), -6);
  EXPECT_EQ(f.under(-9, -9).normal, Vec3::UnitZ());
}

TEST(HeightField, APlaneUnderAPointIsItsTriangles) {
  const HeightField f = rough(9, 8);
  std::mt19937 engine(3);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(engine()) / 4294967295.0;
  };
  int same = 0;
  for (int k = 0; k < 2000; ++k) {
    const double x = draw(-0.1, 0.7), y = draw(-0.55, 0.15), dx = draw(0, 0.1), dy = draw(0, 0.1);
    const HeightField::TrianglePlane plane = f.triangle_under(x, y);
    EXPECT_EQ(plane.normal, f.under(x, y).normal);
    EXPECT_NEAR(plane.normal.dot(Vec3(x, y, f.height(x, y))), plane.offset, 1e-12);
    if (!f.in_one_triangle(x, y, x + dx, y + dy)) continue;
    ++same;
    const HeightField::TrianglePlane other = f.triangle_under(x + dx, y + dy);
    EXPECT_EQ(plane.normal, other.normal);
    EXPECT_EQ(plane.offset, other.offset);
  }
  EXPECT_GT(same, 100);
}

TEST(HeightField, KeepsADiagonalRidgeSharp) {
  for (double sign : {1.0, -1.0}) {
    const HeightField f = sampled(5, 5, 1, Vec3::Zero(),
                                  [&](double x, double y) { return x == sign * y ? 1.0 : 0.0; });
    for (double s : {-1.7, -0.5, 0.25, 1.5}) EXPECT_NEAR(f.height(s, sign * s), 1, 1e-12);
  }
}

TEST(HeightField, HighestIsNeverExceededAndIsReached) {
  const HeightField f = rough(23, 14);
  std::mt19937 engine(7);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(engine()) / 4294967295.0;
  };
  for (int k = 0; k < 200; ++k) {
    const double x = draw(-1, 1.4), y = draw(-1, 0.6), w = draw(0, 0.8), h = draw(0, 0.8);
    const double top = f.highest(x, y, x + w, y + h);
    for (int n = 0; n < 50; ++n) ASSERT_LE(f.height(x + draw(0, w), y + draw(0, h)), top + 1e-12);
  }
  double top = 0;
  for (int j = 0; j < f.ny(); ++j)
    for (int i = 0; i < f.nx(); ++i) top = std::max(top, f.z(i, j));
  EXPECT_EQ(f.highest(-9, -9, 9, 9), top);
}

// Every side once, with the normals of what lies on its two sides.
TEST(HeightField, SidesKnowTheFacesBesideThem) {
  const HeightField f = rough(6, 7);
  int count = 0;
  for (int j = 0; j < f.ny(); ++j) {
    for (int i = 0; i < f.nx(); ++i) {
      for (int side = 0; side < 3; ++side) {
        if (!f.has_side(i, j, side)) continue;
        ++count;
        const HeightField::Edge e = f.edge(i, j, side);
        const Vec3 middle = (e.p + e.q) / 2;
        const Vec3 left = Vec3::UnitZ().cross(e.q - e.p) * 0.01;
        const auto on_left = f.under(middle.x() + left.x(), middle.y() + left.y());
        const auto on_right = f.under(middle.x() - left.x(), middle.y() - left.y());
        EXPECT_LT((on_left.normal - e.normal_left).norm(), 1e-9);
        EXPECT_LT((on_right.normal - e.normal_right).norm(), 1e-9);
        // Convex: the surface on both sides lies lower, taken together.
        const bool convex = on_left.height + on_right.height < 2 * middle.z() - 1e-9;
        EXPECT_EQ(f.is_convex(i, j, side), convex) << i << " " << j << " " << side;
        if (convex) {
          EXPECT_TRUE(f.has_convex_side(i, j));
        }
      }
    }
  }
  EXPECT_EQ(count, 5 * 7 + 6 * 6 + 5 * 6);
}

// Of ground with flat parts, slopes and steps, at which most sides join triangles of one plane.
TEST(HeightField, KnowsItsConvexSidesAndItsSteepestSlopeHoweverFlatItIs) {
  std::mt19937 engine(11);
  for (int field = 0; field < 20; ++field) {
    const bool sloped = field % 2 != 0;
    const HeightField f = sampled(12, 9, 0.1, Vec3(0, 0, 1), [&](double x, double y) {
      return (engine() % 4 == 0 ? 0.05 : 0) + (sloped ? 0.25 * x - 0.5 * y : 0);
    });
    double steepest = 0;
    for (int j = 0; j + 1 < f.ny(); ++j)
      for (int i = 0; i + 1 < f.nx(); ++i)
        for (const double part : {0.1, 0.9}) {  // on both sides of either split
          const double other = f.rising_split(i, j) ? 1 - part : part;
          const Vec3 n = f.under(f.x(i) + 0.1 * part, f.y(j) + 0.1 * other).normal;
          steepest = std::max(steepest, std::hypot(n.x(), n.y()) / n.z());
        }
    EXPECT_EQ(f.steepest(), steepest) << field;
    for (int j = 0; j < f.ny(); ++j)
      for (int i = 0; i < f.nx(); ++i)
        for (int side = 0; side < 3; ++side) {
          if (!f.has_side(i, j, side)) continue;
          const HeightField::Edge e = f.edge(i, j, side);
          const double turn = e.normal_left.cross(e.normal_right).dot((e.q - e.p).normalized());
          if (std::abs(turn) > 1e-6) {
            EXPECT_EQ(f.is_convex(i, j, side), turn > 0) << field << " " << i << " " << j;
          } else {
            EXPECT_FALSE(f.is_convex(i, j, side)) << field << " " << i << " " << j;
          }
        }
  }
}

TEST(HeightField, OnlyPeaksAreCornersFromAbove) {
  const HeightField f = sampled(5, 5, 1, Vec3::Zero(),
                                [](double x, double y) { return x == 0 && y == 0 ? 1.0 : 0.0; });
  EXPECT_TRUE(f.is_corner_for(2, 2, Vec3::UnitZ()));
  EXPECT_TRUE(f.may_be_corner(2, 2));
  EXPECT_FALSE(f.is_corner_for(2, 2, Vec3(1, 0, 0.1).normalized()));
  EXPECT_FALSE(f.is_corner_for(1, 2, Vec3::UnitZ()));
  EXPECT_FALSE(f.may_be_corner(0, 0));
}

TEST(HeightField, GivesFourHeightsAsItGivesOne) {
  std::mt19937 random(3);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 4294967295.0;
  };
  std::vector<double> z(7 * 5);
  for (double& h : z) h = draw(-1, 1);
  const HeightField f(7, 5, 0.3, Vec3(1, 2, 3), z);
  for (int n = 0; n < 2000; ++n) {
    Wide x, y;
    for (int k = 0; k < lanes; ++k) x[k] = draw(-0.5, 2.5), y[k] = draw(1, 3);
    if (n < 5) x[0] = f.x(n), y[0] = f.y(n);
    const Wide h = f.heights(x, y);
    for (int k = 0; k < lanes; ++k) EXPECT_NEAR(h[k], f.height(x[k], y[k]), 1e-12);
  }
}

}  // namespace
}  // namespace gambol
