// Stages of the preparation with a world of their own.

#include "simulation/prepare_stage.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

// Two rods in a row, turning about y, with springs that keep them straight down.
MotionSpec arm() {
  FigureSpec f;
  f.name = "arm";
  f.bodies = {box_body("hook", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1)),
              box_body("upper", "hook", Vec3::Zero(), Vec3(0.1, 0.1, 0.5), Vec3(0, 0, -0.25)),
              box_body("lower", "upper", Vec3(0, 0, -0.5), Vec3(0.1, 0.1, 0.5), Vec3(0, 0, -0.25))};
  f.bodies[1].joint.axis = f.bodies[2].joint.axis = Vec3::UnitY();
  f.bodies[2].joint.initial = {0.1};
  for (const char* joint : {"upper", "lower"}) {
    ActuatorSpec spring, damper;
    spring.type = ActuatorType::linear_spring;
    spring.joints = damper.joints = {joint};
    spring.stiffness = 200;
    damper.damping = 5;
    f.actuators.insert(f.actuators.end(), {spring, damper});
  }
  MotionSpec m = free_motion(f);
  m.world.gravity = Vec3(0, 0, -g);
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 5e-4;
  m.figures[0].fixed_root = true;
  AttachmentSpec pull;
  pull.name = "button";
  pull.a = "arm.lower";
  pull.a_at = Vec3(0, 0, -0.5);
  pull.b = "world";
  pull.b_at = Vec3(0.5, 0, -0.3);
  pull.stiffness = 1000;
  pull.on = false;
  m.world.attachments = {pull};
  return m;
}

Vec3 hand(const MotionSpec& motion, const State& state) {
  Simulator simulator(motion);
  const Model& model = simulator.figures()[0]->model();
  Workspace work(model);
  update_kinematics(model, state.figures[0].q, state.figures[0].v, work);
  const Frame& X = work.bodies[model.body_index("lower")].X_WB;
  return X.R * Vec3(0, 0, -0.5) + X.p;
}

PrepareSpec reaching() {
  PrepareSpec stage;
  stage.settle = 3;
  stage.integrator.emplace();
  stage.integrator->method = IntegrationMethod::first_order;
  stage.integrator->step = 1e-3;
  stage.gravity = Vec3::Zero();
  stage.attach = {"but*"};
  stage.slack = {"*er"};
  return stage;
}

// Seed 003, 7.3: first-order dynamics draws the hand to a button, without gravity and springs;
// there the posture is calibrated with gravity.
TEST(PrepareStage, DrawsAHandToAButtonWhereItsSpringsHoldIt) {
  const MotionSpec motion = arm();
  const Vec3 button(0.5, 0, -0.3);
  const State reached = prepared(reaching(), motion, Simulator(motion).state());
  EXPECT_LT((hand(motion, reached) - button).norm(), 1e-4);
  EXPECT_EQ(reached.figures[0].v.norm(), 0);
  EXPECT_EQ(reached.world.gravity, motion.world.gravity);
  EXPECT_TRUE(reached.figures[0].command.actuators[0].on);
  EXPECT_TRUE(reached.attachments[0].on);
  PrepareSpec calibrating;
  calibrating.settle = 0.1;
  calibrating.detach = {"button"};
  calibrating.calibrate.emplace();
  calibrating.calibrate->figure = "arm";
  calibrating.calibrate->over = 0.05;
  const State held = prepared(calibrating, motion, reached);
  EXPECT_FALSE(held.attachments[0].on);
  Simulator simulator(motion);
  simulator.start(held);
  simulator.advance(4);
  EXPECT_LT((hand(motion, simulator.state()) - button).norm(), 1e-4);
}

// With its springs on, it does not reach the button.
TEST(PrepareStage, SlackSpringsAreThoseOfTheStageAlone) {
  const MotionSpec motion = arm();
  PrepareSpec stage = reaching();
  stage.slack = {};
  const State reached = prepared(stage, motion, Simulator(motion).state());
  EXPECT_GT((hand(motion, reached) - Vec3(0.5, 0, -0.3)).norm(), 0.01);
}

TEST(PrepareStage, HeldJointsStayAndAreLetGo) {
  const MotionSpec motion = arm();
  PrepareSpec stage = reaching();
  stage.hold = {"lower"};
  const State begun = Simulator(motion).state();
  const State reached = prepared(stage, motion, begun);
  EXPECT_NEAR(reached.figures[0].q[8], begun.figures[0].q[8], 1e-12);
  EXPECT_GT(std::abs(reached.figures[0].q[7] - begun.figures[0].q[7]), 0.1);
  EXPECT_EQ(reached.figures[0].command.drives, begun.figures[0].command.drives);
}

// Bent, a figure that stands free keeps its feet on the ground.
TEST(PrepareStage, APoseKeepsTheLowestPointWhereItIs) {
  MotionSpec motion = arm();
  motion.figures[0].fixed_root = false;
  motion.figures[0].at = Vec3(0, 0, 1.05);
  motion.figures[0].figure.bodies[2].collision = motion.figures[0].figure.bodies[2].inertia;
  motion.world.ground.emplace();
  Simulator simulator(motion);
  const auto lowest = [&] {
    FigureSim& figure = *simulator.figures()[0];
    figure.place(simulator.state().figures[0].q, simulator.state().figures[0].v);
    return figure.height_above(2);
  };
  const double before = lowest();
  take_pose({{Place(), "lower", 1.2}}, {{Place(), "lower", 0.9}}, 0, simulator);
  EXPECT_NEAR(lowest(), before, 1e-12);
  EXPECT_EQ(simulator.state().figures[0].q[8], 1.2);
  EXPECT_EQ(simulator.state().figures[0].command.actuators[2].rest.to, 0.9);
}

}  // namespace
}  // namespace gambol::testing
