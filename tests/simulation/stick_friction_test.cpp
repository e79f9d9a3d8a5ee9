// Stick-slip friction of the ground: a spring that holds what touches, up to the limit of friction.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

constexpr double stiffness = 4000;  // N/m, of each corner

// A block of 8 kg that lies flat; gravity as on a slope of `slope`.
MotionSpec block_on_slope(double slope, IntegrationMethod method) {
  FigureSpec f;
  f.name = "block";
  f.bodies = {box_body("b", "", Vec3::Zero(), Vec3(0.4, 0.4, 0.05))};
  f.bodies[0].collision = f.bodies[0].inertia;
  MotionSpec m = free_motion(f);
  m.world.gravity = g * Vec3(std::sin(slope), 0, -std::cos(slope));
  m.figures[0].at = Vec3(0, 0, 0.0249);
  m.integrator.method = method;
  m.integrator.step = 2e-4;
  m.integrator.tolerance = 1e-7;
  m.world.ground.emplace();
  ContactSpec& c = m.world.ground->contact;
  c.scale = MassScale::none;
  c.strength = 0;
  c.stiffness = 4e4;
  c.damping = 300;
  c.friction_model = FrictionModel::stick;
  c.friction = Curve(0.5);
  c.friction_damping = 100;
  c.friction_stiffness = stiffness;
  return m;
}

class StickFriction : public ::testing::TestWithParam<IntegrationMethod> {};

TEST_P(StickFriction, HoldsALoadThatADamperLetsCreep) {
  MotionSpec spec = block_on_slope(std::atan(0.4), GetParam());
  const auto end = [](const MotionSpec& m) {
    Simulator s(m);
    s.advance(1);
    const double before = s.state().figures[0].q[0];
    s.advance(2);
    return std::array<double, 2>{s.state().figures[0].q[0], s.state().figures[0].q[0] - before};
  };
  const auto [x, creep] = end(spec);
  const double along = spec.world.gravity.x() * 8;  // N, on four corners
  EXPECT_NEAR(x, along / (4 * stiffness), 0.1 * x);
  EXPECT_LT(std::abs(creep), 1e-8);
  spec.world.ground->contact.friction_model = FrictionModel::damper;
  spec.world.ground->contact.friction_stiffness.reset();
  EXPECT_NEAR(end(spec)[1], along / (4 * 100), 0.01 * along / 400);
}

TEST_P(StickFriction, SlidesBeyondItsCoefficient) {
  const double slope = std::atan(0.6);
  Simulator s(block_on_slope(slope, GetParam()));
  s.advance(1);
  const double before = s.state().figures[0].v[3];
  s.advance(1.5);
  const double wanted = g * (std::sin(slope) - 0.5 * std::cos(slope));
  EXPECT_NEAR((s.state().figures[0].v[3] - before) / 0.5, wanted, 0.02 * wanted);
}

TEST_P(StickFriction, StopsASlideAndHoldsWhereItStopped) {
  MotionSpec spec = block_on_slope(0, GetParam());
  Simulator s(spec);
  s.state().figures[0].v[3] = 2;
  s.advance(2);
  const FigureState& f = s.state().figures[0];
  EXPECT_NEAR(f.q[0], 4 / (2 * 0.5 * g), 0.02);
  EXPECT_LT(f.v.norm(), 1e-6);
}

// Friction model 2: without a damper, a block that is shoved swings about where it stands. The
// spring takes its whole energy and gives back the part `restitution` of it, so that each swing is
// the square root of that as wide as the one before.
TEST_P(StickFriction, LosesEnergyByItsRestitution) {
  constexpr double restitution = 0.25, mass = 8, wide = 1e-3;  // kg, m
  MotionSpec spec = block_on_slope(0, GetParam());
  spec.integrator.step = 2e-5;
  ContactSpec& c = spec.world.ground->contact;
  c.friction_damping = 0;
  c.friction_restitution = restitution;
  Simulator s(spec);
  s.advance(1);
  const double start = s.state().figures[0].q[0], omega = std::sqrt(4 * stiffness / mass);
  s.state().figures[0].v[3] = wide * omega;
  double farthest = 0, back = 0, again = 0;
  const double out = std::numbers::pi / 2 / omega, in = out / std::sqrt(restitution);  // s
  for (int k = 1; k <= 1500; ++k) {
    const double t = 2e-4 * k, x = (s.advance(1 + t), s.state().figures[0].q[0] - start);
    if (t < out + in)
      farthest = std::max(farthest, x);
    else if (t < 2 * (out + in))
      back = std::min(back, x);
    else if (t < 3 * (out + in))
      again = std::max(again, x);
  }
  EXPECT_NEAR(farthest, wide, 0.02 * wide);
  EXPECT_NEAR(back, -std::sqrt(restitution) * wide, 0.02 * wide);
  EXPECT_NEAR(again, restitution * wide, 0.02 * wide);
}

// The spring's anchor rolls along with the point that touches: a ball that rolls is not held back.
TEST_P(StickFriction, LetsABallRoll) {
  FigureSpec ball;
  ball.name = "ball";
  ball.bodies = {box_body("b", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1))};
  ShapeSpec sphere;
  sphere.shape.kind = ShapeKind::sphere;
  sphere.shape.radius = 0.05;
  ball.bodies[0].inertia = ball.bodies[0].collision = {sphere};
  MotionSpec m = block_on_slope(0.1, GetParam());
  m.figures[0].figure = ball;
  m.figures[0].at = Vec3(0, 0, 0.04999);
  m.world.ground->contact.stiffness = 2e4;
  m.world.ground->contact.damping = 60;
  m.world.ground->contact.friction_damping = 20;
  Simulator s(m);
  s.advance(1);
  const FigureState& f = s.state().figures[0];
  const Mat3 R = Quat(f.q[3], f.q[4], f.q[5], f.q[6]).toRotationMatrix();
  const double speed = (R * f.v.segment<3>(3)).x();
  EXPECT_NEAR(speed, 5.0 / 7 * g * std::sin(0.1), 0.02 * speed);
  EXPECT_NEAR((R * f.v.head<3>()).y() * 0.05, speed, 0.02 * speed);
}

INSTANTIATE_TEST_SUITE_P(AllKinds, StickFriction,
                         ::testing::Values(IntegrationMethod::implicit, IntegrationMethod::rkf45,
                                           IntegrationMethod::bdf));

// What holds is part of the state: to go on from a copy is to go on.
TEST(StickFrictionState, IsStored) {
  const MotionSpec spec = block_on_slope(0.3, IntegrationMethod::implicit);
  Simulator s(spec);
  s.advance(0.2);
  State copy = s.state();
  ASSERT_EQ(copy.figures[0].pads.size(), 8u);
  const std::string hash = state_hash(copy);
  copy.figures[0].pads[0].p_W.x() += 1e-12;
  EXPECT_NE(state_hash(copy), hash);
  copy = s.state();
  s.advance(0.4);
  Simulator other(spec);
  other.state() = copy;
  other.advance(0.4);
  EXPECT_EQ(state_hash(other.state()), state_hash(s.state()));
}

}  // namespace
}  // namespace gambol::testing
