// First-order dynamics: velocity in proportion to force (McKenna's PhD thesis, MIT 1994, "seed
// 003", 5.6 and Figure 24).

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/dense_dynamics.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// Three links that hang on a fixed root and start out level.
MotionSpec first_order_pendulum(IntegrationMethod method, double step) {
  FigureSpec f;
  f.name = "pendulum";
  f.bodies = {box_body("root", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1))};
  for (const char* name : {"a", "b", "c"}) {
    const bool first = f.bodies.size() == 1;
    f.bodies.push_back(box_body(name, f.bodies.back().name, Vec3(first ? 0 : 0.3, 0, 0),
                                Vec3(0.3, 0.05, 0.05), Vec3(0.15, 0, 0)));
    f.bodies.back().joint.axis = Vec3::UnitY();
  }
  MotionSpec m = free_motion(f);
  m.figures[0].fixed_root = true;
  m.world.gravity = Vec3(0, 0, -9.81);
  m.integrator.method = method;
  m.integrator.step = step;
  return m;
}

double potential(Simulator& s) {
  const FigureState& f = s.state().figures[0];
  const Model& model = s.figures()[0]->model();
  Workspace w(model);
  update_kinematics(model, f.q, f.v, w);
  return momentum(model, w).potential;
}

TEST(FirstOrder, BringsAPendulumToRestWithoutOvershoot) {
  Simulator s(first_order_pendulum(IntegrationMethod::first_order, 1e-3));
  double before = potential(s);
  for (int k = 1; k <= 40; ++k) {
    s.advance(0.05 * k);
    EXPECT_LE(potential(s), before + 1e-12) << k;
    before = potential(s);
  }
  const FigureState& f = s.state().figures[0];
  EXPECT_NEAR(f.q[7], M_PI / 2, 1e-6);  // straight down
  EXPECT_NEAR(f.q[8], 0, 1e-6);
  EXPECT_NEAR(f.q[9], 0, 1e-6);
  EXPECT_LT(f.v.norm(), 1e-5);
}

// Eq. 60: M v = f times the time constant, by a dense method.
TEST(FirstOrder, GivesVelocitiesInProportionToForces) {
  MotionSpec spec = first_order_pendulum(IntegrationMethod::first_order, 1e-4);
  spec.integrator.time_constant = 0.5;
  spec.figures[0].fixed_root = false;
  Simulator s(spec);
  s.state().figures[0].command.actuators.clear();
  s.advance(1e-4);
  const Model& model = s.figures()[0]->model();
  const Eigen::VectorXd q = s.figures()[0]->initial_state(0).q;
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.nv());
  Workspace work(model);
  work.gravity = spec.world.gravity;
  update_kinematics(model, q, still, work);
  DenseDynamics dense(model);
  const Eigen::VectorXd wanted = 0.5 * dense.accelerations(model, work, q, still);
  EXPECT_LT((s.state().figures[0].v - wanted).norm(), 1e-9 * wanted.norm());
}

// A spring and a weight: the rest of second-order dynamics, found in one go, and with a stiffness
// for which explicit steps of this length would blow up.
TEST(FirstOrder, FindsTheBalanceOfSpringsAndWeight) {
  for (double stiffness : {20.0, 2e4}) {
    MotionSpec spec = first_order_pendulum(IntegrationMethod::first_order, 1e-2);
    ActuatorSpec spring;
    spring.type = ActuatorType::linear_spring;
    spring.joints = {"a", "b", "c"};
    spring.stiffness = stiffness;
    ActuatorSpec damper;
    damper.type = ActuatorType::damper;
    damper.joints = {"a", "b", "c"};
    damper.damping = 5;
    spec.figures[0].figure.actuators = {spring, damper};
    Simulator s(spec);
    s.advance(30);
    EXPECT_LT(s.state().figures[0].v.norm(), 1e-6) << stiffness;
    FigureState still = s.state().figures[0];
    still.v.setZero();
    FigureSim& figure = *s.figures()[0];
    figure.prepare(still, s.state().world, still.q, still.v, 30, 0);
    figure.solve();
    EXPECT_LT(figure.vdot().norm(), 1e-5) << stiffness;
    EXPECT_LT(still.q[7], 1.5);
  }
}

TEST(FirstOrder, FollowsGivenMotions) {
  MotionSpec spec = first_order_pendulum(IntegrationMethod::first_order, 1e-3);
  JointSpec& joint = spec.figures[0].figure.bodies[1].joint;
  joint.drive = Drive::follow;
  joint.motion = Curve();
  joint.motion->keys = {{0, 0, Interpolation::linear}, {1, 0.5, Interpolation::linear}};
  Simulator s(spec);
  s.advance(0.5);
  EXPECT_NEAR(s.state().figures[0].q[7], 0.25, 1e-9);
  EXPECT_NEAR(s.state().figures[0].v[6], 0.5, 1e-9);
}

}  // namespace
}  // namespace gambol::testing
