// Which bodies overlap: the sweep against all pairs, and the pairs that never touch.

#include "contact/find/touch_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <set>
#include <span>

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
  search.find([&](int i, int j, std::span<const Touch> touches) {
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

// What it finds, bit by bit.
std::vector<Touch> all_touches(TouchSearch& search) {
  std::vector<Touch> all;
  search.find([&](int, int, std::span<const Touch> touches) {
    all.insert(all.end(), touches.begin(), touches.end());
  });
  return all;
}

// Figures of several bodies, some of which touch themselves: as every two bodies by themselves.
TEST(TouchSearch, FindsWhatAllPairsOfFiguresFind) {
  Draw draw(17);
  constexpr int figures = 12, bodies = 5;
  std::vector<CollidingBody> all;
  for (int f = 0; f < figures; ++f)
    for (int b = 0; b < bodies; ++b) {
      all.push_back(ball_of(f, b));
      all.back().self = f % 3 == 0;
      all.back().sort = f % 2;
    }
  const Sorts sorts{2, {true, true, true, false}};  // odd figures do not touch odd ones
  TouchSearch search(all, sorts);
  for (int round = 0; round < 20; ++round) {
    std::vector<Vec3> at;
    for (std::size_t i = 0; i < all.size(); ++i) {
      at.push_back(draw.vector(3, 0.5));
      if (round % 2) at.back().x() *= 0.1;  // spread along another axis
      search.place(i, {Mat3::Identity(), at.back()});
    }
    Pairs expected;
    for (int i = 0; i < static_cast<int>(all.size()); ++i)
      for (int j = i + 1; j < static_cast<int>(all.size()); ++j) {
        const CollidingBody &a = all[i], &b = all[j];
        const bool may = a.figure == b.figure ? a.self : !(a.sort == 1 && b.sort == 1);
        if (may && (at[i] - at[j]).norm() < 0.2) expected.insert({i, j});
      }
    EXPECT_EQ(touching(search), expected);
  }
}

TEST(TouchSearch, FindsOnlyWhatItIsConfinedTo) {
  TouchSearch search({ball_of(0, 0), ball_of(1, 0), ball_of(2, 0), ball_of(2, 1)});
  for (std::size_t i = 0; i < 4; ++i) search.place(i, at_x(0.11 * static_cast<double>(i)));
  EXPECT_EQ(touching(search), (Pairs{{0, 1}, {1, 2}}));
  const std::vector<std::size_t> members = {1, 2}, beside = {0};
  search.confine(members, {});
  EXPECT_EQ(touching(search), (Pairs{{1, 2}}));
  search.confine(members, beside);
  EXPECT_EQ(touching(search), (Pairs{{0, 1}, {1, 2}}));
  int searched = 0;
  search.each_searched([&](std::size_t) { ++searched; });
  EXPECT_EQ(searched, 4);
}

TEST(TouchSearch, SearchesOnceAtTheSamePoses) {
  TouchSearch search({ball_of(0, 0), ball_of(1, 0), ball_of(2, 0)});
  const auto put = [&](double x, double margin) {
    search.place(0, at_x(0));
    search.place(1, at_x(0.15), margin);
    search.place(2, at_x(x));
  };
  const auto depths = [&] {
    std::vector<double> found;
    for (const Touch& touch : all_touches(search)) found.push_back(touch.depth);
    return found;
  };
  const auto near = [](double x) { return ::testing::DoubleNear(x, 1e-12); };
  using ::testing::ElementsAre;
  put(0.3, 0);
  EXPECT_THAT(depths(), ElementsAre(near(0.05), near(0.05)));
  put(0.3, 0);
  EXPECT_THAT(depths(), ElementsAre(near(0.05), near(0.05)));
  EXPECT_EQ(search.searches(), 1);

  put(0.36, 0);
  EXPECT_THAT(depths(), ElementsAre(near(0.05))) << "one has moved";
  put(0.36, 0.02);
  EXPECT_THAT(depths(), ElementsAre(near(0.05), near(-0.01))) << "it looks farther";
  search.remove(0);
  EXPECT_THAT(depths(), ElementsAre(near(-0.01))) << "one is gone";
  put(0.36, 0.02);
  EXPECT_THAT(depths(), ElementsAre(near(0.05), near(-0.01))) << "and is back where it was";
  EXPECT_EQ(search.searches(), 5);
  TouchSearch copy(search);
  EXPECT_EQ(all_touches(copy).size(), 2u);
  EXPECT_EQ(copy.searches(), 6) << "a copy searches for itself";
  copy.remove(0);
  EXPECT_EQ(all_touches(search).size(), 2u) << "and not for what it was copied from";
  EXPECT_EQ(search.searches(), 5);
  search.exclude(1, 0);
  EXPECT_THAT(depths(), ElementsAre(near(-0.01)));
}

TEST(TouchSearch, PointsItsNormalsOutOfTheSecondBody) {
  TouchSearch search({ball_of(0, 0), ball_of(1, 0)});
  search.place(0, at_x(1));
  search.place(1, at_x(1.15));
  search.find([](int, int, std::span<const Touch> touches) {
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

// Bodies 0, 1 and 2 are a chain that slides; 3 overlaps 0 from the start, as 2 does not.
TEST(TouchSearch, ExcludesWhatSlidesOnEachOtherAndWhatOverlapsFromTheStart) {
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

TEST(TouchSearch, FindsWhatIsCloserThanTheMargins) {
  TouchSearch search({ball_of(0, 0), ball_of(1, 0)});
  for (const double apart : {0.25, 0.28, 0.31}) {
    search.place(0, at_x(0), 0.04);
    search.place(1, at_x(apart), 0.05);
    int found = 0;
    search.find([&](int, int, std::span<const Touch> touches) {
      found += static_cast<int>(touches.size());
      EXPECT_NEAR(touches[0].depth, 0.2 - apart, 1e-9);
      EXPECT_NEAR(touches[0].p_W.x(), apart / 2, 1e-9);
    });
    EXPECT_EQ(found, apart < 0.29 ? 1 : 0) << apart;
  }
}

// Boxes one above the other touch with all corners of the smaller, whether a margin finds them or
// not.
TEST(TouchSearch, FindsTheSameCornersByAMargin) {
  const auto box = [](int figure, double side) {
    Shape shape;
    shape.kind = ShapeKind::box;
    shape.size = Vec3::Constant(side);
    return CollidingBody{figure, 0, -1, 1, false, Collider({shape})};
  };
  for (const double gap : {-1e-3, 1e-3}) {
    TouchSearch search({box(0, 0.2), box(1, 0.1)});
    search.place(0, {});
    search.place(1, {Mat3::Identity(), Vec3(0.02, 0.01, 0.15 + gap)}, 5e-3);
    std::size_t found = 0;
    search.find([&](int, int, std::span<const Touch> touches) {
      found += touches.size();
      for (const Touch& t : touches) {
        EXPECT_NEAR(t.depth, -gap, 1e-6);
        EXPECT_LT((t.normal + Vec3::UnitZ()).norm(), 1e-6);
        EXPECT_NEAR(std::abs(t.p_W.x() - 0.02), 0.05, 6e-3);
        EXPECT_NEAR(std::abs(t.p_W.y() - 0.01), 0.05, 6e-3);
      }
    });
    EXPECT_EQ(found, 4u) << gap;
  }
}

// A bar from its origin along x, or a box.
CollidingBody limb(int body, bool box, double length, double thick) {
  Shape shape;
  shape.kind = box ? ShapeKind::box : ShapeKind::capsule;
  shape.size = Vec3(length, thick, thick);
  shape.radius = thick / 2;
  shape.length = length;
  shape.X_BS.p = Vec3(length / 2, 0, 0);
  // A capsule lies along its own y.
  if (!box) shape.X_BS.R = Quat(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitZ()));
  return {0, body, body - 1, 1, true, Collider({shape}), true};
}

// Two limbs that a hinge joins at their ends, opened by an angle: they touch below that at which
// the ends of what lies beyond the joint meet, and do not at any larger one.
TEST(TouchSearch, LetsJoinedLimbsTouchBeyondTheirJointAlone) {
  for (const bool box : {false, true}) {
    TouchSearch search({limb(0, box, 0.5, 0.06), limb(1, box, 0.4, 0.04)});
    const auto open = [&](double degrees) {
      const Mat3 R =
          Eigen::AngleAxisd(degrees * std::numbers::pi / 180, Vec3::UnitZ()).toRotationMatrix();
      search.place(0, {});
      search.place(1, {R, Vec3::Zero()});
      return !touching(search).empty();
    };
    open(180);
    search.exclude_neighbours();
    for (double degrees = 75; degrees <= 180; degrees += 5)
      EXPECT_FALSE(open(degrees)) << box << " " << degrees;
    for (double degrees = 0; degrees <= 45; degrees += 5)
      EXPECT_TRUE(open(degrees)) << box << " " << degrees;
  }
}

// Whatever their posture at the start, nothing touches there; the region at the joint grows.
TEST(TouchSearch, LeavesJoinedLimbsApartAsTheyStart) {
  for (const bool box : {false, true})
    for (const double degrees : {150.0, 60.0, 30.0, 10.0}) {
      TouchSearch search({limb(0, box, 0.5, 0.06), limb(1, box, 0.4, 0.04)});
      const Mat3 R =
          Eigen::AngleAxisd(degrees * std::numbers::pi / 180, Vec3::UnitZ()).toRotationMatrix();
      search.place(0, {});
      search.place(1, {R, Vec3::Zero()});
      search.exclude_neighbours();
      EXPECT_EQ(touching(search), Pairs{}) << box << " " << degrees;
    }
}

// A limb that grows out of a trunk's side may fold onto it before and behind.
TEST(TouchSearch, LetsALimbFoldOntoTheTrunkThatCarriesItAtItsSide) {
  for (const bool box : {false, true}) {
    CollidingBody trunk = limb(0, box, 1, 0.2);
    TouchSearch search({trunk, limb(1, box, 0.4, 0.06)});
    const auto points = [&](const Vec3& along) {
      search.place(0, {Mat3::Identity(), Vec3(-0.5, 0, 0)});
      search.place(
          1, {Quat::FromTwoVectors(Vec3::UnitX(), along).toRotationMatrix(), Vec3(0, 0, -0.1)});
      return !touching(search).empty();
    };
    points(-Vec3::UnitZ());
    search.exclude_neighbours();
    for (const double x : {1.0, -1.0}) {
      EXPECT_FALSE(points(Vec3(x, 0, -1))) << box;
      EXPECT_TRUE(points(Vec3(x, 0, 0.1))) << box;
    }
  }
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
