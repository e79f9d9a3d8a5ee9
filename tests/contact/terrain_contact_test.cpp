// Bodies against uneven ground: corners, edges, bars, balls.

#include "contact/find/terrain_contact.h"

#include <gtest/gtest.h>

#include "contact/answer/ground_reaction.h"
#include "contact/find/depth.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

HeightField sampled(int nx, int ny, double spacing, auto&& height) {
  std::vector<double> z;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      z.push_back(height((i - (nx - 1) / 2.0) * spacing, (j - (ny - 1) / 2.0) * spacing));
  return HeightField(nx, ny, spacing, Vec3::Zero(), z);
}

// A roof along y, 0.1 high, 45 degrees steep.
HeightField roof() {
  return sampled(9, 9, 0.1, [](double x, double) { return std::max(0.1 - std::abs(x), 0.0); });
}
// One vertex that stands out.
HeightField spike() {
  return sampled(9, 9, 0.1, [](double x, double y) { return x == 0 && y == 0 ? 0.1 : 0.0; });
}

Body colliding(const ShapeSpec& shape) {
  FigureSpec f;
  f.bodies = {box_body("b", "", Vec3::Zero(), Vec3(1, 1, 1))};
  f.bodies[0].collision = {shape};
  return make_model(f).bodies[0];
}
ShapeSpec rod(ShapeKind kind, double radius, double length) {
  ShapeSpec s;
  s.shape.kind = kind;
  s.shape.radius = radius;
  s.shape.length = length;
  return s;
}

std::vector<GroundTouch> touches_of(const HeightField& f, const Body& body, const Frame& X) {
  GroundTouches found;
  NearGround near;
  look_below(f, body, X, 0, near);
  if (near.clear <= 0) find_touches(f, body, X, near, found);
  return {found.begin(), found.end()};
}
Frame at(const Vec3& p, const Mat3& R = Mat3::Identity()) { return {R, p}; }

TEST(TerrainContact, ACornerIsAsDeepAsTheTriangleIsFar) {
  const HeightField f = roof();
  GroundTouch touch;
  EXPECT_FALSE(corner_touches(f, at(Vec3(0.05, 0, 0.0501)), Vec3::Zero(), 0, touch));
  ASSERT_TRUE(corner_touches(f, at(Vec3(0.05, 0, 0.04)), Vec3::Zero(), 0, touch));
  EXPECT_NEAR(touch.depth, 0.01 / std::sqrt(2), 1e-12);
  EXPECT_LT((touch.normal - Vec3(1, 0, 1).normalized()).norm(), 1e-12);
}

// What the thesis left out: both lower edges of a beam that lies across a ridge, between its ends.
// (A vertex of the ridge below its face would touch too.)
TEST(TerrainContact, ABeamAcrossARidgeTouchesWithItsEdges) {
  const Body beam = colliding(box_shape(Vec3(0.6, 0.04, 0.02)));
  const auto found = touches_of(roof(), beam, at(Vec3(0.03, 0.043, 0.108)));
  ASSERT_EQ(found.size(), 2u);
  for (const GroundTouch& t : found) {
    EXPECT_NEAR(t.depth, 0.002, 1e-12);
    EXPECT_LT((t.normal - Vec3::UnitZ()).norm(), 1e-12);
    EXPECT_NEAR(t.p_B.x(), -0.03, 1e-12);
    EXPECT_NEAR(std::abs(t.p_B.y()), 0.02, 1e-12);
  }
  EXPECT_TRUE(touches_of(roof(), beam, at(Vec3(0.03, 0.043, 0.1101))).empty());
  EXPECT_NEAR(height_above(roof(), beam, at(Vec3(0.03, 0.043, 0.108))), -0.002, 1e-12);
  EXPECT_NEAR(height_above(roof(), beam, at(Vec3(0.03, 0.013, 0.15))), 0.04, 1e-12);
}

TEST(TerrainContact, AnEdgeDoesNotTouchWhereACornerOrFaceDoes) {
  // Standing on one slope, far from the ridge; and on level ground with its flat sides.
  const Body post = colliding(box_shape(Vec3(0.02, 0.02, 0.2)));
  EXPECT_TRUE(touches_of(roof(), post, at(Vec3(0.05, 0, 0.14))).empty());
  EXPECT_TRUE(touches_of(roof(), post, at(Vec3(0.3, 0, 0.099))).empty());
  // Across the foot of the roof, which is a valley.
  EXPECT_TRUE(touches_of(roof(), post, at(Vec3(0.1, 0, 0.1))).empty());
}

TEST(TerrainContact, APlateLiesOnASpike) {
  const Body plate = colliding(box_shape(Vec3(0.15, 0.15, 0.02)));
  const auto found = touches_of(spike(), plate, at(Vec3(0.01, -0.02, 0.107)));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].depth, 0.003, 1e-12);
  EXPECT_LT((found[0].normal - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_LT((found[0].p_B - Vec3(-0.01, 0.02, -0.01)).norm(), 1e-12);
}

TEST(TerrainContact, BarsTouchRidgesWithTheirSides) {
  for (ShapeKind kind : {ShapeKind::capsule, ShapeKind::cylinder}) {
    const Body bar = colliding(rod(kind, 0.02, 0.5));
    // Along y in its own frame: turned to lie along x, across the ridge.
    const Mat3 R = Eigen::AngleAxisd(1.5707963267948966, Vec3::UnitZ()).toRotationMatrix();
    const auto found = touches_of(roof(), bar, at(Vec3(0.04, 0.01, 0.117), R));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, 0.003, 1e-9);
    EXPECT_LT((found[0].normal - Vec3::UnitZ()).norm(), 1e-9);
    // Also when its axis has sunk below the ridge.
    const auto deep = touches_of(roof(), bar, at(Vec3(0.04, 0.01, 0.095), R));
    ASSERT_EQ(deep.size(), 1u);
    EXPECT_NEAR(deep[0].depth, 0.025, 1e-9);
  }
}

// Cones and capsules that taper touch a ridge with the deepest of the balls that they are made of.
TEST(TerrainContact, TaperedBarsTouchRidgesWhereTheyAreDeepest) {
  for (double z : {0.118, 0.095}) {  // the axis above the ridge, and within
    ShapeSpec tapered = rod(ShapeKind::capsule, 0.03, 0.5);
    tapered.shape.end_radius = 0.01;
    const Body body = colliding(tapered);
    const Frame X =
        at(Vec3(0.02, 0.01, z), Eigen::AngleAxisd(1.1, Vec3::UnitZ()).toRotationMatrix() *
                                    Eigen::AngleAxisd(0.04, Vec3::UnitX()).toRotationMatrix());
    const auto found = touches_of(roof(), body, X);
    ASSERT_EQ(found.size(), 1u);
    const ContactRod& rod = body.features.rods[0];
    double deepest = -1;
    for (int k = 0; k <= 100000; ++k) {
      const double s = k / 100000.0;
      const Vec3 p = X.R * (rod.a + s * (rod.b - rod.a)) + X.p;
      const double radius = rod.radius + s * (rod.end_radius - rod.radius);
      const double far = std::hypot(p.x(), p.z() - 0.1);
      deepest = std::max(deepest, z > 0.1 ? radius - far : -1);
    }
    EXPECT_TRUE(z < 0.1 || std::abs(found[0].depth - deepest) < 1e-9);
    // Its point lies on the bar's surface: a ball's.
    EXPECT_GT(found[0].depth, 0);
    double off = 1;
    for (int k = 0; k <= 100000; ++k) {
      const double s = k / 100000.0;
      const Vec3 p = rod.a + s * (rod.b - rod.a);
      off = std::min(off, std::abs((found[0].p_B - p).norm() - rod.radius -
                                   s * (rod.end_radius - rod.radius)));
    }
    EXPECT_LT(off, 1e-9);
  }
}

TEST(TerrainContact, EllipsoidsTouchAsTheBallsWithin) {
  ShapeSpec s;
  s.shape.kind = ShapeKind::ellipsoid;
  s.shape.size = Vec3(0.05, 0.03, 0.02);
  const Body body = colliding(s);
  const HeightField level = sampled(3, 3, 1, [](double, double) { return 0.0; });
  EXPECT_NEAR(height_above(level, body, at(Vec3(0, 0, 0.1))), 0.08, 1e-12);
  const Mat3 upright = Eigen::AngleAxisd(1.5707963267948966, Vec3::UnitY()).toRotationMatrix();
  EXPECT_NEAR(height_above(level, body, at(Vec3(0, 0, 0.1), upright)), 0.05, 1e-12);
  EXPECT_FALSE(touches_of(level, body, at(Vec3(0.2, 0.1, 0.019))).empty());
  EXPECT_TRUE(touches_of(level, body, at(Vec3(0.2, 0.1, 0.021))).empty());
}

// An apex, and the corners of a frustum's base.
TEST(TerrainContact, FrustaAndConesTouchWithTheirCorners) {
  ShapeSpec s;
  s.shape.size = Vec3(0.2, 0.2, 0.1);
  s.shape.taper = Vec2(0.5, 0.5);
  s.shape.shift = Vec2(0.03, 0);
  const Body frustum = colliding(s);
  EXPECT_EQ(frustum.contacts.size(), 8u);
  EXPECT_EQ(frustum.features.edges.size(), 12u);
  const Mat3 over = Eigen::AngleAxisd(3.141592653589793, Vec3::UnitX()).toRotationMatrix();
  const HeightField level = sampled(3, 3, 1, [](double, double) { return 0.0; });
  EXPECT_NEAR(height_above(level, frustum, at(Vec3(0, 0, 0.2), over)), 0.15, 1e-12);
  // Across the ridge it lies on its edges, as a box does.
  EXPECT_FALSE(touches_of(roof(), frustum, at(Vec3(0.01, 0.043, 0.148))).empty());
}

TEST(TerrainContact, ABallTouchesFacesRidgesAndPeaksByItsSurface) {
  const Body ball = colliding(rod(ShapeKind::sphere, 0.03, 0));
  const auto slope = touches_of(roof(), ball, at(Vec3(0.05 + 0.02, 0.02, 0.05 + 0.02)));
  ASSERT_EQ(slope.size(), 1u);
  EXPECT_NEAR(slope[0].depth, 0.03 - 0.02 * std::sqrt(2), 1e-9);
  const auto ridge = touches_of(roof(), ball, at(Vec3(0.003, 0.02, 0.128)));
  ASSERT_EQ(ridge.size(), 1u);
  EXPECT_NEAR(ridge[0].depth, 0.03 - std::hypot(0.003, 0.028), 1e-9);
  const auto peak = touches_of(spike(), ball, at(Vec3(0.001, -0.002, 0.127)));
  ASSERT_EQ(peak.size(), 1u);
  EXPECT_NEAR(peak[0].depth, 0.03 - Vec3(0.001, -0.002, 0.027).norm(), 1e-9);
  // In a valley it leans on both sides.
  const HeightField valley = sampled(9, 9, 0.1, [](double x, double) { return std::abs(x); });
  EXPECT_EQ(touches_of(valley, ball, at(Vec3(0, 0.02, 0.04))).size(), 2u);
}

// A box of which a ball is the second shape, with friction's springs, on a slope or in a valley.
struct OnBall {
  FigureSpec figure;
  Model model;
  Workspace work;
  GroundLaw ground;
  std::vector<Pad> pads;

  explicit OnBall(const HeightField& terrain)
      : figure(balls()), model(make_model(figure)), work(model) {
    ground.surface.terrain = &terrain;
    ground.law.stiffness = 400;
    ground.law.friction = 0.5;
    ground.law.friction_damping = 8;
    ground.law.friction_stiffness = 300;
    pads.resize(needs_pads(model, ground));
  }
  static FigureSpec balls() {
    FigureSpec f;
    f.bodies = {box_body("b", "", Vec3::Zero(), Vec3(0.02, 0.02, 0.02))};
    ShapeSpec other = rod(ShapeKind::sphere, 0.03, 0);
    other.shape.X_BS.p = Vec3(0, 0.1, 0);
    f.bodies[0].collision = {rod(ShapeKind::sphere, 0.03, 0), f.bodies[0].inertia[0], other};
    return f;
  }
  std::vector<BodyTouch> touches(const Vec3& p) {
    update_kinematics(model, initial_q(model, {Quat::Identity(), p}), Eigen::VectorXd::Zero(6),
                      work);
    GroundSearch search(model, ground.surface);
    return search.find(model, work, 0);
  }
};

// Without its number a ball would have no anchor, and creep down any slope.
TEST(TerrainContact, ABallHoldsByTheSpringOfItsPoint) {
  const HeightField slope = sampled(9, 9, 0.1, [](double x, double) { return 0.1 * x; });
  OnBall on(slope);
  const std::vector<BodyTouch> touches = on.touches(Vec3(0.01, 0, 0.025));
  ASSERT_EQ(touches.size(), 2u);
  EXPECT_EQ(touches[0].point, 0);
  EXPECT_EQ(touches[1].point, static_cast<int>(on.model.bodies[0].contacts.size()) - 1);
  update_pads(on.model, on.ground, touches, {}, on.work, on.pads);
  EXPECT_EQ(on.pads.front().grip, Grip::rubs);
  EXPECT_EQ(on.pads.back().grip, Grip::rubs);
  // 2 mm down the slope the springs pull back.
  const Vec3 down(-2e-3, 0, -2e-4);
  std::vector<GroundContact> contacts;
  apply_ground(on.model, on.ground, on.touches(Vec3(0.01, 0, 0.025) + down), on.pads, 0, on.work,
               contacts);
  ASSERT_EQ(contacts.size(), 2u);
  for (const GroundContact& c : contacts)
    EXPECT_NEAR(c.force.dot(down), -300 * down.squaredNorm(), 1e-9);
}

TEST(TerrainContact, OfABallsTouchesTheDeepestIsItsPoints) {
  const HeightField valley = sampled(9, 9, 0.1, [](double x, double) { return std::abs(x); });
  OnBall in(valley);
  const std::vector<BodyTouch> touches = in.touches(Vec3(0.003, 0.02, 0.035));
  std::vector<int> points;
  double named = 0, other = 0;
  for (const BodyTouch& t : touches) {
    points.push_back(t.point);
    (t.point == 0 ? named : other) = t.at.depth;
  }
  EXPECT_EQ(points, (std::vector<int>{0, 9, -1, -1})) << "by point, then what has none";
  EXPECT_GT(named, other);
}

// Forces on any figure: a level terrain is the level ground.
TEST(TerrainContact, ALevelTerrainIsLevelGround) {
  Draw draw(3);
  FigureSpec figure = random_tree(draw, 8);
  for (BodySpec& b : figure.bodies) b.collision = b.inertia;
  const Model model = make_model(figure);
  const Eigen::VectorXd q = random_q(draw, model), v = draw.vector(model.nv(), 1);
  const HeightField flat(21, 21, 0.7, Vec3(0.1, 0.2, 0.5), std::vector<double>(441, 0.25));
  GroundLaw ground;
  ground.surface.height = 0.75;
  ground.law.stiffness = 50;
  ground.law.damping = 0.1;
  ground.law.friction = 0.5;
  ground.law.friction_damping = 3;
  std::vector<GroundContact> level, terrain;
  Workspace work(model);
  update_kinematics(model, q, v, work);
  GroundSearch on_level(model, ground.surface);
  apply_ground(model, ground, on_level.find(model, work, 0), {}, 0, work, level);
  ground.surface.terrain = &flat;
  GroundSearch on_terrain(model, ground.surface);
  apply_ground(model, ground, on_terrain.find(model, work, 0), {}, 0, work, terrain);
  ASSERT_GT(level.size(), 10u);
  ASSERT_EQ(level.size(), terrain.size());
  for (std::size_t k = 0; k < level.size(); ++k) {
    EXPECT_LT((level[k].force - terrain[k].force).norm(), 1e-9);
    EXPECT_LT((level[k].p_B - terrain[k].p_B).norm(), 1e-12);
  }
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    ground.surface.terrain = &flat;
    const double z = height_above(ground.surface, model.bodies[i], work.bodies[i].X_WB);
    ground.surface.terrain = nullptr;
    EXPECT_NEAR(z, height_above(ground.surface, model.bodies[i], work.bodies[i].X_WB), 1e-12);
  }
}

// What a search remembers of where bodies were far from the ground never hides a touch; and what
// it says will touch is within the ground by then.
TEST(TerrainContact, ASearchFindsTheSameWhateverItSawBefore) {
  Draw draw(5);
  FigureSpec figure = random_tree(draw, 9);
  for (BodySpec& b : figure.bodies) b.collision = b.inertia;
  const Model model = make_model(figure);
  const HeightField f = sampled(25, 25, 0.2, [&](double, double) { return draw(0, 0.1); });
  const GroundSurface hills{0, &f};
  GroundSearch search(model, hills);
  Workspace work(model);
  Eigen::VectorXd q = random_q(draw, model), v(model.nv());
  std::size_t touches = 0, coming = 0;
  const double ahead = 2e-3;
  for (int n = 0; n < 4000; ++n) {
    if (n % 40 == 0) v = draw.vector(model.nv(), 2);
    if (q[2] > 1.5 || q[2] < 0) v[5] = 0, q[2] = std::clamp(q[2], 0.1, 1.4);
    q.head<2>() = q.head<2>().cwiseMax(-1.5).cwiseMin(1.5);
    Eigen::VectorXd rate(model.nq);
    q_rate(model, q, v, rate);
    q += 1e-3 * rate;
    q.segment<4>(3).normalize();
    update_kinematics(model, q, v, work);
    const std::vector<BodyTouch> found = search.find(model, work, ahead);
    GroundSearch afresh(model, hills);
    const std::vector<BodyTouch>& all = afresh.find(model, work, ahead);
    ASSERT_EQ(found.size(), all.size()) << n;
    touches += found.size();
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].body, all[k].body);
      EXPECT_EQ(found[k].point, all[k].point);
      EXPECT_EQ(found[k].at.depth, all[k].at.depth);
      if (found[k].at.depth > 0) continue;
      ++coming;
      const Vec3 u = point_velocity(work.bodies[found[k].body], found[k].at.p_B);
      EXPECT_GT(depth_after(ahead, found[k].at.depth, found[k].at.normal, u), 0);
    }
  }
  EXPECT_GT(touches, 1000u);
  EXPECT_GT(coming, 50u);
}

// Against every lower edge, point by point.
TEST(TerrainContact, TheHeightOfABoxIsThatOfItsLowestEdgePoint) {
  Draw draw(17);
  const HeightField f = sampled(15, 15, 0.1, [&](double, double) { return draw(0, 0.06); });
  int by_sides = 0;
  for (int n = 0; n < 300; ++n) {
    const Body body = colliding(
        box_shape(Vec3(draw(0.02, 0.5), draw(0.02, 0.2), draw(0.02, 0.1)), draw.vec(0.1)));
    const Frame X{draw.rotation().toRotationMatrix(),
                  Vec3(draw(-0.5, 0.5), draw(-0.5, 0.5), draw(0, 0.5))};
    double least = INFINITY, of_corners = INFINITY;
    constexpr int pieces = 4000;
    const Vec3 up = X.R.row(2).transpose();
    for (const ContactEdge& edge : body.features.edges) {
      if (up.dot(edge.normal_1) > 0 && up.dot(edge.normal_2) > 0) continue;
      for (int k = 0; k <= pieces; ++k) {
        const Vec3 p = X.R * (edge.a + k * (edge.b - edge.a) / pieces) + X.p;
        const double height = p.z() - f.height(p.x(), p.y());
        least = std::min(least, height);
        if (k == 0 || k == pieces) of_corners = std::min(of_corners, height);
      }
    }
    by_sides += least < of_corners - 1e-4;
    // Half a piece of 0.5 m / 4000, on a slope of up to 1 and a body as steep.
    EXPECT_NEAR(height_above(f, body, X), least, 2e-4) << n;
    EXPECT_LE(height_above(f, body, X), least + 1e-12) << n;
  }
  EXPECT_GT(by_sides, 50);
}

// The quick tests that leave bodies out never leave out one that touches: against every edge and
// corner, one by one.
TEST(TerrainContact, NothingThatTouchesIsLeftOut) {
  Draw draw(11);
  const HeightField f = sampled(15, 15, 0.1, [&](double, double) { return draw(0, 0.06); });
  int touching = 0;
  for (int n = 0; n < 3000; ++n) {
    const Vec3 size(draw(0.02, 0.5), draw(0.02, 0.2), draw(0.02, 0.1));
    const Body body = colliding(box_shape(size, draw.vec(0.1)));
    const Frame X{draw.rotation().toRotationMatrix(),
                  Vec3(draw(-0.5, 0.5), draw(-0.5, 0.5), draw(0, 0.3))};
    const bool low = height_above(f, body, X) < 0;
    NearGround near;
    look_below(f, body, X, 0, near);
    const bool near_it = near.clear <= 0;
    ASSERT_TRUE(near_it || !low) << n;
    touching += low;
    if (!low) {
      // What does not reach into the ground anywhere touches nothing with its edges.
      for (const GroundTouch& t : touches_of(f, body, X)) {
        const Vec3 p = X.R * t.p_B + X.p;
        EXPECT_GT(f.height(p.x(), p.y()), p.z() - 1e-9) << n;
      }
    }
  }
  EXPECT_GT(touching, 300);
}

}  // namespace
}  // namespace gambol::testing
