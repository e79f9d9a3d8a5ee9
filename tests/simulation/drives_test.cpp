// Hybrid drives: joints that follow a curve or hold, in a figure that floats.

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/accelerations.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

FigureSpec three_links() {
  FigureSpec f;
  f.name = "links";
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(0.4, 0.2, 0.1), Vec3(0.1, 0, 0)),
              box_body("b", "a", Vec3(0.3, 0, 0), Vec3(0.5, 0.1, 0.1), Vec3(0.25, 0, 0)),
              box_body("c", "b", Vec3(0.5, 0, 0.1), Vec3(0.3, 0.1, 0.2), Vec3(0.15, 0, 0))};
  f.bodies[2].joint.axis = Vec3(0, 1, 0.5).normalized();
  return f;
}

// Joint b swings by a smooth curve from the start.
FigureSpec swinging() {
  FigureSpec f = three_links();
  JointSpec& j = f.bodies[1].joint;
  j.drive = Drive::kinematic;
  j.motion = Curve();
  j.motion->keys = {{0, 0.2, Interpolation::catmull_rom},
                    {0.4, 0.9, Interpolation::catmull_rom},
                    {0.8, -0.5, Interpolation::catmull_rom},
                    {1.2, 0.1, Interpolation::catmull_rom}};
  return f;
}

Momentum momentum_of(const Simulator& s) {
  const Model& model = s.figures()[0]->model();
  const FigureState& f = s.state().figures[0];
  Workspace w(model);
  w.gravity.setZero();
  update_kinematics(model, f.q, f.v, w);
  return momentum(model, w);
}

MotionSpec motion(const FigureSpec& figure, IntegrationMethod method, double step) {
  MotionSpec m = free_motion(figure);
  m.integrator.method = method;
  m.integrator.step = step;
  return m;
}

TEST(Drives, FollowTheirCurveFromTheStart) {
  for (IntegrationMethod method : {IntegrationMethod::rkf45, IntegrationMethod::implicit}) {
    const MotionSpec spec = motion(swinging(), method, 1e-3);
    const Curve& curve = *spec.figures[0].figure.bodies[1].joint.motion;
    Simulator s(spec);
    for (double t : {0.0, 0.1, 0.35, 0.7, 1.1}) {
      s.advance(t);
      EXPECT_NEAR(s.state().figures[0].q[7], curve.at(t), 1e-9) << t;
      EXPECT_NEAR(s.state().figures[0].v[6], curve.derivative(t, 1), 1e-9) << t;
    }
  }
}

// The joint's own motor is internal: what it gives one link it takes from the other. The figure
// starts with the momentum of a joint in motion, and keeps it.
TEST(Drives, KeepTheMomentumOfAFloatingFigure) {
  Simulator s(motion(swinging(), IntegrationMethod::rkf45, 1e-3));
  const Momentum before = momentum_of(s);
  s.advance(0.39);
  const Momentum after = momentum_of(s);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-7);
  EXPECT_LT((after.angular - before.angular).norm(), 1e-7);
}

TEST(Drives, KeepTheMomentumToFirstOrderInAnImplicitStep) {
  const auto drift = [](double h) {
    Simulator s(motion(swinging(), IntegrationMethod::implicit, h));
    const Momentum before = momentum_of(s);
    s.advance(0.39);
    const Momentum after = momentum_of(s);
    return (after.linear - before.linear).norm() + (after.angular - before.angular).norm();
  };
  const double coarse = drift(2e-4), fine = drift(1e-4);
  EXPECT_LT(coarse, 0.02);
  EXPECT_NEAR(coarse / fine, 2, 0.2);
}

TEST(Drives, GiveBackInForceWhatADynamicJointWouldHaveNeeded) {
  MotionSpec spec = motion(swinging(), IntegrationMethod::rkf45, 1e-3);
  Simulator s(spec);
  s.advance(0.2);
  FigureSim& figure = *s.figures()[0];
  FigureState f = s.state().figures[0];
  const Eigen::VectorXd driven = accelerations(figure, f, 0.2);
  const double force = figure.work().force[root_dofs];
  FigureSpec other = three_links();
  other.actuators.emplace_back();
  other.actuators[0].joints = {"b"};
  Simulator t(motion(other, IntegrationMethod::rkf45, 1e-3));
  FigureState g = t.state().figures[0];
  g.command.actuators[0].bias = force;
  g.q = f.q;
  g.v = f.v;
  const Eigen::VectorXd freed = accelerations(*t.figures()[0], g, 0.2);
  EXPECT_LT((freed - driven).norm(), 1e-9 * (1 + driven.norm()));
  EXPECT_GT(std::abs(force), 1e-3);
}

TEST(Drives, StopAMovingJointByAnImpulseThatConservesMomentum) {
  Simulator s(free_motion(three_links()));
  FigureState& f = s.state().figures[0];
  f.v << 0.3, -0.2, 0.5, 1, 0.4, -0.3, 6, -4;
  s.advance(0.3);
  const Momentum before = momentum_of(s);
  const Eigen::VectorXd v = f.v;
  std::vector<DofDrive> wanted = f.command.drives;
  wanted[6] = DofDrive::hold;
  s.figures()[0]->switch_drives(f, wanted, s.state().world, 0.3);
  const Momentum after = momentum_of(s);
  EXPECT_NEAR(f.v[6], 0, 1e-12);
  EXPECT_GT(std::abs(f.v[7] - v[7]), 0.1);  // felt through the whole tree
  EXPECT_LT((after.linear - before.linear).norm(), 1e-10);
  EXPECT_LT((after.angular - before.angular).norm(), 1e-10);
  EXPECT_LT(after.kinetic, before.kinetic);
  s.advance(1);
  EXPECT_NEAR(f.v[6], 0, 1e-9);
  EXPECT_LT((momentum_of(s).angular - before.angular).norm(), 1e-6);
}

TEST(Drives, ReleaseAJointWithoutAJolt) {
  Simulator s(motion(swinging(), IntegrationMethod::rkf45, 1e-3));
  s.advance(0.2);
  FigureState& f = s.state().figures[0];
  const Eigen::VectorXd v = f.v;
  const std::vector<DofDrive> wanted(f.command.drives.size(), DofDrive::dynamic);
  s.figures()[0]->switch_drives(f, wanted, s.state().world, 0.2);
  EXPECT_LT((f.v - v).norm(), 1e-12);
}

TEST(Drives, HoldAFixedRoot) {
  for (IntegrationMethod method : {IntegrationMethod::rkf45, IntegrationMethod::implicit}) {
    MotionSpec spec = motion(three_links(), method, 1e-3);
    spec.figures[0].fixed_root = true;
    spec.figures[0].at = Vec3(1, 2, 3);
    spec.figures[0].heading = 0.5;
    spec.world.gravity = Vec3(0, -9.81, 0);
    Simulator s(spec);
    const Eigen::VectorXd root = s.state().figures[0].q.head<7>();
    s.advance(0.5);
    EXPECT_LT((s.state().figures[0].q.head<7>() - root).norm(), 1e-12);
    EXPECT_GT(std::abs(s.state().figures[0].v[6]), 0.1);
  }
}

}  // namespace
}  // namespace gambol::testing
