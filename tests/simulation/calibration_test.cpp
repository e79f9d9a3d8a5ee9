// Calibration of postures: closed forms, and forward simulation from what was calibrated.

#include "simulation/calibration.h"

#include <gmock/gmock.h>

#include <cmath>

#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"
#include "simulation/prepare_stage.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

using ::testing::HasSubstr;

constexpr double rod_mass = 1000 * 0.1 * 0.1 * 0.5;  // kg
constexpr double half = 0.25;                        // m, from joint to centre of mass

ActuatorSpec linear(const std::string& joint, double stiffness) {
  ActuatorSpec a;
  a.type = ActuatorType::linear_spring;
  a.joints = {joint};
  a.stiffness = stiffness;
  return a;
}

ActuatorSpec exponential(const std::string& joint, double strength, double rise) {
  ActuatorSpec a;
  a.type = ActuatorType::exponential_spring;
  a.joints = {joint};
  a.strength = strength;
  a.rise = rise;
  return a;
}

ActuatorSpec damper(const std::string& joint, double damping) {
  ActuatorSpec a;
  a.type = ActuatorType::damper;
  a.joints = {joint};
  a.damping = damping;
  return a;
}

// A rod of 5 kg on a fixed hook; it turns about y, at 0 straight up, and begins at `angle`.
MotionSpec rod_at(double angle, const std::vector<ActuatorSpec>& actuators) {
  FigureSpec f;
  f.name = "rod";
  f.bodies = {box_body("hook", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1)),
              box_body("rod", "hook", Vec3::Zero(), Vec3(0.1, 0.1, 0.5), Vec3(0, 0, half))};
  f.bodies[1].joint.axis = Vec3::UnitY();
  f.bodies[1].joint.initial = {angle};
  f.actuators = actuators;
  MotionSpec m = free_motion(f);
  m.world.gravity = Vec3(0, 0, -g);
  m.figures[0].fixed_root = true;
  return m;
}

PrepareSpec calibrating(const std::string& figure) {
  PrepareSpec stage;
  stage.settle = 0.2;
  stage.calibrate.emplace();
  stage.calibrate->figure = figure;
  stage.calibrate->over = 0.1;
  return stage;
}

struct Result {
  Calibration calibration;
  State state;
};

Result calibrate(const MotionSpec& motion, const PrepareSpec& stage) {
  Result result;
  const Simulator simulator(motion);
  result.state = prepared(stage, motion, simulator.state(),
                          [&](const Calibration& c) { result.calibration = c; });
  return result;
}

// Greatest change of any coordinate of the first figure within `time` s, rad or m.
double moved(const MotionSpec& motion, const State& from, double time) {
  Simulator simulator(motion);
  simulator.start(from);
  double most = 0;
  simulator.advance(from.time + time, [&](const StepView& step) {
    most = std::max(most, (step.after[0].q - from.figures[0].q).lpNorm<Eigen::Infinity>());
  });
  return most;
}

std::string why_not(const MotionSpec& motion, const PrepareSpec& stage) {
  try {
    calibrate(motion, stage);
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::bad_motion);
    return error.what();
  }
  return "";
}

// Seed 003 Eq. 82 at the torque of a pendulum's weight.
TEST(Calibration, APendulumRestsWhereItsSpringSays) {
  const double angle = 2.5;  // it hangs, 37 deg from straight down
  const MotionSpec motion = rod_at(angle, {exponential("rod", 2, 6), damper("rod", 0.1)});
  const Result result = calibrate(motion, calibrating("rod"));
  const double torque = -rod_mass * g * half * std::sin(angle);
  ASSERT_EQ(result.calibration.joints.size(), 1u);
  const CalibratedJoint& joint = result.calibration.joints[0];
  EXPECT_NEAR(joint.torque, torque, 1e-9);
  EXPECT_NEAR(*joint.rest, angle - std::log(-torque / 2 + 1) / 6, 1e-9);
  EXPECT_LT(moved(motion, result.state, 5), 1e-6);
}

TEST(Calibration, TwoSpringsOfAJointShareItsTorque) {
  const MotionSpec motion =
      rod_at(2.5, {exponential("rod", 2, 6), linear("rod", 7), damper("rod", 0.1)});
  const Result result = calibrate(motion, calibrating("rod"));
  const double x = *result.calibration.joints[0].rest - 2.5;
  EXPECT_NEAR(-2 * (std::exp(6 * std::abs(x)) - 1) + 7 * x, result.calibration.joints[0].torque,
              1e-9);
  EXPECT_LT(moved(motion, result.state, 5), 1e-6);
}

// What a limit exerts, the spring need not.
TEST(Calibration, ALimitKeepsItsPart) {
  ActuatorSpec stop;
  stop.type = ActuatorType::limit;
  stop.joints = {"rod"};
  stop.lower = 2.6;
  stop.upper = 9;
  stop.stiffness = 20;
  MotionSpec motion = rod_at(2.5, {linear("rod", 30), stop, damper("rod", 0.1)});
  const Result result = calibrate(motion, calibrating("rod"));
  const CalibratedJoint& joint = result.calibration.joints[0];
  EXPECT_NEAR(joint.springs, joint.torque - 20 * 0.1, 1e-9);
  EXPECT_LT(moved(motion, result.state, 5), 1e-6);
}

// (k - m g l) / I about the joint.
TEST(Calibration, ARodThatItsSpringCannotHoldUprightIsRefused) {
  const double inertia = rod_mass * ((0.5 * 0.5 + 0.1 * 0.1) / 12 + half * half);
  const auto expected = [&](double k) { return (k - rod_mass * g * half) / inertia; };
  const MotionSpec weak = rod_at(0, {linear("rod", 10)}), stiff = rod_at(0, {linear("rod", 14)});
  EXPECT_NEAR(calibrate(stiff, calibrating("rod")).calibration.mode.eigenvalue, expected(14), 1e-6);
  EXPECT_THAT(why_not(weak, calibrating("rod")),
              HasSubstr("rod: the calibrated posture is in equilibrium, but unstable: the least "
                        "eigenvalue of its stiffness over its inertia is -5.3"));
  PrepareSpec allowed = calibrating("rod");
  allowed.calibrate->allow_unstable = true;
  const Result result = calibrate(weak, allowed);
  EXPECT_NEAR(result.calibration.mode.eigenvalue, expected(10), 1e-6);
  EXPECT_TRUE(result.calibration.mode.unstable());
  EXPECT_EQ(result.calibration.mode.parts[0].name, "rod");
}

TEST(Calibration, AJointWithoutSpringsIsNamed) {
  MotionSpec motion = rod_at(2.5, {linear("tip", 30)});
  BodySpec tip = box_body("tip", "rod", Vec3(0, 0, 0.5), Vec3(0.1, 0.1, 0.2), Vec3(0, 0, 0.1));
  tip.joint.axis = Vec3::UnitY();
  motion.figures[0].figure.bodies.push_back(tip);
  PrepareSpec stage = calibrating("rod");
  const Result result = calibrate(motion, stage);
  EXPECT_EQ(result.calibration.unheld, std::vector<std::string>{"rod"});
  stage.calibrate->except = {"rod"};
  stage.hold = {"rod"};  // else it would swing
  EXPECT_TRUE(calibrate(motion, stage).calibration.unheld.empty());
}

// A T of two blocks that stands on stick-slip ground, with a spring at the ankle.
MotionSpec standing_block(double stiffness) {
  FigureSpec f;
  f.name = "block";
  f.bodies = {box_body("top", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.4)),
              box_body("foot", "top", Vec3(0, 0, -0.25), Vec3(0.3, 0.3, 0.05), Vec3(0, 0, -0.025))};
  f.bodies[1].joint.axis = Vec3::UnitY();
  f.bodies[1].collision = f.bodies[1].inertia;
  f.bodies[0].inertia[0].shape.X_BS.p = Vec3(0.02, 0, 0);  // leans forward
  f.actuators = {linear("foot", stiffness), damper("foot", 2)};
  MotionSpec m = free_motion(f);
  m.world.gravity = Vec3(0, 0, -g);
  m.figures[0].at = Vec3(0, 0, 0.3);
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 5e-4;
  m.world.ground.emplace();
  ContactSpec& c = m.world.ground->contact;
  c.scale = MassScale::none;
  c.strength = 0;
  c.stiffness = 2e4;
  c.damping = 200;
  c.friction_model = FrictionModel::stick;
  c.friction = Curve(0.8);
  c.friction_damping = 100;
  c.friction_stiffness = 1e4;
  return m;
}

PrepareSpec standing_stage() {
  PrepareSpec stage = calibrating("block");
  stage.settle = 5;
  stage.still = 1e-8;
  return stage;
}

TEST(Calibration, AFigureOnTheGroundStandsStill) {
  const MotionSpec motion = standing_block(40);
  const Result result = calibrate(motion, standing_stage());
  // The soft ground lets it lean a little further.
  EXPECT_NEAR(std::abs(result.calibration.joints[0].torque), 4 * g * 0.02, 0.01);
  EXPECT_GT(result.calibration.mode.eigenvalue, 1);
  EXPECT_LT(moved(motion, result.state, 5), 1e-6);
}

TEST(Calibration, AFigureWhoseAnkleIsTooSoftIsRefused) {
  EXPECT_THAT(why_not(standing_block(5), standing_stage()),
              HasSubstr("the joints that move most are foot"));
}

// Seed 003, 7.2: active adaptation knows the force, passive adaptation gives way to it.
TEST(Calibration, AKnownForceDoesNotMoveTheFigure) {
  const MotionSpec motion = standing_block(40);
  PrepareSpec stage = standing_stage();
  const Vec3 com = Simulator(motion).figures()[0]->model().bodies[0].mass.com;
  const auto pushed = [&](State state, const Vec3& at) {
    state.figures[0].pushes = {{0, Vec3(5, 0, 0), at, 1e9}};
    return moved(motion, state, 5);
  };
  EXPECT_GT(pushed(calibrate(motion, stage).state, com), 0.01);
  stage.calibrate->forces = {{Place(), "top", Vec3(5, 0, 0)}};
  const Result known = calibrate(motion, stage);
  EXPECT_TRUE(known.state.figures[0].pushes.empty());
  EXPECT_LT(pushed(known.state, com), 1e-6);
  EXPECT_GT(moved(motion, known.state, 5), 0.01);
  // Lower down it has another moment about the ankle.
  const Vec3 below = com - Vec3(0, 0, 0.03);
  EXPECT_GT(pushed(known.state, below), 1e-4);
  stage.calibrate->forces[0].at = below;
  EXPECT_LT(pushed(calibrate(motion, stage).state, below), 1e-6);
}

TEST(Calibration, AFigureThatDoesNotComeToRestIsRefused) {
  MotionSpec motion = standing_block(40);
  PrepareSpec stage = standing_stage();
  stage.settle = 0.05;
  EXPECT_THAT(why_not(motion, stage),
              HasSubstr("block: after 0.05 s with its joints held it still moves"));
}

// Ball joints: forces along rotation vectors.
TEST(Calibration, ASpringyBallJointHoldsItsBody) {
  MotionSpec motion = rod_at(0, {});
  JointSpec& joint = motion.figures[0].figure.bodies[1].joint;
  joint.type = JointType::spherical;
  joint.initial = {0.7, 1.9, -0.4};
  for (const char* name : {"rod.rx", "rod.ry", "rod.rz"}) {
    motion.figures[0].figure.actuators.push_back(linear(name, 60));
    motion.figures[0].figure.actuators.push_back(damper(name, 1));
  }
  const Result result = calibrate(motion, calibrating("rod"));
  EXPECT_EQ(result.calibration.joints.size(), 3u);
  EXPECT_LT(moved(motion, result.state, 3), 1e-6);
}

TEST(Statics, WeightIsTheDerivativeOfTheEnergy) {
  Draw draw(12);
  FigureSpec tree = random_tree_of_all_joints(draw, 6);
  MotionSpec motion = free_motion(tree);
  motion.world.gravity = Vec3(0, 0, -g);
  const Simulator simulator(motion);
  const Model& model = simulator.figures()[0]->model();
  Statics statics(simulator.world().ensemble, 0);
  Workspace work(model);
  const auto energy = [&](const Eigen::VectorXd& q) {
    return model.mass * g * centre_of_mass_at(model, q, work).z();
  };
  const State& state = simulator.state();
  const Eigen::VectorXd force = statics.forces(state);
  constexpr double h = 1e-5;
  for (int i = 0; i < model.nv(); ++i) {
    Eigen::VectorXd more, less;
    more = less = state.figures[0].q;
    advance_q(model, Eigen::VectorXd::Unit(model.nv(), i), h, more);
    advance_q(model, Eigen::VectorXd::Unit(model.nv(), i), -h, less);
    EXPECT_NEAR(force[i], -(energy(more) - energy(less)) / (2 * h), 1e-4) << i;
  }
}

}  // namespace
}  // namespace gambol::testing
