// The verification suite of seed 003, Appendix C.1 to C.6, run through the simulator.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/accelerations.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

FigureSpec cube() {
  FigureSpec f;
  f.name = "cube";
  f.bodies = {box_body("b", "", Vec3::Zero(), Vec3::Ones())};
  f.bodies[0].inertia[0].shape.bevel = 0.051427;
  return f;
}

MotionSpec stepped(const FigureSpec& figure, IntegrationMethod method, double steps_per_second) {
  MotionSpec m = free_motion(figure);
  m.integrator.method = method;
  m.integrator.step = m.integrator.max_step = 1 / steps_per_second;
  return m;
}

struct Run {
  IntegrationMethod method;
  int steps;
};

class EveryMethod : public ::testing::TestWithParam<Run> {};

// C.1, Table 8.
TEST_P(EveryMethod, FallsFreely) {
  FigureSpec offset = cube();
  offset.bodies[0].inertia[0].shape.X_BS.p = Vec3(3, -2, 1);
  Draw draw(8);
  for (const FigureSpec& figure : {cube(), offset, random_tree(draw, 12)}) {
    MotionSpec m = stepped(figure, GetParam().method, GetParam().steps);
    m.world.gravity = Vec3(0, 0, -g);
    Simulator s(m);
    s.advance(1);
    const FigureState& f = s.state().figures[0];
    EXPECT_NEAR(f.q[2], -4.905, 1e-9);
    EXPECT_NEAR(f.v[5], -9.81, 1e-9);
    EXPECT_LT(f.v.head<3>().norm() + f.v.tail(f.v.size() - 6).norm(), 1e-8);
    EXPECT_EQ(s.steps(), GetParam().steps);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table8, EveryMethod,
    ::testing::Values(Run{IntegrationMethod::euler, 1}, Run{IntegrationMethod::euler, 30},
                      Run{IntegrationMethod::euler, 300}, Run{IntegrationMethod::euler, 3000},
                      Run{IntegrationMethod::rk4, 1}, Run{IntegrationMethod::rk4, 300},
                      Run{IntegrationMethod::rk4, 3000}, Run{IntegrationMethod::rkf45, 1},
                      Run{IntegrationMethod::rkf45, 300}, Run{IntegrationMethod::rkf45, 3000}));

// By a method that starts at order 1 the fall is as exact as its tolerance.
TEST(Table8, FallsFreelyByBackwardDifferences) {
  MotionSpec m = stepped(cube(), IntegrationMethod::bdf, 1);
  m.world.gravity = Vec3(0, 0, -g);
  m.integrator.tolerance = 1e-8;
  Simulator s(m);
  s.advance(1);
  EXPECT_NEAR(s.state().figures[0].q[2], -4.905, 1e-6);
  EXPECT_NEAR(s.state().figures[0].v[5], -9.81, 1e-9);
}

// C.2: linear, angular, and both at once, for ten seconds.
TEST(ConstantVelocity, IsKeptByTheRungeKuttaMethods) {
  const Vec3 u(1, 0.3, -0.2);
  for (IntegrationMethod method : {IntegrationMethod::rk4, IntegrationMethod::rkf45}) {
    for (const Vec3& w : {Vec3(0, 0, 0), Vec3(0, 0, 2), Vec3(0.5, -1, 0.7)}) {
      Simulator s(stepped(cube(), method, 300));
      s.state().figures[0].v.head<3>() = w;
      s.state().figures[0].v.segment<3>(3) = u;
      s.advance(10);
      const FigureState& f = s.state().figures[0];
      EXPECT_LT((f.q.head<3>() - 10 * u).norm(), 1e-7);
      EXPECT_LT((f.v.head<3>() - w).norm(), 1e-10);
      const Quat turned(f.q[3], f.q[4], f.q[5], f.q[6]);
      const Quat wanted =
          w.norm() == 0 ? Quat::Identity() : Quat(Eigen::AngleAxisd(10 * w.norm(), w.normalized()));
      EXPECT_LT(turned.angularDistance(wanted), 1e-7);
    }
  }
}

// C.2: Euler's method drifts off the straight line and gains energy, as Figure 64 shows.
TEST(ConstantVelocity, IsLostByEulersMethod) {
  Simulator s(stepped(cube(), IntegrationMethod::euler, 30));
  s.state().figures[0].v << 0, 0, 2, 1, 0, 0;
  s.advance(10);
  EXPECT_GT(s.state().figures[0].v.segment<3>(3).norm(), 1.1);
}

// Script 12 to 14: a bevelled cube of 984.857 kg on a sliding joint, at 4 m with its spring at 3 m.
FigureSpec slider(const ActuatorSpec& spring) {
  FigureSpec f = cube();
  f.bodies.push_back(box_body("b2", "b", Vec3::Zero(), Vec3::Ones()));
  f.bodies[1].inertia[0].shape.bevel = 0.051427;
  f.bodies[1].joint.type = JointType::prismatic;
  f.bodies[1].joint.axis = Vec3::UnitX();
  f.bodies[1].joint.initial = {4};
  f.actuators = {spring};
  f.actuators[0].joints = {"b2"};
  f.actuators[0].rest = Curve(3.0);
  return f;
}

ActuatorSpec spring(ActuatorType type, double stiffness, double rise = 0) {
  ActuatorSpec a;
  a.type = type;
  (type == ActuatorType::linear_spring ? a.stiffness : a.strength) = stiffness;
  a.rise = rise;
  return a;
}

MotionSpec held(const FigureSpec& figure, double tolerance = 1e-12) {
  MotionSpec m = free_motion(figure);
  m.figures[0].fixed_root = true;
  m.integrator.tolerance = tolerance;
  return m;
}

constexpr double k = 984.857;

// C.3, Eq. 94-98.
TEST(LinearSpring, StaysInPhaseForAHundredSeconds) {
  const FigureSpec figure = slider(spring(ActuatorType::linear_spring, k));
  const double m = make_model(figure).bodies[1].mass.mass;
  EXPECT_NEAR(m, k, 1e-3);
  Simulator s(held(figure));
  s.state().figures[0].v[6] = 0.5;
  const double w0 = std::sqrt(k / m);
  const double amplitude = std::hypot(1.0, 0.5 / w0), phase = std::atan2(w0 * 1.0, 0.5);
  for (double t : {1.0, 10.0, 100.0, 105.0, 110.0}) {
    s.advance(t);
    EXPECT_NEAR(s.state().figures[0].q[7] - 3, amplitude * std::sin(w0 * t + phase), 1e-7) << t;
  }
}

// C.4, Eq. 99-100 with the damped frequency.
TEST(DampedSpring, DecaysAtTheDampedFrequency) {
  FigureSpec figure = slider(spring(ActuatorType::linear_spring, k));
  ActuatorSpec damper;
  damper.joints = {"b2"};
  damper.damping = 100;
  figure.actuators.push_back(damper);
  const double m = make_model(figure).bodies[1].mass.mass;
  const double decay = 100 / (2 * m), w = std::sqrt(k / m - decay * decay);
  const double phase = std::atan2(w, decay), amplitude = 1 / std::sin(phase);
  Simulator s(held(figure));
  for (double t : {1.0, 3.0, 10.0, 50.0}) {
    s.advance(t);
    EXPECT_NEAR(s.state().figures[0].q[7] - 3,
                amplitude * std::exp(-decay * t) * std::sin(w * t + phase), 1e-8)
        << t;
  }
}

// C.5: Eq. 101 with its -1, integrated on its own by a fine Runge-Kutta.
TEST(ExponentialSpring, MovesAsItsEquationSays) {
  const FigureSpec figure = slider(spring(ActuatorType::exponential_spring, 1, 10));
  const double m = make_model(figure).bodies[1].mass.mass;
  const auto a = [m](double x) { return -std::copysign(std::expm1(10 * std::abs(x)), x) / m; };
  double x = 1, v = 0;
  const double h = 1e-4;
  Simulator s(held(figure));
  for (int second = 1; second <= 10; ++second) {
    for (int i = 0; i < 10000; ++i) {
      const double a1 = a(x), v2 = v + h / 2 * a1, a2 = a(x + h / 2 * v);
      const double v3 = v + h / 2 * a2, a3 = a(x + h / 2 * v2);
      const double v4 = v + h * a3, a4 = a(x + h * v3);
      x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
      v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    s.advance(second);
    EXPECT_NEAR(s.state().figures[0].q[7] - 3, x, 1e-7) << second;
  }
}

// C.6: two cylinders, 1 m long and 5 cm in radius, hanging in the x-y plane.
FigureSpec double_pendulum() {
  FigureSpec f = cube();
  for (const char* name : {"b1", "b2"}) {
    BodySpec b;
    b.name = name;
    b.parent = f.bodies.size() == 1 ? "b" : "b1";
    if (f.bodies.size() == 2) b.at = Vec3(0, 1, 0);
    ShapeSpec s;
    s.shape.kind = ShapeKind::cylinder;
    s.shape.radius = 0.05;
    s.shape.length = 1;
    s.shape.X_BS.p = Vec3(0, 0.5, 0);
    b.inertia = {s};
    f.bodies.push_back(b);
  }
  f.bodies[2].density = 1700;
  return f;
}

// Lagrange's equations of the two-link arm; th is measured from the x axis.
Eigen::Vector2d lagrange(double m1, double m2, const Eigen::Vector2d& th,
                         const Eigen::Vector2d& rate) {
  const double l = 1, r = 0.05;
  const double i1 = m1 * (3 * r * r + l * l) / 12, i2 = m2 * (3 * r * r + l * l) / 12;
  const double c = m2 * l * l / 2 * std::cos(th[1]), s = m2 * l * l / 2 * std::sin(th[1]);
  const double own = i2 + m2 * l * l / 4;
  Eigen::Matrix2d M;
  M << i1 + m1 * l * l / 4 + m2 * l * l + own + 2 * c, own + c, own + c, own;
  const double tip = m2 * g * l / 2 * std::cos(th[0] + th[1]);
  const Eigen::Vector2d rhs(s * (2 * rate[0] * rate[1] + rate[1] * rate[1]) -
                                (m1 / 2 + m2) * g * l * std::cos(th[0]) - tip,
                            -s * rate[0] * rate[0] - tip);
  return M.inverse() * rhs;
}

TEST(DoublePendulum, AcceleratesAsLagrangeSays) {
  MotionSpec spec = held(double_pendulum());
  spec.world.gravity = Vec3(0, -g, 0);
  Simulator s(spec);
  FigureSim& figure = *s.figures()[0];
  FigureState f = figure.initial_state(0);
  const double m1 = figure.model().bodies[1].mass.mass, m2 = figure.model().bodies[2].mass.mass;
  Draw draw(6);
  for (int trial = 0; trial < 200; ++trial) {
    const Eigen::Vector2d th(draw(-4, 4), draw(-4, 4)), rate(draw(-5, 5), draw(-5, 5));
    f.q.tail<2>() = th - Eigen::Vector2d(std::numbers::pi / 2, 0);  // cylinders lie along y
    f.v.tail<2>() = rate;
    const Eigen::VectorXd vdot = accelerations(figure, f, 0, spec.world.gravity);
    const Eigen::Vector2d wanted = lagrange(m1, m2, th, rate);
    EXPECT_LT((vdot.tail<2>() - wanted).norm(), 1e-9 * (1 + wanted.norm()));
  }
}

TEST(DoublePendulum, KeepsItsEnergyWhileItTumbles) {
  MotionSpec spec = held(double_pendulum());
  spec.world.gravity = Vec3(0, -g, 0);
  Simulator s(spec);
  const auto energy = [&] {
    Workspace w(s.figures()[0]->model());
    w.gravity = spec.world.gravity;
    const FigureState& f = s.state().figures[0];
    update_kinematics(s.figures()[0]->model(), f.q, f.v, w);
    const Momentum m = momentum(s.figures()[0]->model(), w);
    return m.kinetic + m.potential;
  };
  s.state().figures[0].v[6] = 1;
  const double before = energy();
  s.advance(10);
  EXPECT_NEAR(energy(), before, 1e-7 * before);
}

}  // namespace
}  // namespace gambol::testing
