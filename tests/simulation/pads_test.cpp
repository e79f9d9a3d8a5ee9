// Sticky feet, moved by the simulator.

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

// One kilogram that is a foot; gravity where wanted.
MotionSpec foot_on_pads(const Vec3& gravity, IntegrationMethod method) {
  FigureSpec f;
  f.name = "foot";
  f.bodies = {box_body("b", "", Vec3::Zero(), Vec3(0.2, 0.2, 0.05))};
  f.bodies[0].density = 500;
  f.bodies[0].collision = f.bodies[0].inertia;
  LegSpec leg;
  leg.name = "leg";
  leg.feet = {"b"};
  f.legs = {leg};
  MotionSpec m = free_motion(f);
  m.world.gravity = gravity;
  m.figures[0].at = Vec3(0, 0, 0.02499);
  m.integrator.method = method;
  m.integrator.step = 2e-4;
  m.integrator.tolerance = 1e-8;
  m.world.ground.emplace();
  ContactSpec& c = m.world.ground->contact;
  c.scale = MassScale::none;
  c.strength = 0;
  c.stiffness = 5000;
  c.damping = 40;
  c.friction = Curve(0.3);
  c.friction_damping = 500;
  StickySpec& s = m.world.ground->sticky.emplace();
  s.scale = MassScale::none;
  s.strength = 4;
  s.rise = 500;
  s.damping = 40;
  s.break_force = 2;
  s.pull_force = 1;
  return m;
}

int held(const FigureState& f) {
  int n = 0;
  for (const Pad& p : f.pads) n += p.grip == Grip::stuck;
  return n;
}

class Methods : public ::testing::TestWithParam<IntegrationMethod> {};

TEST_P(Methods, PadsHoldWhereFrictionWouldSlide) {
  // 6 N along the ground and 2 N onto it, on four pads: 1.5 N each, where friction gives 0.15 N.
  Simulator s(foot_on_pads(Vec3(6, 0, -2), GetParam()));
  s.advance(2);
  const FigureState& f = s.state().figures[0];
  EXPECT_EQ(held(f), 4);
  EXPECT_LT(f.v.norm(), 1e-6);
  const Frame X{Quat(f.q[3], f.q[4], f.q[5], f.q[6]).toRotationMatrix(), f.q.head<3>()};
  double shear = 0;
  for (const Pad& p : f.pads) {
    if (p.grip != Grip::stuck) continue;
    EXPECT_EQ(p.breaks, 0);
    const Vec3 u = pad_stretch(p, X).u;
    shear -= 4 * std::expm1(500 * u.norm()) * u.x() / u.norm();
  }
  EXPECT_NEAR(shear, 6, 0.02);
}

TEST_P(Methods, PadsPullUpToTheirLimit) {
  Simulator holding(foot_on_pads(Vec3(0, 0, 3), GetParam()));
  holding.advance(1);
  EXPECT_EQ(held(holding.state().figures[0]), 4);
  EXPECT_LT(holding.state().figures[0].v.norm(), 1e-6);
  Simulator torn(foot_on_pads(Vec3(0, 0, 6), GetParam()));
  torn.advance(1);
  EXPECT_EQ(held(torn.state().figures[0]), 0);
  EXPECT_GT(torn.state().figures[0].q[2], 1);
}

// Two of the foot's corners: 0.5 N each hold where 1.5 N on one of them tear.
TEST_P(Methods, OnlyTheLegsPadsHold) {
  MotionSpec m = foot_on_pads(Vec3(0, 0, -2), GetParam());
  LegSpec& leg = m.figures[0].figure.legs[0];
  leg.pads.emplace() = {FootPadSpec{Place(), "b", Vec3(0.1, 0, -0.025), 0.11}};
  Simulator s(m);
  s.advance(0.5);
  const FigureState& f = s.state().figures[0];
  EXPECT_EQ(held(f), 2);
  for (const Pad& p : f.pads) {
    if (p.grip == Grip::stuck) {
      EXPECT_GT(p.p_B.x(), 0);
    }
  }
  // 3.5 N along the ground break two pads of 2 N less than four: friction takes 0.3 N of the rest.
  const auto slides = [&](double force, bool all) {
    MotionSpec pulled = foot_on_pads(Vec3(force, 0, -2), GetParam());
    if (!all) pulled.figures[0].figure.legs[0].pads = leg.pads;
    Simulator sim(pulled);
    sim.advance(1);
    return sim.state().figures[0].q[0] > 0.1;
  };
  EXPECT_FALSE(slides(3.5, false));
  EXPECT_TRUE(slides(5.5, false));
  EXPECT_FALSE(slides(5.5, true));
}

TEST_P(Methods, BrokenPadsSlideAndStickAgainWhereTheyAre) {
  MotionSpec m = foot_on_pads(Vec3(0, 0, -g), GetParam());
  CueSpec shove;
  shove.name = "shove";
  shove.at = 0.5;
  shove.push = PushSpec{};
  shove.push->figure = "foot";
  shove.push->body = "b";
  shove.push->force = Vec3(40, 0, 0);
  shove.push->over = 0.05;
  m.cues = {shove};
  Simulator s(m);
  s.advance(0.5);
  const double before = s.state().figures[0].q[0];
  EXPECT_EQ(held(s.state().figures[0]), 4);
  s.advance(3);
  const FigureState& f = s.state().figures[0];
  EXPECT_GT(f.q[0], before + 0.02);
  EXPECT_EQ(held(f), 4);
  EXPECT_LT(f.v.norm(), 1e-6);
  for (const Pad& p : f.pads) EXPECT_EQ(p.breaks, p.grip == Grip::stuck ? 1 : 0);
}

TEST_P(Methods, ALegLetsGoOfAllItsPads) {
  Simulator s(foot_on_pads(Vec3(7, 0, -2), GetParam()));
  s.advance(0.5);
  s.state().figures[0].command.adhesion[0] = 0;
  s.advance(1);
  EXPECT_EQ(held(s.state().figures[0]), 0);
  EXPECT_GT(s.state().figures[0].q[0], 0.5);
}

INSTANTIATE_TEST_SUITE_P(AllKinds, Methods,
                         ::testing::Values(IntegrationMethod::implicit, IntegrationMethod::rkf45));

TEST(PadState, CountsAndCopies) {
  Simulator s(foot_on_pads(Vec3(7, 0, -2), IntegrationMethod::implicit));
  s.advance(0.2);
  State copy = s.state();
  const std::string hash = state_hash(copy);
  copy.figures[0].pads[0].p_W.x() += 1e-12;
  EXPECT_NE(state_hash(copy), hash);
  copy = s.state();
  copy.figures[0].command.adhesion[0] = 0;
  EXPECT_NE(state_hash(copy), hash);
  // Going on from a copy is going on.
  copy = s.state();
  s.advance(0.4);
  const std::string end = state_hash(s.state());
  Simulator other(foot_on_pads(Vec3(7, 0, -2), IntegrationMethod::implicit));
  other.state() = copy;
  other.advance(0.4);
  EXPECT_EQ(state_hash(other.state()), end);
}

}  // namespace
}  // namespace gambol::testing
