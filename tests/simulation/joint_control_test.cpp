// Torques that controllers command on joints: proportional-derivative control in the implicit step,
// limits, and what is recorded of both.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"
#include "poses/channels.h"
#include "shot/shot_spec.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulate.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

constexpr double tick = 1e-3;  // s, and the step of all methods

double angle(const Simulator& s) { return s.state().figures[0].q[7]; }
double rate(const Simulator& s) { return s.state().figures[0].v[6]; }

// kg m2: of the pendulum about its joint.
double inertia() {
  const Model model = make_model(pendulum());
  Workspace work(model);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
  v[6] = 1;
  update_kinematics(model, initial_q(model, {}), v, work);
  return 2 * momentum(model, work).kinetic;
}

MotionSpec held_pendulum(const ServoSpec& servo, IntegrationMethod method, double step = tick) {
  MotionSpec m = with_servo(pendulum(), servo);
  m.figures[0].fixed_root = true;
  m.integrator.method = method;
  m.integrator.step = step;
  return m;
}

ShotSpec shot_of(const MotionSpec& motion, double seconds) {
  ShotSpec shot;
  shot.name = "servo";
  shot.motion = motion;
  shot.motion.track_rate = 1 / tick;
  shot.motion.simulate_until = seconds;
  shot.film.fps = 10;
  shot.film.duration = seconds;
  return shot;
}

// A column of a figure's channel.
std::vector<double> recorded(const Poses& poses, std::string_view channel, std::size_t column) {
  std::vector<double> values;
  for (const Channel& c : poses.channels)
    if (c.name == channel_name("links", channel))
      for (std::size_t k = column; k < c.values.size(); k += c.width())
        values.push_back(c.values[k]);
  return values;
}

// 2.4e7 rad/s2 per rad: an explicit step of 1 ms makes an error six times as large in the other
// direction; an implicit one ends where the joint is commanded to be.
TEST(JointControl, FollowsWithGainsThatBlowUpExplicitly) {
  const ServoSpec stiff = servo_along(eased(0, 0, 0.3, 0.6), 1e7, 1e4);
  Simulator s(held_pendulum(stiff, IntegrationMethod::implicit));
  double worst = 0;
  s.advance(0.5, [&](const StepView& step) {
    worst = std::max(worst, std::abs(step.after[0].q[7] - eased(0, 0, 0.3, 0.6).at(step.t1)));
  });
  EXPECT_LT(worst, 1e-3);
  EXPECT_NEAR(angle(s), 0.6, 1e-9);
  Simulator explicitly(held_pendulum(stiff, IntegrationMethod::euler));
  EXPECT_THROW(explicitly.advance(0.5), RunError);
}

TEST(JointControl, ConvergesToTheMotionOfSmallExplicitSteps) {
  const ServoSpec servo = servo_along(eased(0, 0, 0.3, 0.6), 200, 5);
  Simulator fine(held_pendulum(servo, IntegrationMethod::rkf45));
  fine.advance(0.25);
  const auto error = [&](double step) {
    Simulator s(held_pendulum(servo, IntegrationMethod::implicit, step));
    s.advance(0.25);
    return std::abs(angle(s) - angle(fine));
  };
  const double coarse = error(1e-3), half = error(5e-4);
  EXPECT_LT(coarse, 0.02);
  EXPECT_NEAR(coarse / half, 2, 0.1);
  EXPECT_GT(std::abs(angle(fine) - eased(0, 0, 0.3, 0.6).at(0.25)), 1e-3);  // it lags behind
}

// What is recorded is what was applied: its impulse is the change of momentum, in the middle of a
// step too, where the law would yield another torque.
TEST(JointControl, RecordsTheTorqueWhoseImpulseIsTheChangeOfMomentum) {
  for (const double stiffness : {50.0, 1e7}) {
    ServoSpec servo = servo_along(eased(0, 0, 0.2, 0.6), stiffness, stiffness / 1e3);
    servo.torque = Curve(3.0);
    ShotSpec shot = shot_of(held_pendulum(servo, IntegrationMethod::implicit), 0.15);
    shot.motion.track_rate = 2 / tick;
    const Poses poses = simulate(shot);
    const auto force = recorded(poses, channels::joint_force.name, 0);
    const auto v = recorded(poses, channels::v.name, 6);
    ASSERT_EQ(force.size(), 301U);
    double impulse = 0, most = 0;
    for (std::size_t k = 1; k < force.size(); ++k) {
      impulse += force[k] * tick / 2;
      most = std::max(most, std::abs(force[k]));
      EXPECT_NEAR(impulse, inertia() * (v[k] - v[0]), 1e-10) << k;
    }
    EXPECT_GT(most, 2);
    EXPECT_GT(std::abs(v.back()), 1);
  }
}

TEST(JointControl, StaysWithinTheLimitOfTheJoint) {
  MotionSpec m = held_pendulum(servo_along(Curve(3.0), 1e7, 1e3), IntegrationMethod::implicit);
  constexpr double most = 0.7;
  m.figures[0].figure.bodies[1].joint.most_torque = most;
  const Poses poses = simulate(shot_of(m, 0.4));
  const auto force = recorded(poses, channels::joint_force.name, 0);
  const auto v = recorded(poses, channels::v.name, 6);
  for (std::size_t k = 1; k < force.size(); ++k) {
    EXPECT_EQ(force[k], most) << k;
    EXPECT_NEAR(v[k], most / inertia() * tick * static_cast<double>(k), 1e-10) << k;
  }
}

// The first solution, in which nothing is limited yet, whips the light link with the heavy one's
// torque: its joint seems to be at its limit, and is not once the heavy one's is limited.
TEST(JointControl, AppliesWhatTheLawWantsAtTheEndOfTheStepWithinTheLimits) {
  constexpr double stiffness = 1e5, damping = 1e3;
  ServoSpec servo = servo_along(Curve(0.5), stiffness, damping);
  servo.joints.push_back(servo.joints[0]);
  servo.joints[1].name = "c";
  servo.joints[1].to = Curve(0.1);
  MotionSpec m = with_servo(three_links(), servo);
  m.figures[0].fixed_root = true;
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = tick;
  const std::array<double, 2> to{0.5, 0.1}, most{4, 8};
  for (std::size_t i : {0U, 1U}) m.figures[0].figure.bodies[i + 1].joint.most_torque = most[i];
  const Poses poses = simulate(shot_of(m, 0.4));
  int limited = 0, free = 0;
  for (std::size_t i : {0U, 1U}) {
    const auto force = recorded(poses, channels::joint_force.name, i);
    const auto q = recorded(poses, channels::q.name, 7 + i);
    const auto v = recorded(poses, channels::v.name, 6 + i);
    for (std::size_t k = 1; k < force.size(); ++k) {
      const double law = stiffness * (to[i] - q[k]) - damping * v[k];
      EXPECT_NEAR(force[k], std::clamp(law, -most[i], most[i]), 1e-6)
          << "joint " << i << " at " << k;
      ++(std::abs(law) > most[i] ? limited : free);
    }
  }
  EXPECT_GT(limited, 50);
  EXPECT_GT(free, 50);
}

// The limit bounds the sum of both parts, in every method.
TEST(JointControl, LimitsFeedForwardAndControlTogether) {
  for (IntegrationMethod method : {IntegrationMethod::implicit, IntegrationMethod::rkf45}) {
    ServoSpec servo = servo_along(Curve(0.0), 0, 2);
    servo.torque = Curve(-5.0);
    MotionSpec m = held_pendulum(servo, method);
    m.figures[0].figure.bodies[1].joint.most_torque = 1;
    Simulator s(m);
    s.advance(0.1);  // the damper takes at most 2 * 0.24 of the 5
    EXPECT_NEAR(rate(s), -0.1 / inertia(), 1e-9);
  }
}

// It starts within the limit, reaches it, and leaves it again near the target.
TEST(JointControl, AgreesWithSmallExplicitStepsAtAndOffTheLimit) {
  const ServoSpec servo = servo_along(Curve(0.4), 30, 4);
  const auto end = [&](IntegrationMethod method, double step) {
    MotionSpec m = held_pendulum(servo, method, step);
    m.figures[0].figure.bodies[1].joint.most_torque = 3;
    m.integrator.max_step = 1e-4;
    Simulator s(m);
    s.advance(0.5);
    return angle(s);
  };
  const double fine = end(IntegrationMethod::rkf45, 1e-5);
  const double e1 = end(IntegrationMethod::implicit, 1e-3) - fine;
  const double e2 = end(IntegrationMethod::implicit, 5e-4) - fine;
  EXPECT_LT(std::abs(e1), 2e-3);
  EXPECT_NEAR(e1 / e2, 2, 0.3);
}

// The motor of a joint is internal: a floating figure keeps its momentum, as far as an implicit
// step does at all, while joints at their limits are solved again.
TEST(JointControl, KeepsTheMomentumOfAFloatingFigure) {
  ServoSpec servo = servo_along(Curve(0.5), 1e5, 1e3);
  servo.joints.push_back(servo.joints[0]);
  servo.joints[1].name = "c";
  const auto drift = [&](double step) {
    MotionSpec m = with_servo(three_links(), servo);
    m.integrator.method = IntegrationMethod::implicit;
    m.integrator.step = step;
    for (int k : {1, 2}) m.figures[0].figure.bodies[k].joint.most_torque = 4.0 * k;
    Simulator s(m);
    s.advance(0.2);
    EXPECT_GT(std::abs(s.state().figures[0].v[7]), 0.5);
    const Momentum now = momentum_of(s);
    return now.linear.norm() + now.angular.norm();
  };
  const double coarse = drift(1e-3), half = drift(5e-4);
  EXPECT_LT(coarse, 0.2);
  EXPECT_NEAR(coarse / half, 2, 0.2);
}

TEST(JointControl, TurnsASphericalJointToItsTarget) {
  FigureSpec figure = three_links();
  figure.bodies[1].joint.type = JointType::spherical;
  ServoSpec servo = servo_along(Curve(0.4), 1e6, 1e5);
  servo.joints.push_back(servo.joints[0]);
  servo.joints[1].name = "b.ry";
  servo.joints[1].to = Curve(-0.7);
  MotionSpec m = with_servo(figure, servo);
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = tick;
  Simulator s(m);
  s.advance(3);
  const Model& model = s.figures()[0]->model();
  for (const auto& [name, at] : {std::pair("b.rx", 0.4), {"b.ry", -0.7}, {"b.rz", 0.4}})
    EXPECT_NEAR(coordinate(model, s.state().figures[0].q, model.dof_of(name)), at, 1e-3) << name;
}

TEST(JointControl, ActsInFirstOrderDynamicsToo) {
  MotionSpec m = held_pendulum(servo_along(Curve(0.5), 100, 3), IntegrationMethod::first_order);
  m.integrator.time_constant = 0.05;
  Simulator s(m);
  s.advance(3);
  EXPECT_NEAR(angle(s), 0.5, 1e-6);
}

}  // namespace
}  // namespace gambol::testing
