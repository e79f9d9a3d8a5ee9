// What happens when: cues, controller ticks, pushes.

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "shot/controllers/controller_kinds.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

FigureSpec arm() {
  FigureSpec f;
  f.name = "arm";
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(0.5, 0.5, 0.5)),
              box_body("b", "a", Vec3(0.3, 0, 0), Vec3(0.5, 0.1, 0.1), Vec3(0.25, 0, 0))};
  ActuatorSpec spring, damper;
  spring.type = ActuatorType::linear_spring;
  spring.stiffness = 20;
  spring.joints = damper.joints = {"b"};
  damper.damping = 1;
  f.actuators = {spring, damper};
  f.motor_programs = {{Place(), "wave", {{Place(), "b", 0.8, 0, 1}}},
                      {Place(), "rest", {{Place(), "b", 0, 0, 0.5}}}};
  return f;
}

MotionSpec scripted(double tick = 0.01) {
  MotionSpec m = free_motion(arm());
  ControllerSpec script;
  script.name = "script";
  script.tick = tick;
  script.kind = MotorScriptSpec{};
  m.figures[0].controllers = {script};
  return m;
}

CueSpec cue(const std::string& name, double at) {
  CueSpec c;
  c.name = name;
  c.at = at;
  return c;
}

TEST(Cues, HappenInOrderAtTheirTimes) {
  MotionSpec m = scripted();
  m.cues = {cue("one", 0), cue("two", 0.1234567), cue("three", 0.1234567), cue("late", 0.9)};
  Simulator s(m);
  s.advance(0.5);
  ASSERT_EQ(s.marks().size(), 3u);
  EXPECT_EQ(s.marks()[0].name, "one");
  EXPECT_EQ(s.marks()[1].name, "two");
  EXPECT_EQ(s.marks()[2].name, "three");
  EXPECT_DOUBLE_EQ(s.marks()[0].time, 0);
  EXPECT_DOUBLE_EQ(s.marks()[1].time, 0.1234567);
  EXPECT_DOUBLE_EQ(s.marks()[2].time, 0.1234567);
}

TEST(Cues, RunAProgramFromTheMomentTheyName) {
  MotionSpec m = scripted();
  m.cues = {cue("wave", 0.2), cue("rest", 0.3)};
  m.cues[0].run = "arm.wave";
  m.cues[0].over = 0.4;
  m.cues[1].run = "rest";
  m.cues[1].over = 0.2;
  Simulator s(m);
  const auto rest = [&](double t) {
    const FigureState& f = s.state().figures[0];
    return rest_position(s.figures()[0]->actuators()[0], f.command.actuators[0], t);
  };
  s.advance(0.25);
  EXPECT_NEAR(rest(0.25), 0.1, 1e-12);
  s.advance(0.35);  // taken over at 0.2, half-way down
  EXPECT_NEAR(rest(0.35), 0.1, 1e-12);
  s.advance(1);
  EXPECT_EQ(rest(1), 0);
}

TEST(Controllers, TickAtTheirRateWhateverTheStep) {
  for (IntegrationMethod method : {IntegrationMethod::implicit, IntegrationMethod::rkf45}) {
    for (double step : {1e-4, 3.7e-3, 0.05}) {
      MotionSpec m = scripted(0.01);
      m.figures[0].controllers[0].active = true;
      m.integrator.method = method;
      m.integrator.step = step;
      Simulator s(m);
      s.advance(1);
      const ControllerState& c = s.state().figures[0].controllers[0];
      EXPECT_EQ(c.ticks, 100);
      EXPECT_NEAR(c.last_tick, 0.99, 1e-12);
      EXPECT_NEAR(c.next_tick, 1.0, 1e-12);
    }
  }
}

TEST(Controllers, StartAndStopByCues) {
  MotionSpec m = scripted(0.01);
  m.cues = {cue("go", 0.205), cue("halt", 0.5)};
  m.cues[0].start = "arm.script";
  m.cues[1].stop = "script";
  Simulator s(m);
  s.advance(0.2);
  EXPECT_EQ(s.state().figures[0].controllers[0].ticks, 0);
  s.advance(0.2051);
  EXPECT_EQ(s.state().figures[0].controllers[0].ticks, 1);  // at once
  s.advance(1);
  const ControllerState& c = s.state().figures[0].controllers[0];
  EXPECT_FALSE(c.active);
  EXPECT_EQ(c.ticks, 30);  // 0.205 to 0.495
}

TEST(Pushes, GiveTheirImpulseAndEnd) {
  MotionSpec m = scripted();
  m.cues = {cue("shove", 0.1)};
  m.cues[0].push = PushSpec{Place(), "arm", "b", Vec3(3, -2, 5), 0.25};
  Simulator s(m);
  s.advance(1);
  const Model& model = s.figures()[0]->model();
  Workspace w(model);
  w.gravity.setZero();
  update_kinematics(model, s.state().figures[0].q, s.state().figures[0].v, w);
  EXPECT_LT((momentum(model, w).linear - 0.25 * Vec3(3, -2, 5)).norm(), 1e-8);
  EXPECT_TRUE(s.state().figures[0].pushes.empty());
}

// A point of the body off its centre of mass: the moment about the world's origin is that of the
// force there, and no longer that of the centre of mass.
TEST(Pushes, ActAtAPointOfTheBody) {
  const Vec3 force(3, -2, 5), at(0.04, 0.1, -0.03);
  const double over = 1e-4;
  MotionSpec m = scripted();
  m.cues = {cue("shove", 0)};
  m.cues[0].push = PushSpec{Place(), "arm", "b", force, over, at};
  Simulator s(m);
  const Model& model = s.figures()[0]->model();
  const int b = model.body_index("b");
  Workspace w(model);
  w.gravity.setZero();
  update_kinematics(model, s.state().figures[0].q, s.state().figures[0].v, w);
  const auto moment = [&](const Vec3& p_B) {
    const Frame& X = w.bodies[b].X_WB;
    return Vec3(over * (X.p + X.R * p_B).cross(force));
  };
  const Vec3 expected = moment(at), of_com = moment(model.bodies[b].mass.com);
  ASSERT_GT((expected - of_com).norm(), 0.1 * expected.norm());
  s.advance(over);
  update_kinematics(model, s.state().figures[0].q, s.state().figures[0].v, w);
  EXPECT_LT((momentum(model, w).linear - over * force).norm(), 1e-3 * over * force.norm());
  EXPECT_LT((momentum(model, w).angular - expected).norm(), 1e-3 * expected.norm());
}

TEST(Reset, ReturnsToTheStart) {
  MotionSpec m = scripted();
  m.cues = {cue("wave", 0.1)};
  m.cues[0].run = "wave";
  m.cues[0].over = 0.2;
  Simulator s(m);
  const std::string start = state_hash(s.state());
  s.advance(0.5);
  const std::string end = state_hash(s.state());
  s.reset();
  EXPECT_EQ(state_hash(s.state()), start);
  EXPECT_TRUE(s.marks().empty());
  s.advance(0.5);
  EXPECT_EQ(state_hash(s.state()), end);
}

TEST(Cues, MoveRestPositionsAtOnceOrOverAWhile) {
  for (double over : {0.0, 0.1}) {
    MotionSpec m = scripted();
    m.cues = {cue("jump", 0.2)};
    m.cues[0].over = over;
    RestSpec rest;
    rest.name = "b*";
    rest.to = 0.5;
    m.cues[0].rest.emplace().joints = {rest};
    Simulator s(m);
    s.advance(0.25);
    const ActuatorCommand& c = s.state().figures[0].command.actuators[0];
    EXPECT_NEAR(c.rest.at(0.25), over > 0 ? 0.25 : 0.5, 1e-12);
    s.advance(3);
    EXPECT_NEAR(s.state().figures[0].q[7], 0.5, 0.02);
  }
}

TEST(Cues, KickAtRandomTheSameForTheSameSeed) {
  MotionSpec m = scripted();
  m.cues = {cue("kick", 0.1)};
  KickSpec& kick = m.cues[0].kick.emplace();
  kick.figures = {"a*"};
  kick.velocity = Vec3(0, 0, 2);
  kick.velocity_spread = Vec3(0.5, 0.5, 0.5);
  kick.spin_spread = 3;
  const auto velocity = [&](std::uint64_t seed) {
    m.seed = seed;
    Simulator s(m);
    s.advance(0.1 + 1e-6);
    return Eigen::VectorXd(s.state().figures[0].v);
  };
  const Eigen::VectorXd v = velocity(7);
  EXPECT_EQ(v, velocity(7));
  EXPECT_GT((v - velocity(8)).norm(), 0.01);
  EXPECT_NEAR(v[5], 2, 0.6);
  EXPECT_GT(v.head<3>().norm(), 0.1);
}

TEST(Cues, StopAJointWithoutLosingMomentum) {
  MotionSpec m = free_motion(arm());
  m.figures[0].figure.actuators.clear();
  m.cues = {cue("hold", 0.1), cue("free", 0.2)};
  for (CueSpec& c : m.cues) c.drive.emplace().joints = {"b"};
  m.cues[0].drive->to = Drive::hold;
  Simulator s(m);
  s.state().figures[0].v[6] = 3;
  s.advance(0.15);
  EXPECT_NEAR(s.state().figures[0].v[6], 0, 1e-9);
  EXPECT_GT(s.state().figures[0].v.head<3>().norm(), 0.01);  // the whole turns on
  s.advance(0.25);
  EXPECT_EQ(s.state().figures[0].command.drives[6], Drive::dynamic);
}

TEST(Cues, WaitForConditions) {
  MotionSpec m = scripted();
  m.world.gravity = Vec3(0, 0, -10);
  m.cues = {cue("low", 0), cue("late", 0), cue("tilt", 0)};
  for (CueSpec& c : m.cues) c.at.reset();
  m.cues[0].when = "arm.a below -5 cm";
  m.cues[1].after = "low + 30 ms";
  m.cues[2].when = "arm tilted 90 deg";
  m.integrator.max_step = 1e-4;
  Simulator s(m);
  s.advance(0.5);
  ASSERT_EQ(s.marks().size(), 2u);  // it does not tilt
  EXPECT_EQ(s.marks()[0].name, "low");
  EXPECT_NEAR(s.marks()[0].time, 0.1, 2e-4);  // 5 cm of fall at 10 m/s2
  EXPECT_NEAR(s.marks()[1].time - s.marks()[0].time, 0.03, 1e-9);
}

TEST(Cues, ChangeGravityAndFriction) {
  MotionSpec m = scripted();
  m.cues = {cue("fall", 0.1)};
  m.cues[0].set.emplace().gravity = Vec3(0, 0, -10);
  Simulator s(m);
  s.advance(0.3);
  EXPECT_NEAR(s.state().figures[0].v[5], -2, 1e-9);
}

}  // namespace
}  // namespace gambol::testing
