// Bodies with a soft layer over what collides, on the ground and on each other.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

constexpr double radius = 0.05, hard = 4e4, soft = 6e3;  // m; N/m of the ground and of the cushion
const double mass = 1000 * 4 * std::numbers::pi / 3 * std::pow(radius, 3);  // kg

CushionSpec cushion(double damping = 0) {
  CushionSpec c;
  c.stiffness = soft;
  c.damping = damping;
  return c;
}

// A ball whose lowest point begins at `height` above hard ground.
MotionSpec ball_over_ground(double height, IntegrationMethod method) {
  MotionSpec m = free_motion(solid_figure("ball", ball_shape(radius)));
  m.world.gravity = Vec3(0, 0, -g);
  m.figures[0].at = Vec3(0, 0, radius + height);
  m.integrator.method = method;
  m.integrator.step = 2e-4;
  m.integrator.tolerance = 1e-9;
  m.world.ground.emplace();
  ContactSpec& c = m.world.ground->contact;
  c.scale = MassScale::none;
  c.strength = 0;
  c.stiffness = hard;
  c.damping = 0;
  c.friction = Curve(0.0);
  return m;
}

class Cushion : public ::testing::TestWithParam<IntegrationMethod> {};

TEST_P(Cushion, GivesWayAsASpringInSeriesWithTheGround) {
  MotionSpec m = ball_over_ground(0, GetParam());
  m.world.ground->contact.damping = 60;
  const auto rests = [&] {
    Simulator s(m);
    s.advance(3);
    EXPECT_LT(s.state().figures[0].v.norm(), 1e-6);
    return radius - s.state().figures[0].q[2];
  };
  EXPECT_NEAR(rests(), mass * g / hard, 1e-9);
  m.figures[0].figure.bodies[0].cushion = cushion(30);
  EXPECT_NEAR(rests(), mass * g / hard + mass * g / soft, 1e-9);
}

// With dampers energy of motion, height and springs never grows; without, it stays.
TEST_P(Cushion, AddsNoEnergy) {
  const double both = hard * soft / (hard + soft);
  for (const double damping : {0.0, 25.0}) {
    MotionSpec m = ball_over_ground(0.1, GetParam());
    m.figures[0].figure.bodies[0].cushion = cushion(damping);
    Simulator s(m);
    const auto energy = [&] {
      const FigureState& f = s.state().figures[0];
      const double depth = std::max(radius - f.q[2], 0.0);
      return mass * f.v[5] * f.v[5] / 2 + mass * g * (f.q[2] - radius) + both * depth * depth / 2;
    };
    const double first = energy();
    double before = first;
    for (int k = 1; k <= 1000; ++k) {
      s.advance(k * 1e-3);
      EXPECT_LE(energy(), before + 1e-5 * first) << s.state().time;
      before = energy();
    }
    // An implicit step takes energy by itself.
    if (damping > 0) {
      EXPECT_LT(before, 0.9 * first);
    } else if (GetParam() == IntegrationMethod::rkf45) {
      EXPECT_NEAR(before, first, 1e-4);
    }
  }
}

// The greatest force of the ground while the ball bounces once.
double peak(const MotionSpec& m) {
  Simulator s(m);
  double most = 0;
  for (int k = 1; k <= 3000; ++k) {
    const double before = s.state().figures[0].v[5];
    s.advance(k * 1e-4);
    most = std::max(most, (s.state().figures[0].v[5] - before) / 1e-4 + g);
  }
  return most * mass;
}

// Of a spring that stops a mass: v sqrt(m k), beside the weight.
TEST_P(Cushion, TakesTheEdgeOffAnImpact) {
  MotionSpec m = ball_over_ground(0.1, GetParam());
  const double speed2 = 2 * g * 0.1, weight = mass * g;
  const auto expected = [&](double k) {
    return weight + std::sqrt(weight * weight + mass * k * speed2);
  };
  EXPECT_NEAR(peak(m), expected(hard), 0.03 * expected(hard));
  m.figures[0].figure.bodies[0].cushion = cushion();
  const double both = hard * soft / (hard + soft);
  EXPECT_NEAR(peak(m), expected(both), 0.03 * expected(both));
}

INSTANTIATE_TEST_SUITE_P(Methods, Cushion,
                         ::testing::Values(IntegrationMethod::rkf45, IntegrationMethod::implicit));

// A ball rests on a ball that cannot move; both have cushions, and contact between them a spring.
TEST(Cushions, OfTwoBodiesAreBothInSeries) {
  MotionSpec m = ball_over_ground(2 * radius, IntegrationMethod::rkf45);
  m.world.ground.reset();
  m.figures.push_back(m.figures[0]);
  m.figures[1].name = "base";
  m.figures[1].at = Vec3(0, 0, radius);
  m.figures[1].fixed_root = true;
  m.world.collisions.self.clear();
  ContactSpec& c = m.world.collisions.contact;
  c.scale = MassScale::none;
  c.strength = 0;
  c.stiffness = hard;
  c.damping = 60;
  c.friction = Curve(0.0);
  const auto rests = [&] {
    Simulator s(m);
    s.advance(3);
    return 3 * radius - s.state().figures[0].q[2];
  };
  EXPECT_NEAR(rests(), mass * g / hard, 1e-8);
  m.figures[0].figure.bodies[0].cushion = cushion(30);
  EXPECT_NEAR(rests(), mass * g / hard + mass * g / soft, 1e-8);
  m.figures[1].figure.bodies[0].cushion = cushion(30);
  EXPECT_NEAR(rests(), mass * g / hard + 2 * mass * g / soft, 1e-8);
}

}  // namespace
}  // namespace gambol::testing
