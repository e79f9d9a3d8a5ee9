// Servos: joints that a controller moves by torques, or leads under a root that floats.

#include <gtest/gtest.h>

#include "dynamics/coordinates.h"
#include "simulation/state/state_visitors.h"
#include "simulation/state/stored_state.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

ServoSpec leading(const Curve& to) {
  ServoSpec servo = servo_along(to, 0, 0);
  servo.drive = Drive::led;
  return servo;
}

Curve swing() {
  Curve c = eased(0, 0, 0.3, 0.9);
  c.keys.push_back({0.7, -0.6, Interpolation::ease});
  c.keys.push_back({1.1, 0.2, Interpolation::ease});
  return c;
}

TEST(Servo, LeadsAKneeExactlyUnderARootThatFloats) {
  MotionSpec m = with_servo(three_links(), leading(swing()));
  m.integrator.tolerance = 1e-13;
  Simulator s(m);
  Eigen::VectorXd& v = s.state().figures[0].v;
  v << 0.3, -0.2, 0.5, 1, 0.4, -0.3, 0, -1;
  const Momentum before = momentum_of(s);
  for (double t : {0.1, 0.25, 0.5, 0.7, 0.9}) {
    s.advance(t);
    const FigureState& f = s.state().figures[0];
    EXPECT_NEAR(f.q[7], swing().at(t), 1e-12) << t;
    EXPECT_NEAR(f.v[6], swing().derivative(t, 1), 1e-10) << t;
    const Momentum now = momentum_of(s);
    EXPECT_LT((now.linear - before.linear).norm(), 1e-9) << t;
    EXPECT_LT((now.angular - before.angular).norm(), 1e-9) << t;
    EXPECT_GT(std::abs(now.kinetic - before.kinetic), 1e-3) << t;  // its motor works
  }
}

TEST(Servo, LeadsTheSameInAnImplicitStep) {
  MotionSpec m = with_servo(three_links(), leading(swing()));
  Simulator fine(m);
  fine.advance(0.6);
  const auto error = [&](double step) {
    m.integrator.method = IntegrationMethod::implicit;
    m.integrator.step = step;
    Simulator s(m);
    s.advance(0.6);
    EXPECT_NEAR(s.state().figures[0].q[7], swing().at(0.6), 1e-12);
    return (s.state().figures[0].q - fine.state().figures[0].q).norm();
  };
  const double coarse = error(2e-4), half = error(1e-4);
  EXPECT_LT(coarse, 0.01);
  EXPECT_NEAR(coarse / half, 2, 0.2);
}

// The joint is neither where the curve begins, nor at rest: it is brought there without a jolt.
TEST(Servo, BringsAJointFromWhereItIs) {
  for (Drive drive : {Drive::led, Drive::dynamic}) {
    ServoSpec servo = servo_along(swing(), 1e6, 1e4);
    servo.drive = drive;
    servo.over = 0.25;
    MotionSpec m = with_servo(three_links(), servo);
    m.integrator.method = IntegrationMethod::implicit;
    m.integrator.step = 1e-4;
    m.figures[0].figure.bodies[1].joint.initial = {-0.5};
    Simulator s(m);
    s.state().figures[0].v[6] = 3;
    double fastest = 0, q = -0.5;
    s.advance(0.25, [&](const StepView& step) {
      fastest = std::max(fastest, std::abs(step.after[0].q[7] - q) / (step.t1 - step.t0));
      q = step.after[0].q[7];
    });
    EXPECT_NEAR(s.state().figures[0].q[7], swing().at(0.25), 1e-3);
    EXPECT_LT(fastest, 12);
    s.advance(0.4);
    EXPECT_NEAR(s.state().figures[0].q[7], swing().at(0.4), 1e-3);
  }
}

// A curve with a corner: its speed jumps, the joint's does not.
TEST(Servo, RoundsCornersWithinATick) {
  Curve corner;
  corner.keys = {{0, 0, Interpolation::linear}, {0.2, 0, Interpolation::linear}, {0.4, 0.5}};
  MotionSpec m = with_servo(three_links(), leading(corner));
  m.integrator.tolerance = 1e-12;
  Simulator s(m);
  s.advance(0.3);
  EXPECT_NEAR(s.state().figures[0].q[7], 0.25, 1e-12);
  const Momentum now = momentum_of(s);
  EXPECT_LT(now.linear.norm() + now.angular.norm(), 1e-9);
}

TEST(Servo, LeadsASphericalJoint) {
  FigureSpec figure = three_links();
  figure.bodies[1].joint.type = JointType::spherical;
  ServoSpec servo = leading(Curve(0.0));
  servo.joints.push_back(servo.joints[0]);
  servo.joints[1].name = "b.ry";
  servo.joints[1].to = swing();
  MotionSpec m = with_servo(figure, servo);
  m.integrator.tolerance = 1e-13;
  Simulator s(m);
  s.advance(0.5);
  const Model& model = s.figures()[0]->model();
  const Eigen::VectorXd& q = s.state().figures[0].q;
  EXPECT_NEAR(coordinate(model, q, model.dof_of("b.ry")), swing().at(0.5), 1e-10);
  EXPECT_NEAR(coordinate(model, q, model.dof_of("b.rx")), 0, 1e-10);
  const Momentum now = momentum_of(s);
  EXPECT_LT(now.linear.norm() + now.angular.norm(), 1e-8);
}

TEST(Servo, GoesToAPose) {
  FigureSpec figure = three_links();
  figure.poses.emplace_back();
  figure.poses[0].name = "bent";
  figure.poses[0].joints = {{Place(), "b", 0.4}, {Place(), "c", -0.3}};
  ServoSpec servo;
  servo.pose = "bent";
  servo.stiffness = 1e5;
  servo.damping = 1e3;
  servo.over = 0.2;
  servo.joints.emplace_back();
  servo.joints[0].name = "c";
  servo.joints[0].to = Curve(0.1);  // overrides the pose
  MotionSpec m = with_servo(figure, servo);
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 1e-3;
  Simulator s(m);
  s.advance(0.6);
  EXPECT_NEAR(s.state().figures[0].q[7], 0.4, 1e-3);
  EXPECT_NEAR(s.state().figures[0].q[8], 0.1, 1e-3);
}

CueSpec cue(const std::string& name, double at) {
  CueSpec c;
  c.name = name;
  c.at = at;
  return c;
}

// The servo goes on to command; the cue says how the joint is driven. What is led after control by
// torques takes over its velocity by an impulse within the figure.
TEST(Servo, IsSwitchedBetweenTorquesAndLeadingByCues) {
  ServoSpec servo = servo_along(swing(), 60, 4);
  servo.over = 0.1;
  MotionSpec m = with_servo(three_links(), servo);
  m.integrator.tolerance = 1e-12;
  for (const auto& [name, at, to] :
       {std::tuple("lead", 0.2004, Drive::led), {"let", 0.5, Drive::dynamic}}) {
    m.cues.push_back(cue(name, at));
    m.cues.back().drive = DriveSpec{Place(), "links", {"b"}, to};
  }
  Simulator s(m);
  s.advance(0.19);
  EXPECT_GT(std::abs(s.state().figures[0].q[7] - swing().at(0.19)), 1e-3);
  s.advance(0.45);
  EXPECT_NEAR(s.state().figures[0].q[7], swing().at(0.45), 1e-12);
  EXPECT_LT(momentum_of(s).linear.norm() + momentum_of(s).angular.norm(), 1e-8);
  s.advance(0.6);
  EXPECT_EQ(s.state().figures[0].command.drives[6], Drive::dynamic);
  EXPECT_GT(std::abs(s.state().figures[0].q[7] - swing().at(0.6)), 1e-4);
  EXPECT_LT(std::abs(s.state().figures[0].q[7] - swing().at(0.6)), 0.2);
}

TEST(Servo, LetsGoOfItsJointsWhenItIsStopped) {
  for (Drive drive : {Drive::led, Drive::dynamic}) {
    ServoSpec servo = servo_along(swing(), 1e4, 100);
    servo.drive = drive;
    MotionSpec m = with_servo(three_links(), servo);
    m.integrator.tolerance = 1e-12;
    m.cues = {cue("stop", 0.1)};
    m.cues[0].stop = "servo";
    Simulator s(m);
    s.advance(0.1001);
    const double energy = momentum_of(s).kinetic;
    s.advance(0.5);
    EXPECT_EQ(s.state().figures[0].command.drives[6], Drive::dynamic);
    EXPECT_NEAR(momentum_of(s).kinetic, energy, 1e-9);  // nothing works any more
    EXPECT_GT(energy, 0.1);
  }
}

// A cue cannot lead what no controller leads at that time.
TEST(Servo, IsNotNeededForACueThatComesToNothing) {
  MotionSpec m = with_servo(three_links(), servo_along(swing(), 60, 4));
  m.figures[0].controllers[0].active = false;
  m.cues = {cue("lead", 0.1)};
  m.cues[0].drive = DriveSpec{Place(), "links", {"b"}, Drive::led};
  Simulator s(m);
  s.advance(0.2);
  EXPECT_EQ(s.state().figures[0].command.drives[6], Drive::dynamic);
}

TEST(Servo, IsPartOfTheState) {
  MotionSpec m = with_servo(three_links(), leading(swing()));
  Simulator whole(m);
  whole.advance(0.2);
  StateWriter writer;
  State state = whole.state();
  writer(state);
  State back;
  StateReader reader(writer.bytes);
  reader(back);
  EXPECT_TRUE(reader.at_end());
  Simulator resumed(m);
  resumed.go_on(back, {});
  resumed.advance(0.5);
  whole.advance(0.5);
  EXPECT_EQ(state_hash(resumed.state()), state_hash(whole.state()));
  state.figures[0].command.joints[6].way.v1 += 1e-12;
  EXPECT_NE(state_hash(state), state_hash(back));
}

// A shot that starts from this one, with another servo: the first one's commands are gone.
TEST(Servo, LeavesNothingToAShotWithoutIt) {
  MotionSpec m = with_servo(three_links(), leading(swing()));
  Simulator first(m);
  first.advance(0.2);
  m.figures[0].controllers[0].name = "other";
  m.figures[0].controllers[0].kind.as<ServoSpec>()->joints[0].name = "c";
  m.start = 0.2;
  Simulator second(m);
  adopt(stored_state(first.world(), first.state(), ""), second.world(), second.state());
  EXPECT_EQ(second.state().figures[0].command.drives[6], Drive::dynamic);
  EXPECT_FALSE(second.state().figures[0].command.joints[6].commanded);
  second.advance(0.25);
  EXPECT_EQ(second.state().figures[0].command.drives[7], Drive::led);
  EXPECT_EQ(second.state().figures[0].command.drives[6], Drive::dynamic);
  // The other begins where its joint is.
  EXPECT_NEAR(second.state().figures[0].q[8], swing().at(0.25), 1e-9);
}

}  // namespace
}  // namespace gambol::testing
