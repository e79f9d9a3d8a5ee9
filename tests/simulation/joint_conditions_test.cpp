// Cues that wait for joints and for bodies to lean, and what they switch.

#include <gtest/gtest.h>

#include <numbers>

#include "shot/controllers/controller_kinds.h"
#include "simulation/simulator.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

CueSpec when(const std::string& name, const std::string& condition) {
  CueSpec c;
  c.name = name;
  c.when = condition;
  return c;
}

double time_of(const Simulator& s, const std::string& mark) {
  for (const Mark& m : s.marks())
    if (m.name == mark) return m.time;
  return -1;
}

// Joint b goes from 0 to 0.5 rad at 1 rad/s, and on at 2 rad/s; the root stands.
MotionSpec turning() {
  FigureSpec f = pendulum();
  JointSpec& joint = f.bodies[1].joint;
  joint.drive = Drive::follow;
  joint.motion = Curve();
  joint.motion->keys = {{0, 0, Interpolation::linear},
                        {0.5, 0.5, Interpolation::linear},
                        {1, 1.5, Interpolation::linear}};
  MotionSpec m = free_motion(f);
  m.figures[0].fixed_root = true;
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 1e-3;
  return m;
}

TEST(JointConditions, ComeTrueWithinAStepOfTheAngle) {
  MotionSpec m = turning();
  m.cues = {when("above", "links.b above 20 deg"),   when("alone", "b above 0.4 rad + 0.1 s"),
            when("below", "b position below -0.01"), when("never", "b above 90 deg"),
            when("fast", "b rate above 90 deg/s"),   when("slow", "b rate below -1")};
  Simulator s(m);
  s.advance(1);
  EXPECT_NEAR(time_of(s, "above"), 20 * std::numbers::pi / 180, 1.01e-3);
  EXPECT_GT(time_of(s, "above"), 20 * std::numbers::pi / 180);
  EXPECT_NEAR(time_of(s, "alone"), 0.5, 1.01e-3);
  EXPECT_EQ(time_of(s, "below"), -1);
  EXPECT_NEAR(time_of(s, "fast"), 0.5, 1.01e-3);
  EXPECT_EQ(time_of(s, "never"), -1);
  EXPECT_EQ(time_of(s, "slow"), -1);
}

TEST(Conditions, ThatAreTrueFromTheStartComeTrueAtOnce) {
  MotionSpec m = turning();
  m.cues = {when("angle", "b below 20 deg"), when("rate", "b rate above 50 deg/s"),
            when("late", "b below 20 deg + 0.25 s")};
  Simulator s(m);
  s.advance(0.5);
  EXPECT_EQ(time_of(s, "angle"), 0);
  EXPECT_EQ(time_of(s, "rate"), 0);
  EXPECT_DOUBLE_EQ(time_of(s, "late"), 0.25);
}

TEST(JointConditions, KnowWhatSlidesAndTurnsAnyWay) {
  for (JointType type : {JointType::prismatic, JointType::spherical, JointType::gimbal}) {
    MotionSpec m = turning();
    FigureSpec& f = m.figures[0].figure;
    f.bodies[1].joint = JointSpec();
    f.bodies[1].joint.type = type;
    f.bodies[1].joint.axis2 = Vec3::UnitX();
    f.bodies[1].joint.axis3 = Vec3::UnitY();
    const std::string dof = type == JointType::prismatic   ? "b"
                            : type == JointType::spherical ? "b.rz"
                                                           : "b.r1";
    const bool slides = type == JointType::prismatic;
    MotionCurve along;
    along.name = dof;
    along.along = Curve();
    along.along.keys = {{0, 0, Interpolation::linear},
                        {0.5, 0.5, Interpolation::linear},
                        {1, 1.5, Interpolation::linear}};
    m.figures[0].motions = {along};
    m.cues = {when("position", dof + (slides ? " position above 40 cm" : " above 0.4 rad")),
              when("rate", dof + (slides ? " rate above 1.5 m/s" : " rate above 1.5 rad/s"))};
    Simulator s(m);
    s.advance(1);
    EXPECT_NEAR(time_of(s, "position"), 0.4, 1.01e-3) << name_of(type);
    EXPECT_NEAR(time_of(s, "rate"), 0.5, 1.01e-3) << name_of(type);
  }
}

// The rod turns ahead about y, from 0.3 rad behind the vertical, at 1 rad/s.
TEST(JointConditions, KnowHowFarABodyLeansAheadInItsHeading) {
  for (double heading : {0.0, 1.2, 3.0}) {
    MotionSpec m = turning();
    m.figures[0].heading = heading;
    JointSpec& joint = m.figures[0].figure.bodies[1].joint;
    joint.axis = Vec3::UnitY();
    joint.motion->keys = {{0, -0.3, Interpolation::linear}, {1, 0.7, Interpolation::linear}};
    m.cues = {when("behind", "links.b leans -0.2 rad"), when("upright", "b leans 0 deg"),
              when("ahead", "b leans 0.4"), when("never", "b leans 80 deg")};
    Simulator s(m);
    s.advance(1);
    EXPECT_NEAR(time_of(s, "behind"), 0.1, 1.01e-3);
    EXPECT_NEAR(time_of(s, "upright"), 0.3, 1.01e-3);
    EXPECT_NEAR(time_of(s, "ahead"), 0.7, 1.01e-3);
    EXPECT_EQ(time_of(s, "never"), -1);
  }
}

CueSpec drive(CueSpec cue, const std::string& joint, Drive to) {
  cue.drive.emplace();
  cue.drive->joints = {joint};
  cue.drive->to = to;
  return cue;
}

// Joint b is free, is held when it is bent far enough, is led by a servo and is free again; joint c
// follows a curve until b is held. Whatever drives them, what floats keeps its momentum.
MotionSpec hybrid() {
  ServoSpec servo = servo_along(eased(1.4, 0.5, 2.2, -0.4), 0, 0);
  servo.drive = Drive::led;
  servo.over = 0.3;
  MotionSpec m = with_servo(three_links(), servo);
  m.integrator.max_step = 2e-3;
  m.figures[0].controllers[0].active = false;
  MotionCurve curve;
  curve.name = "c";
  curve.along = Curve();
  curve.along.keys = {{0, 0, Interpolation::ease}, {2, 1.5, Interpolation::ease}};
  m.figures[0].motions = {curve};
  CueSpec kick, lead;
  kick.name = "kick";
  kick.at = 0;
  kick.kick.emplace();
  kick.kick->figures = {"*"};
  RateSpec rate;
  rate.name = "b";
  rate.to = 3;
  kick.kick->rates = {rate};
  lead.name = "lead";
  lead.at = 1;
  lead.start = "servo";
  CueSpec release = drive(when("release", "links.b below -0.3 rad"), "b", Drive::dynamic);
  release.stop = "servo";
  CueSpec let_go = drive(CueSpec(), "c", Drive::dynamic);
  let_go.name = "let go";
  let_go.after = "hold + 0.1 s";
  m.cues = {kick, drive(when("hold", "links.b above 0.5 rad"), "b", Drive::hold), let_go, lead,
            release};
  return m;
}

TEST(Hybrid, SwitchesJointsThroughAllDrivesByConditionsAndKeepsMomentum) {
  Simulator s(hybrid());
  s.advance(1e-3);
  const Momentum before = momentum_of(s);
  const auto expect = [&](double t, Drive b, Drive c, double bound) {
    s.advance(t);
    const Momentum now = momentum_of(s);
    EXPECT_LT((now.linear - before.linear).norm(), bound) << t;
    EXPECT_LT((now.angular - before.angular).norm(), bound) << t;
    EXPECT_EQ(s.state().figures[0].command.drives[6], b) << t;
    EXPECT_EQ(s.state().figures[0].command.drives[7], c) << t;
  };
  expect(0.1, Drive::dynamic, Drive::follow, 1e-6);
  s.advance(0.9);
  const double held = time_of(s, "hold");
  EXPECT_GT(held, 0.1);
  EXPECT_LT(held, 0.8);
  EXPECT_NEAR(s.state().figures[0].q[7], 0.5, 0.02);
  EXPECT_NEAR(s.state().figures[0].v[6], 0, 1e-9);
  expect(0.95, Drive::hold, Drive::dynamic, 1e-6);
  expect(1.7, Drive::led, Drive::dynamic, 1e-3);  // along cubics between ticks
  s.advance(2.4);
  EXPECT_GT(time_of(s, "release"), 1.7);
  EXPECT_GT(std::abs(s.state().figures[0].v[6]), 0.01);  // it moves on
  expect(2.5, Drive::dynamic, Drive::dynamic, 1e-3);
}

}  // namespace
}  // namespace gambol::testing
