// Springs, dampers and limits between two points of two bodies of one figure.

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "shot/motion_spec.h"
#include "simulation/simulator.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

ActuatorSpec spring(const std::string& a, const Vec3& p_A, const std::string& b, const Vec3& p_B,
                    double stiffness, double damping = 0) {
  ActuatorSpec s;
  s.type = ActuatorType::linear_spring;
  s.between = {{Place(), a, p_A}, {Place(), b, p_B}};
  s.stiffness = stiffness;
  s.damping = damping;
  return s;
}

// Two cubes of 1 kg on a rail.
FigureSpec oscillator(double stiffness, double length) {
  FigureSpec f;
  f.name = "links";
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1)),
              box_body("b", "a", Vec3(0.5, 0, 0), Vec3(0.1, 0.1, 0.1))};
  f.bodies[1].joint.type = JointType::prismatic;
  f.bodies[1].joint.axis = Vec3::UnitX();
  f.actuators = {spring("a", Vec3::Zero(), "b", Vec3::Zero(), stiffness)};
  f.actuators[0].rest = Curve(length);
  return f;
}

double stored(const Simulator& s, double stiffness, double length, const Vec3& p_A, const Vec3& p_B,
              int a = 0, int b = 1) {
  const auto& bodies = s.figures()[0]->work().bodies;
  const Vec3 d =
      bodies[a].X_WB.R * p_A + bodies[a].X_WB.p - bodies[b].X_WB.R * p_B - bodies[b].X_WB.p;
  return stiffness * std::pow(d.norm() - length, 2) / 2;
}

MotionSpec motion(const FigureSpec& figure, IntegrationMethod method, double step) {
  MotionSpec m = free_motion(figure);
  m.integrator.method = method;
  m.integrator.step = step;
  return m;
}

// Of the reduced mass m / 2: the period is 2 pi sqrt(m / 2 k).
TEST(PointSprings, SwingAtTheFrequencyOfTwoBodies) {
  constexpr double k = 200, length = 0.4;
  const double omega = std::sqrt(2 * k);
  Simulator s(motion(oscillator(k, length), IntegrationMethod::rkf45, 1e-3));
  for (double t : {0.05, 0.3, 1.7}) {
    s.advance(t);
    EXPECT_NEAR(0.5 + s.state().figures[0].q[7], length + 0.1 * std::cos(omega * t), 1e-7) << t;
  }
  Simulator implicitly(motion(oscillator(k, length), IntegrationMethod::implicit, 1e-5));
  implicitly.advance(0.3);
  EXPECT_NEAR(0.5 + implicitly.state().figures[0].q[7], length + 0.1 * std::cos(omega * 0.3), 1e-3);
}

TEST(PointSprings, RestAtTheirLengthAtTheStartUnlessToldOtherwise) {
  FigureSpec f = oscillator(200, 0);
  f.actuators[0].rest.reset();
  Simulator s(motion(f, IntegrationMethod::implicit, 1e-3));
  s.advance(0.2);
  EXPECT_NEAR(s.state().figures[0].q[7], 0, 1e-12);
}

const Vec3 on_a(0, 0.1, 0.3), on_c(0.2, -0.1, 0.1), on_b(0.1, 0.3, 0);

// From a to c past the joints of b, and from a to b; spun and free.
MotionSpec bound_links(IntegrationMethod method, double step, double damping = 0) {
  FigureSpec f = three_links();
  f.actuators = {spring("a", on_a, "c", on_c, 300, damping),
                 spring("b", on_b, "a", on_a, 80, damping)};
  f.actuators[0].rest = Curve(0.5);
  f.actuators[1].rest = Curve(0.2);
  return motion(f, method, step);
}

void spin(Simulator& s) { s.state().figures[0].v << 0.3, -0.2, 0.5, 1, 0.4, -0.3, 2, -1; }

TEST(PointSprings, KeepMomentumAndEnergy) {
  MotionSpec m = bound_links(IntegrationMethod::rkf45, 1e-3);
  m.integrator.tolerance = 1e-12;
  Simulator s(m);
  spin(s);
  const auto energy = [&] {
    FigureSim& figure = *s.figures()[0];
    figure.place(s.state().figures[0].q, s.state().figures[0].v);
    return momentum_of(s).kinetic + stored(s, 300, 0.5, on_a, on_c, 0, 2) +
           stored(s, 80, 0.2, on_b, on_a, 1, 0);
  };
  const Momentum before = momentum_of(s);
  const double all = energy();
  s.advance(1);
  EXPECT_LT((momentum_of(s).linear - before.linear).norm(), 1e-9);
  EXPECT_LT((momentum_of(s).angular - before.angular).norm(), 1e-8);
  EXPECT_GT(std::abs(momentum_of(s).kinetic - before.kinetic), 0.5);
  EXPECT_NEAR(energy(), all, 1e-8);
}

TEST(PointSprings, AgreeWithSmallExplicitSteps) {
  MotionSpec m = bound_links(IntegrationMethod::rkf45, 1e-3, 5);
  m.integrator.tolerance = 1e-12;
  Simulator fine(m);
  spin(fine);
  fine.advance(0.3);
  const auto error = [&](double step) {
    Simulator s(bound_links(IntegrationMethod::implicit, step, 5));
    spin(s);
    s.advance(0.3);
    return (s.state().figures[0].q - fine.state().figures[0].q).norm();
  };
  const double coarse = error(4e-4), half = error(2e-4);
  EXPECT_LT(coarse, 0.02);
  EXPECT_NEAR(coarse / half, 2, 0.1);
}

// 1e9 N/m on kilograms: 3e4 rad/s, in steps of 1 ms. It holds the points like a rod, and, of length
// 0, like a joint in a loop.
TEST(PointSprings, AreStableHoweverStiff) {
  for (double length : {0.0, 0.3}) {
    FigureSpec f = three_links();
    f.actuators = {spring("a", Vec3(0.3, 0.2, 0), "c", Vec3(0.1, 0.2 + length, -0.1), 1e9, 1e3)};
    f.bodies[2].joint.type = JointType::spherical;
    // At the start both points are `length` apart.
    f.actuators[0].between[1].at = Vec3(-0.5, 0.2 + length, -0.1);
    f.actuators[0].rest = Curve(length);
    MotionSpec m = motion(f, IntegrationMethod::implicit, 1e-3);
    m.world.gravity = Vec3(0, 0, -9.81);
    m.figures[0].fixed_root = true;
    Simulator s(m);
    s.advance(2, [&](const StepView& step) { ASSERT_LT(step.after[0].v.norm(), 30); });
    FigureSim& figure = *s.figures()[0];
    figure.place(s.state().figures[0].q, s.state().figures[0].v);
    EXPECT_LT(stored(s, 2, length, Vec3(0.3, 0.2, 0), f.actuators[0].between[1].at, 0, 2), 1e-8);
  }
}

TEST(PointSprings, PullNowhereBetweenPointsAtOnePlace) {
  for (IntegrationMethod method : {IntegrationMethod::implicit, IntegrationMethod::rkf45})
    for (double length : {0.0, 0.2}) {
      FigureSpec f = three_links();
      f.actuators = {spring("a", Vec3(0.3, 0, 0), "b", Vec3::Zero(), 1e3, 1)};
      f.actuators[0].rest = Curve(length);
      MotionSpec m = motion(f, method, 1e-3);
      Simulator s(m), bare(motion(three_links(), method, 1e-3));
      spin(s), spin(bare);
      s.advance(0.2), bare.advance(0.2);
      ASSERT_TRUE(s.state().figures[0].q.allFinite());
      // The origin of b stays where it is on a: the spring pushes with no lever, and only on paper.
      EXPECT_LT((s.state().figures[0].q - bare.state().figures[0].q).norm(), 1e-6);
    }
}

// Every law of an actuator: a rope pulls beyond its length alone.
TEST(PointSprings, ObeyTheLawsOfActuators) {
  FigureSpec f = oscillator(0, 0);
  f.actuators[0].type = ActuatorType::limit;
  f.actuators[0].rest.reset();
  f.actuators[0].stiffness = 1e4;
  f.actuators[0].lower = 0;
  f.actuators[0].upper = 0.6;
  MotionSpec m = motion(f, IntegrationMethod::rkf45, 1e-3);
  m.integrator.max_step = 1e-3;
  Simulator s(m);
  s.state().figures[0].v[6] = 1;
  double farthest = 0;
  s.advance(0.4, [&](const StepView& step) { farthest = std::max(farthest, step.after[0].q[7]); });
  EXPECT_NEAR(farthest, 0.1 + std::sqrt(0.5 / 1e4), 1e-4);  // m/2 v^2 = k x^2
  EXPECT_NEAR(s.state().figures[0].v[6], -1, 1e-5);         // it flies back as fast
}

// The welded body's host feels its spring.
TEST(PointSprings, ActOnWeldedBodies) {
  MotionSpec free = bound_links(IntegrationMethod::implicit, 1e-3);
  BodySpec knob;
  knob.name = "knob";
  knob.parent = "c";
  knob.at = on_c;
  knob.joint.type = JointType::fixed;
  free.figures[0].figure.bodies.push_back(knob);
  MotionSpec m = free;
  m.figures[0].figure.actuators[0].between[1] = {Place(), "knob", Vec3::Zero()};
  Simulator a(m), b(free);
  spin(a), spin(b);
  a.advance(0.2), b.advance(0.2);
  EXPECT_LT((a.state().figures[0].q - b.state().figures[0].q).norm(), 1e-12);
}

// Attachments between two figures and springs within them are solved together: the same as in small
// explicit steps.
TEST(PointSprings, WorkBesideAttachmentsAndServos) {
  const auto shot = [&](IntegrationMethod method, double step) {
    MotionSpec m = bound_links(method, step, 5);
    MotionSpec servo = with_servo(m.figures[0].figure, servo_along(eased(0, 0, 0.2, 0.5), 40, 3));
    m.figures = servo.figures;
    m.figures[0].figure.bodies[1].joint.most_torque = 2;
    m.figures.push_back(cast(oscillator(200, 0.4), Vec3(0, 0, -0.5)));
    m.figures[1].name = "other";
    AttachmentSpec wire;
    wire.name = "wire";
    wire.a = "links.c";
    wire.b = "other.b";
    wire.length = 0.4;
    wire.stiffness = 100;
    wire.damping = 2;
    wire.restitution = 1;
    m.world.attachments = {wire};
    m.integrator.tolerance = 1e-11;
    m.integrator.max_step = 1e-3;
    return m;
  };
  Simulator fine(shot(IntegrationMethod::rkf45, 1e-4));
  fine.advance(0.3);
  const auto error = [&](double step) {
    Simulator s(shot(IntegrationMethod::implicit, step));
    s.advance(0.3);
    return (s.state().figures[0].q - fine.state().figures[0].q).norm() +
           (s.state().figures[1].q - fine.state().figures[1].q).norm();
  };
  const double coarse = error(2e-4), half = error(1e-4);
  EXPECT_LT(coarse, 0.02);
  EXPECT_NEAR(coarse / half, 2, 0.1);
}

}  // namespace
}  // namespace gambol::testing
