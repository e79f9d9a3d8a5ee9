// Where the ground bears a figure: figure/support.h.

#include "figure/support.h"

#include <gtest/gtest.h>

#include <random>

namespace gambol {
namespace {

double area(const std::vector<Vec3>& around) {
  double twice = 0;
  for (std::size_t k = 0; k < around.size(); ++k) {
    const Vec3 &a = around[k], &b = around[(k + 1) % around.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return twice / 2;
}

TEST(Support, TheHullOfASquareAndPointsInItIsTheSquare) {
  std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  std::mt19937 random(1);
  std::uniform_real_distribution<double> inside(0.01, 0.99);
  for (int k = 0; k < 50; ++k) points.emplace_back(inside(random), inside(random), 0);
  const std::vector<Vec3> hull = flat_hull(points);
  EXPECT_EQ(hull.size(), 4u);
  EXPECT_NEAR(area(hull), 1, 1e-12);  // counterclockwise
}

TEST(Support, OnlyBodiesThatArePressedAndTheirLowestPointsBear) {
  FigureSpec figure;
  const auto body = [&](const Vec3& size) {
    BodySpec& b = figure.bodies.emplace_back();
    ShapeSpec& s = b.collision.emplace_back();
    s.shape.kind = ShapeKind::box;
    s.shape.size = size;
  };
  body(Vec3(2, 2, 2));
  body(Vec3(1, 1, 1));
  const std::vector<Transform> X_WB = {{Quat::Identity(), Vec3(5, 0, 1)},
                                       {Quat::Identity(), Vec3(0, 0, 0.5)}};
  const SupportPolygon support = support_of(figure, X_WB, {0, 7}, 0.01);
  ASSERT_EQ(support.bearings.size(), 1u);
  EXPECT_EQ(support.bearings[0].body, 1u);
  EXPECT_EQ(support.bearings[0].force, 7);
  EXPECT_LT(support.bearings[0].at.norm(), 1e-12);
  EXPECT_NEAR(area(support.border), 1, 1e-12);
  // Tilted, it stands on an edge.
  const Quat tilted(Eigen::AngleAxisd(0.2, Vec3::UnitX()));
  EXPECT_EQ(support_of(figure, {X_WB[0], {tilted, Vec3(0, 0, 1)}}, {0, 7}, 0.01).border.size(), 2u);
}

TEST(Support, TheFootprintOfAFigureThatTouchesNothingIsASquareAroundIt) {
  FigureSpec figure;
  figure.bodies.resize(1);
  const auto [low, high] = footprint(figure, {Transform{Quat::Identity(), Vec3(3, 4, 5)}});
  EXPECT_LT((low - Vec2(2.5, 3.5)).norm(), 1e-12);
  EXPECT_LT((high - Vec2(3.5, 4.5)).norm(), 1e-12);
}

}  // namespace
}  // namespace gambol
