// Where feet of a kinematic gait step.

#include "control/kinematic_gait/foothold.h"

#include <gtest/gtest.h>

#include "geometry/height_field.h"
#include "support/led_walker.h"

namespace gambol::testing {
namespace {

// Ground of 2 m by 2 m with a grid of 1 cm, of the height f(x, y).
template <class F>
HeightField ground_of(F&& f) {
  constexpr int n = 201;
  constexpr double spacing = 0.01;
  std::vector<double> z;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) z.push_back(f((i - n / 2) * spacing, (j - n / 2) * spacing));
  return {n, n, spacing, Vec3::Zero(), z};
}

// An upright trunk, 60 cm above `body`.
TrunkAhead upright(const BodyAhead& body) {
  TrunkAhead trunk;
  trunk.target.body = body;
  trunk.target.X_WT = body.heading();
  trunk.target.X_WT.p.z() = body.p.z() + 0.6;
  return trunk;
}

// In which the body passes over the foot in 0.4 s.
StanceAhead stance_under(const BodyAhead& body) {
  BodyAhead before = body, after = body;
  before.p -= 0.2 * body.v;
  after.p += 0.2 * body.v;
  return {upright(before), upright(body), upright(after)};
}

// m from the middle of the body's way.
double out(const StanceAhead& stance, const Foothold& hold) {
  return seen_from(stance.middle.target.body.heading(), hold.p).y();
}

TEST(Foothold, LiesOnTheGroundBelowTheFootsPlaceOnTheBody) {
  const HeightField slope = ground_of([](double x, double y) { return 0.2 * x - 0.1 * y; });
  const GroundSurface ground{0, &slope};
  SteppingLeg leg;
  leg.foot = {0.3, 0.1, 0};
  BodyAhead body;
  body.p = {0.2, -0.1, 7};
  body.yaw = 0.5;
  const Foothold hold = find_foothold(ground, leg, stance_under(body));
  const Vec3 seen = seen_from(body.heading(), hold.p);
  EXPECT_NEAR(seen.x(), leg.foot.x(), 1e-12);
  EXPECT_NEAR(seen.y(), leg.foot.y(), 1e-12);
  EXPECT_NEAR(hold.p.z(), 0.2 * hold.p.x() - 0.1 * hold.p.y(), 1e-12);
  // A level foot lies on the slope and points along the body's way.
  const Mat3 R = exp_rotation(hold.turned).toRotationMatrix();
  EXPECT_LT((R.col(2) - Vec3(-0.2, 0.1, 1).normalized()).norm(), 1e-9);
  EXPECT_GT(R.col(0).dot(body.heading().R.col(0)), 0.97);
}

TEST(Foothold, LeansWithTheTrunkToTheOutsideOfATurn) {
  SteppingLeg leg;
  leg.foot = {0.3, 0.1, 0};
  BodyAhead body;
  body.yaw = body.course = 0.5;
  StanceAhead stance = stance_under(body);
  stance.middle.target.lean = 0.1;
  const Vec3 seen = seen_from(body.heading(), find_foothold({}, leg, stance).p);
  EXPECT_NEAR(seen.x(), leg.foot.x(), 1e-12);
  EXPECT_NEAR(seen.y(), leg.foot.y() - 0.6 * std::tan(0.1), 1e-12);
}

TEST(Foothold, IsUnderTheEndOfATrunkThatBendsAlongItsWay) {
  SteppingLeg leg;
  leg.foot = {0.5, 0.1, 0};
  const std::vector<SectionPlace> sections = {{{Mat3::Identity(), {-0.4, 0, 0}}, {-0.4, 0, 0}, 0},
                                              {{Mat3::Identity(), {0.4, 0, 0}}, {-0.4, 0, 0}, 0}};
  StanceAhead stance = stance_under({});
  stance.middle.bend = bends_along(0.5, sections)[1];
  const Frame section = stance.middle.bend * sections[1].X_TS;
  const Vec3 p = find_foothold({}, leg, stance).p;
  EXPECT_NEAR((seen_from(section, p) - Vec3(0.1, 0.1, 0)).norm(), 0, 1e-12);
  EXPECT_GT(p.y(), 0.11);  // the way goes to the left
}

// As a body goes sideways, it passes over its feet.
TEST(Foothold, LiesSoFarOutThatTheFootStaysOnItsSide) {
  SteppingLeg leg;
  leg.foot = {0.3, 0.1, 0};
  BodyAhead body;
  body.v = {0, 0.4, 0};
  const StanceAhead stance = stance_under(body);
  EXPECT_NEAR(out(stance, find_foothold({}, leg, stance)), 0.1, 1e-12);
  leg.inmost = 0.02;
  EXPECT_NEAR(out(stance, find_foothold({}, leg, stance)), 0.1, 1e-12);
  leg.inmost = 0.05;
  EXPECT_NEAR(out(stance, find_foothold({}, leg, stance)), 0.05 + 0.08, 1e-12);
  leg.foot.y() = -0.1;
  leg.outwards = -1;
  EXPECT_NEAR(out(stance, find_foothold({}, leg, stance)), -(0.05 + 0.08), 1e-12);
}

TEST(Foothold, LiesSoFarOutThatTheFootStaysOnItsSideOfAnInclinedTrunk) {
  SteppingLeg leg;
  leg.foot = {0.3, 0.1, 0};
  leg.inmost = 0.06;
  StanceAhead stance = stance_under({});
  Frame& X_WT = stance.middle.target.X_WT;
  X_WT.R = rotation_about(Vec3::UnitX(), 0.1);  // its left side is up
  const Vec3 p = find_foothold({}, leg, stance).p;
  EXPECT_NEAR(seen_from(X_WT, p).y(), 0.06, 1e-3);
  EXPECT_GT(p.y(), leg.foot.y());
}

TEST(Foothold, IsTheNearestPlaceThatIsFlatEnough) {
  const HeightField edge = ground_of([](double x, double) { return x < 0 ? 0.0 : 0.1; });
  const GroundSurface ground{0, &edge};
  const StanceAhead stance = stance_under({});
  SteppingLeg leg;
  leg.step.search = 0.2;
  leg.step.steepest = 0.3;
  const Vec3 flat(-0.5, 0, 0), near(-0.01, 0, 0);
  EXPECT_EQ(flat_near(ground, leg, stance, flat), flat);
  const Vec3 found = flat_near(ground, leg, stance, near);
  EXPECT_NE(found, near);
  EXPECT_LE((found - near).head<2>().norm(), leg.step.search + 1e-12);
  EXPECT_GT(std::abs(found.x()), leg.step.search / 4 - 0.01);  // off the edge by its own radius
  leg.step.search = 0;
  EXPECT_EQ(flat_near(ground, leg, stance, near), near);
}

// A paw steps down from a slab, and the slab's edge is behind it.
TEST(Foothold, KeepsTheWholeLegOutOfAnEdge) {
  const HeightField edge = ground_of([](double x, double) { return x < 0 ? 0.1 : 0.0; });
  const GroundSurface ground{0, &edge};
  SteppingLeg leg;
  leg.step.search = 0.2;
  leg.step.steepest = 0.1;
  const Vec3 beyond(0.11, 0, 0);
  EXPECT_EQ(flat_near(ground, leg, stance_under({}), beyond), beyond);
  leg.sole = {{-0.1, 0, 0.01}};  // its heel
  EXPECT_GT(flat_near(ground, leg, stance_under({}), beyond).x(), 0.14);
  // The higher a point of the leg, the farther it lies behind as the foot is placed.
  leg.sole = {{-0.05, 0, 0.06}};
  EXPECT_EQ(flat_near(ground, leg, stance_under({}), beyond), beyond);
  BodyAhead fast;
  fast.v = {1.5, 0, 0};
  EXPECT_NE(flat_near(ground, leg, stance_under(fast), beyond), beyond);
}

TEST(Foothold, IsNotSoughtOnTheOtherSideOfTheBody) {
  const HeightField rows = ground_of([](double, double y) { return y < 0.06 ? 0.0 : 0.1; });
  const GroundSurface ground{0, &rows};
  SteppingLeg leg;
  leg.step.search = 0.16;
  const Vec3 place(0, 0.035, 0);
  EXPECT_LT(flat_near(ground, leg, stance_under({}), place).y(), 0.03);
  leg.inmost = 0.05;
  EXPECT_GT(flat_near(ground, leg, stance_under({}), place).y(), 0.09);
}

TEST(Foothold, RaisesAStepOverWhatLiesBetween) {
  const HeightField wall =
      ground_of([](double x, double) { return 0.15 * std::exp(-50 * std::pow(x - 0.2, 2)); });
  const GroundSurface ground{0, &wall};
  const BodyRing still = straight_way(Vec3(1e-9, 0, 0), 1);
  const LegClock clock{0, 0.1, 0.4};
  SteppingLeg leg;
  StepSpec& step = leg.step;
  step.height = 0.05;
  step.clearance = 0.04;
  StepEnds way;
  way.to = {0.4, 0, 0};
  way.raise = raise_over(ground, leg, way, clock, still);
  EXPECT_GT(way.raise, 0.1);
  for (double u = 0.1; u <= 0.9; u += 0.1) {
    const Vec3 p = step_at(step, way, u);
    EXPECT_GT(p.z(), ground_height(ground, p.x(), p.y()) + step.clearance * 4 * u * (1 - u) - 1e-6)
        << u;
  }
  EXPECT_EQ(raise_over({}, {}, {}, clock, still), 0);
}

}  // namespace
}  // namespace gambol::testing
