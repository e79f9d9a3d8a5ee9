// Which bodies overlap: the sweep against all pairs, and the pairs that never touch.

#include "contact/find/touch_search.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "support/figures.h"

namespace gambol::testing {
namespace {

using Pairs = std::set<std::pair<int, int>>;

CollidingBody ball_of(int figure, int body, int parent = -1) {
  Shape shape;
  shape.kind = ShapeKind::sphere;
  shape.radius = 0.1;
  return {figure, body, parent, 1, false, Collider({shape})};
}
Frame at_x(double x) { return {Mat3::Identity(), Vec3(x, 0, 0)}; }

Pairs touching(TouchSearch& search) {
  Pairs pairs;
  std::pair<int, int> last(-1, -1);
  search.find([&](int i, int j, const std::vector<Touch>& touches) {
    EXPECT_FALSE(touches.empty());
    EXPECT_LT(i, j);
    EXPECT_LT(last, std::pair(i, j));
    last = {i, j};
    pairs.insert(last);
  });
  return pairs;
}

TEST(TouchSearch, FindsWhatAllPairsFindWhereverBodiesWereBefore) {
  Draw draw(8);
  constexpr int n = 30;
  std::vector<CollidingBody> balls;
  for (int i = 0; i < n; ++i) balls.push_back(ball_of(i, 0));
  TouchSearch search(balls);
  std::size_t found = 0;
  for (int round = 0; round < 50; ++round) {
    std::vector<Vec3> p;
    for (int i = 0; i < n; ++i) {
      p.push_back(draw.vec(0.4));
      search.place(i, {draw.rotation().toRotationMatrix(), p[i]});
    }
    const int absent = round % n;
    search.remove(absent);
    Pairs expected;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        if (i != absent && j != absent && (p[i] - p[j]).norm() < 0.2) expected.insert({i, j});
    EXPECT_EQ(touching(search), expected) << round;
    found += expected.size();
  }
  EXPECT_GT(found, 100u);
}

TEST(TouchSearch, PointsItsNormalsOutOfTheSecondBody) {
  TouchSearch search({ball_of(0, 0), ball_of(1, 0)});
  search.place(0, at_x(1));
  search.place(1, at_x(1.15));
  search.find([](int, int, const std::vector<Touch>& touches) {
    ASSERT_EQ(touches.size(), 1u);
    EXPECT_LT((touches[0].normal - Vec3(-1, 0, 0)).norm(), 1e-9);
    EXPECT_NEAR(touches[0].depth, 0.05, 1e-9);
  });
}

TEST(TouchSearch, LeavesOutTheBodiesOfOneFigureUnlessItTouchesItself) {
  for (bool self : {false, true}) {
    std::vector<CollidingBody> bodies = {ball_of(0, 0), ball_of(0, 1), ball_of(1, 0)};
    for (CollidingBody& b : bodies) b.self = self;
    TouchSearch search(bodies);
    for (int i = 0; i < 3; ++i) search.place(i, at_x(0.05 * i));
    EXPECT_EQ(touching(search), self ? (Pairs{{0, 1}, {0, 2}, {1, 2}}) : (Pairs{{0, 2}, {1, 2}}));
  }
}

// Bodies 0, 1 and 2 are a chain; 3 overlaps 0 from the start, as 2 does not.
TEST(TouchSearch, ExcludesNeighboursAndWhatOverlapsFromTheStart) {
  std::vector<CollidingBody> bodies = {ball_of(0, 0), ball_of(0, 1, 0), ball_of(0, 2, 1),
                                       ball_of(0, 3, 2)};
  for (CollidingBody& b : bodies) b.self = true;
  TouchSearch search(bodies);
  for (int i = 0; i < 4; ++i) search.place(i, at_x(i == 3 ? 0.1 : i));
  search.exclude_neighbours();
  EXPECT_EQ(touching(search), Pairs{});
  for (int i = 0; i < 4; ++i) search.place(i, at_x(0.01 * i));
  EXPECT_EQ(touching(search), (Pairs{{0, 2}, {1, 3}}));
}

TEST(TouchSearch, LeavesOutPairsOfWhichNeitherCanMove) {
  std::vector<CollidingBody> bodies = {ball_of(0, 0), ball_of(1, 0), ball_of(2, 0)};
  bodies[0].mass = bodies[1].mass = std::numeric_limits<double>::infinity();
  TouchSearch search(bodies);
  for (int i = 0; i < 3; ++i) search.place(i, at_x(0.05 * i));
  EXPECT_EQ(touching(search), (Pairs{{0, 2}, {1, 2}}));
}

}  // namespace
}  // namespace gambol::testing
