// Where convex parts overlap.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "contact/find/collider.h"
#include "support/figures.h"
#include "support/own_file.h"

namespace gambol::testing {
namespace {

Collider box(const Vec3& size) { return Collider({box_shape(size).shape}); }

Shape ball(double radius) {
  Shape s;
  s.kind = ShapeKind::sphere;
  s.radius = radius;
  return s;
}

Shape rod(double radius, double length) {
  Shape s;
  s.kind = ShapeKind::capsule;
  s.radius = radius;
  s.length = length;
  return s;
}

std::vector<Touch> touch(const Collider& a, const Frame& A, const Collider& b, const Frame& B) {
  std::vector<Touch> touches;
  touch_parts(a.parts()[0], A, b.parts()[0], B, touches);
  return touches;
}

Frame at(double x, double y, double z, const Mat3& R = Mat3::Identity()) {
  return {R, Vec3(x, y, z)};
}
Mat3 turned(double angle, const Vec3& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

TEST(Touches, OfSpheresAreOnTheLineBetweenThem) {
  const Collider one({ball(0.01)}), two({ball(0.02)});
  const Vec3 d = Vec3(1, 2, -0.5).normalized();
  const auto t = touch(one, {Mat3::Identity(), 0.028 * d}, two, {});
  ASSERT_EQ(t.size(), 1u);
  EXPECT_LT((t[0].normal - d).norm(), 1e-12);
  EXPECT_NEAR(t[0].depth, 0.002, 1e-12);
  EXPECT_LT((t[0].p_W - 0.019 * d).norm(), 1e-12);
  EXPECT_TRUE(touch(one, {Mat3::Identity(), 0.031 * d}, two, {}).empty());
}

// As deep as two balls at the thick ends would be, and not elsewhere.
TEST(Touches, OfTaperedCapsulesAreThoseOfTheirBalls) {
  Shape tapered = rod(0.02, 0.1);
  tapered.end_radius = 0.005;
  const Collider bat({tapered}), other({ball(0.01)});
  const auto thick = touch(bat, {}, other, at(0, -0.05, 0.029));
  ASSERT_EQ(thick.size(), 1u);
  EXPECT_NEAR(thick[0].depth, 0.001, 1e-6);
  EXPECT_NEAR(thick[0].normal.z(), -1, 1e-3);
  EXPECT_TRUE(touch(bat, {}, other, at(0, 0.05, 0.029)).empty());
  const auto thin = touch(bat, {}, other, at(0, 0.05, 0.0145));
  ASSERT_FALSE(thin.empty());
  EXPECT_NEAR(thin[0].depth, 0.0005, 2e-4);  // the side slopes
}

TEST(Touches, OfEllipsoidsAreWhereTheirSurfacesAre) {
  Shape egg;
  egg.kind = ShapeKind::ellipsoid;
  egg.size = Vec3(0.05, 0.03, 0.02);
  const Collider one({egg}), floor = box(Vec3(1, 1, 0.1));
  const auto flat = touch(one, at(0, 0, 0.069), floor, {});
  ASSERT_FALSE(flat.empty());
  double deepest = 0;
  for (const Touch& t : flat) deepest = std::max(deepest, t.depth);
  EXPECT_NEAR(deepest, 0.001, 1e-5);
  EXPECT_NEAR(flat[0].normal.z(), 1, 1e-3);
  EXPECT_TRUE(touch(one, at(0, 0, 0.071), floor, {}).empty());
  const auto upright =
      touch(one, at(0, 0, 0.099, turned(1.5707963267948966, Vec3::UnitY())), floor, {});
  ASSERT_FALSE(upright.empty());
  EXPECT_NEAR(upright[0].depth, 0.001, 1e-5);
}

TEST(Touches, OfABoxOnABoxAreItsFourCorners) {
  // However small the boxes are: the roach's tarsi are a third of a millimetre.
  for (double size : {1.0, 1e-3}) {
    const Collider small = box(size * Vec3(0.2, 0.1, 0.1)), large = box(size * Vec3(2, 2, 0.1));
    for (double turn : {0.0, 0.3}) {
      const Frame up = at(0.3 * size, 0.4 * size, 0.099 * size, turned(turn, Vec3::UnitZ()));
      const auto t = touch(small, up, large, {});
      ASSERT_EQ(t.size(), 4u);
      Vec3 middle = Vec3::Zero();
      for (const Touch& c : t) {
        EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-6);
        EXPECT_NEAR(c.depth, 0.001 * size, 1e-6 * size);
        middle += c.p_W / 4;
      }
      EXPECT_LT((middle - size * Vec3(0.3, 0.4, 0.0495)).norm(), 1e-4 * size);
    }
  }
}

TEST(Touches, TurnAroundWithTheOrderOfTheBodies) {
  const Collider small = box(Vec3(0.2, 0.1, 0.1)), large = box(Vec3(2, 2, 0.1));
  const Frame up = at(0.3, 0.4, 0.099, turned(0.01, Vec3(1, 1, 0)));
  const auto ab = touch(small, up, large, {}), ba = touch(large, {}, small, up);
  ASSERT_EQ(ab.size(), ba.size());
  ASSERT_FALSE(ab.empty());
  EXPECT_LT((ab[0].normal + ba[0].normal).norm(), 1e-4);
}

// By how much two boxes of half sides a and b overlap along a unit direction.
double overlap_along(const Vec3& n, const Vec3& a, const Frame& A, const Vec3& b, const Frame& B) {
  const auto half = [&](const Vec3& sides, const Frame& X) {
    return (X.R.transpose() * n).cwiseAbs().dot(sides);
  };
  return half(a, A) + half(b, B) - n.dot(A.p - B.p);
}

// Of any two boxes no direction takes them apart by a shorter way, whether faces or edges meet.
TEST(Touches, OfBoxesAreAlongTheirLeastOverlap) {
  Draw draw(11);
  int overlapping = 0, apart = 0, of_edges = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const auto sides = [&] { return Vec3(draw(0.02, 1), draw(0.02, 1), draw(0.02, 1)); };
    const auto pose = [&] { return Frame{turned(draw(0, 3), draw.vec(1)), 0.8 * draw.vec(1)}; };
    const Vec3 a = sides(), b = sides();
    const Frame A = pose(), B = pose();
    const auto touches = touch(box(2 * a), A, box(2 * b), B);
    double least = 1e300;
    const auto consider = [&](const Vec3& n) {
      least = std::min({least, overlap_along(n, a, A, b, B), overlap_along(-n, a, A, b, B)});
    };
    for (int k = 0; k < 3000; ++k) consider(draw.vec(1).normalized());
    if (touches.empty()) {
      ++apart;
      continue;
    }
    ++overlapping;
    const Vec3 n = touches[0].normal;
    const double along = overlap_along(n, a, A, b, B);
    EXPECT_GT(along, 0) << trial;
    EXPECT_LE(along, least / 0.95 + 1e-9) << trial;
    double deepest = 0;
    for (const Touch& t : touches) deepest = std::max(deepest, t.depth);
    EXPECT_LE(deepest, along + 1e-9) << trial;
    EXPECT_GE(deepest, 0.8 * along)
        << trial;  // less where edges overlap less, by under a twentieth
    const double to_faces = std::max((A.R.transpose() * n).cwiseAbs().maxCoeff(),
                                     (B.R.transpose() * n).cwiseAbs().maxCoeff());
    of_edges += to_faces < 0.999;
  }
  EXPECT_GT(overlapping, 500);
  EXPECT_GT(apart, 500);
  EXPECT_GT(of_edges, 100);
}

// A force by springs at these points has no jumps then: an adaptive method can follow it.
TEST(Touches, OfCrossingBarsComeAndGoWithoutDepth) {
  Draw draw(12);
  const Collider bar = box(Vec3(10, 0.2, 0.3)), other = box(Vec3(0.3, 10, 0.2));
  constexpr double step = 1e-5;
  int came = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 axis = draw.vec(1).normalized(), way = draw.vec(1);
    const Mat3 first = turned(draw(0, 3), Vec3::UnitX()),
               second = turned(draw(0, 3), Vec3::UnitY());
    const double height = draw(0.2, 0.3);
    std::vector<Touch> before;
    for (int k = 0; k < 2000; ++k) {
      const Frame moved{turned(step * k, axis) * first, Vec3(0, 0, height) + step * k * way};
      const std::vector<Touch> now = touch(bar, moved, other, {second, Vec3::Zero()});
      const auto sum = [](const std::vector<Touch>& touches) {
        double all = 0;
        for (const Touch& t : touches) all += t.depth;
        return all;
      };
      const bool turned_over =
          !before.empty() && !now.empty() && (before[0].normal - now[0].normal).norm() > 0.01;
      if (k > 0 && !turned_over && before.size() != now.size()) {
        EXPECT_NEAR(sum(before), sum(now), 100 * step) << trial << " " << k;
        ++came;
      }
      before = now;
    }
  }
  EXPECT_GT(came, 20);
}

TEST(Touches, StopAtTheRimOfWhatIsBelow) {
  // Half of the box stands over the edge at x = 1.
  const auto t = touch(box(Vec3(0.2, 0.1, 0.1)), at(1, 0, 0.099), box(Vec3(2, 2, 0.1)), {});
  ASSERT_EQ(t.size(), 4u);
  for (const Touch& c : t) EXPECT_LE(c.p_W.x(), 1 + 1e-6);
}

TEST(Touches, OfCrossedEdgesAreWhereTheyCross) {
  // Two beams with an edge up and an edge down, at right angles: no corner is inside the other.
  const Collider beam = box(Vec3(2, 0.1, 0.1));
  const Mat3 edge = turned(std::numbers::pi / 4, Vec3::UnitX());
  const Mat3 across = turned(std::numbers::pi / 2, Vec3::UnitZ()) * edge;
  const double gap = 0.1 * std::sqrt(2.0) - 0.002;
  const auto t = touch(beam, at(0.3, 0.2, gap, edge), beam, at(0, 0, 0, across));
  ASSERT_EQ(t.size(), 1u);
  EXPECT_LT((t[0].normal - Vec3::UnitZ()).norm(), 1e-5);
  EXPECT_NEAR(t[0].depth, 0.002, 1e-6);
  EXPECT_LT((t[0].p_W - Vec3(0, 0.2, gap / 2)).norm(), 1e-5);
}

// A crate on a ramp. libccd's direction is wrong in one case of 3000 anywhere on it, and in one of
// 20 about its very middle; the crate was thrown into the air.
TEST(Touches, OfACrateOnARampAreAcrossIt) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> part(-1, 1);
  for (int trial = 0; trial < 40000; ++trial) {
    const double side = 0.2 + 0.2 * std::abs(part(random)),
                 deep = side * (1e-5 + 1e-3 * std::abs(part(random)));
    const double length = 1 + trial % 3, height = 0.1 * (1 + trial % 5);
    Shape wedge = box_shape(Vec3(length, 1, height)).shape;
    wedge.taper = Vec2(0, 1);  // up to an edge above its far end
    wedge.shift = Vec2(length / 2, 0);
    const Collider crate = box(Vec3::Constant(side)), ramp({wedge});
    const Mat3 R = turned(std::atan2(height, length), -Vec3::UnitY());
    const double aside = trial % 2 == 0 ? 1e-9 : 0.2;  // m from the middle
    const Vec3 on_it(aside * part(random), aside * part(random), side / 2 - deep);
    const auto touches = touch(crate, {R, R * on_it}, ramp, {});
    ASSERT_EQ(touches.size(), 4u) << trial;
    for (const Touch& t : touches) {
      ASSERT_LT((t.normal - R * Vec3::UnitZ()).norm(), 0.01) << trial;
      ASSERT_NEAR(t.depth, deep, 1e-3 * side) << trial;
    }
  }
}

TEST(Touches, OfALyingCapsuleAreItsTwoEnds) {
  const Mat3 lying = Mat3::Identity();  // along y
  const auto t =
      touch(Collider({rod(0.05, 0.4)}), at(0, 0, 0.099, lying), box(Vec3(2, 2, 0.1)), {});
  ASSERT_EQ(t.size(), 2u);
  for (const Touch& c : t) {
    EXPECT_NEAR(c.depth, 0.001, 1e-6);
    EXPECT_NEAR(std::abs(c.p_W.y()), 0.2, 1e-6);
  }
}

TEST(Touches, OfAMeshPushOutOfItsFrontOnly) {
  const std::string path = own_file(".obj");
  std::ofstream(path) << "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n";
  Shape floor;
  floor.kind = ShapeKind::mesh;
  floor.mesh = path;
  const Collider mesh({floor}), ball_above({ball(0.1)});
  ASSERT_EQ(mesh.parts().size(), 2u);
  std::vector<Touch> above, below;
  for (const ConvexPart& triangle : mesh.parts()) {
    touch_parts(ball_above.parts()[0], at(0.3, 0.1, 0.099), triangle, {}, above);
    touch_parts(ball_above.parts()[0], at(0.3, 0.1, -0.099), triangle, {}, below);
  }
  ASSERT_EQ(above.size(), 1u);
  EXPECT_NEAR(above[0].depth, 0.001, 1e-5);
  EXPECT_TRUE(below.empty());
  std::filesystem::remove(path);
}

TEST(Touches, OfAThinLegThatPiercedAMeshTakeItOutAgain) {
  const std::string path = own_file(".obj");
  std::ofstream(path) << "v -1 -1 0\nv 2 -1 0\nv -1 2 0\nf 1 2 3\n";
  Shape floor;
  floor.kind = ShapeKind::mesh;
  floor.mesh = path;
  const Collider mesh({floor}), leg = box(Vec3(0.01, 0.01, 0.5));
  // The way of least overlap is sideways, 5 mm; the foot is 0.2 m below the mesh.
  std::vector<Touch> touches;
  touch_parts(leg.parts()[0], at(0.1, 0.1, 0.05), mesh.parts()[0], {}, touches);
  ASSERT_EQ(touches.size(), 4u);
  for (const Touch& t : touches) {
    EXPECT_LT((t.normal - Vec3::UnitZ()).norm(), 1e-12);
    EXPECT_NEAR(t.depth, 0.2, 1e-9);
  }
  std::filesystem::remove(path);
}

TEST(Colliders, FindTheSamePartsByTreeAndByBruteForce) {
  Draw draw(3);
  std::vector<Shape> shapes;
  for (int i = 0; i < 60; ++i) {
    shapes.push_back(ball(draw(0.01, 0.1)));
    shapes.back().X_BS.p = draw.vec(1);
  }
  const Collider many(shapes);
  for (int trial = 0; trial < 50; ++trial) {
    Bounds query;
    query.include(draw.vec(1));
    query.include(draw.vec(1));
    std::vector<int> found, all;
    many.overlapping(query, found);
    std::sort(found.begin(), found.end());
    for (std::size_t i = 0; i < many.parts().size(); ++i)
      if (many.parts()[i].bounds.overlaps(query)) all.push_back(static_cast<int>(i));
    EXPECT_EQ(found, all);
  }
}

}  // namespace
}  // namespace gambol::testing
