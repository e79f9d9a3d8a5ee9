// Hybrid drives: joints that follow a curve or hold, in a figure that floats.

#include <gtest/gtest.h>

#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/accelerations.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// Joint b swings by a smooth curve from the start.
FigureSpec swinging() {
  FigureSpec f = three_links();
  JointSpec& j = f.bodies[1].joint;
  j.drive = Drive::follow;
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
  std::vector<Drive> wanted = f.command.drives;
  wanted[6] = Drive::hold;
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
  const std::vector<Drive> wanted(f.command.drives.size(), Drive::dynamic);
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

Curve curve(std::initializer_list<std::pair<double, double>> keys) {
  Curve c;
  for (const auto& [time, value] : keys)
    c.keys.push_back({time, value, Interpolation::catmull_rom});
  return c;
}

MotionCurve along(const std::string& dof, const Curve& curve) {
  MotionCurve motion;
  motion.name = dof;
  motion.along = curve;
  return motion;
}

// The root turns and goes along curves, while the joints are free; the same in every method.
TEST(Drives, LeadTheRootAlongCurves) {
  MotionSpec spec = motion(three_links(), IntegrationMethod::rkf45, 1e-3);
  const std::string root = spec.figures[0].figure.bodies[0].name;
  const Curve z = curve({{0, 0.1}, {0.5, 0.6}, {1, 0.2}}), turn = curve({{0, 0.3}, {1, 2.5}});
  spec.figures[0].motions = {along(root + ".tz", z), along(root + ".ry", turn)};
  std::vector<Eigen::VectorXd> ends;
  for (IntegrationMethod method : {IntegrationMethod::rkf45, IntegrationMethod::implicit}) {
    spec.integrator.method = method;
    spec.integrator.step = method == IntegrationMethod::implicit ? 1e-5 : 1e-3;
    Simulator s(spec);
    for (double t : {0.0, 0.3, 0.7}) {
      s.advance(t);
      const FigureState& f = s.state().figures[0];
      const Quat R(f.q[3], f.q[4], f.q[5], f.q[6]);
      EXPECT_NEAR(f.q[2], z.at(t), 1e-12) << t;
      EXPECT_NEAR(f.q[0], spec.figures[0].at.x(), 1e-12) << t;
      EXPECT_LT(R.angularDistance(Quat(Eigen::AngleAxisd(turn.at(t), Vec3::UnitY()))), 1e-7) << t;
      EXPECT_NEAR((R * f.v.segment<3>(3)).z(), z.derivative(t, 1), 1e-9) << t;
    }
    ends.push_back(s.state().figures[0].q);
  }
  EXPECT_GT(std::abs(ends[0][7]), 0.05);  // the joints swing with it
  EXPECT_LT((ends[0] - ends[1]).norm(), 2e-3);
}

// A spherical joint follows one curve and keeps its other turns; the force that it needs is what
// moves it when it is given to it.
TEST(Drives, LeadASphericalJointAlongACurve) {
  FigureSpec figure = three_links();
  figure.bodies[1].joint.type = JointType::spherical;
  MotionSpec spec = motion(figure, IntegrationMethod::rkf45, 1e-3);
  const std::string joint = figure.bodies[1].name;
  const Curve turn = curve({{0, 0.1}, {0.4, 0.9}, {0.8, -0.5}});
  spec.figures[0].motions = {along(joint + ".ry", turn)};
  Simulator s(spec);
  s.advance(0.3);
  const Model& model = s.figures()[0]->model();
  const FigureState& f = s.state().figures[0];
  EXPECT_NEAR(coordinate(model, f.q, model.dof_of(joint + ".ry")), turn.at(0.3), 1e-9);
  EXPECT_NEAR(coordinate(model, f.q, model.dof_of(joint + ".rx")), 0, 1e-9);
  Workspace work = s.figures()[0]->work();
  FigureSim& sim = *s.figures()[0];
  sim.prepare(f, s.state().world, f.q, f.v, 0.3, 0);
  sim.solve();
  work = sim.work();
  const Eigen::VectorXd given = work.vdot;
  std::fill(work.kinematic.begin(), work.kinematic.end(), 0);
  forward_dynamics(model, work);
  EXPECT_LT((work.vdot - given).norm(), 1e-6 * (1 + given.norm()));
}

// Some of the root's degrees of freedom are held: it slides and does not turn, as on rails.
TEST(Drives, HoldSomeOfTheRootsDegreesOfFreedom) {
  MotionSpec spec = free_motion(three_links());
  spec.world.gravity = Vec3(0, 0, -9.81);
  Simulator s(spec);
  FigureState& f = s.state().figures[0];
  f.v[6] = 4;
  f.v[7] = -3;
  std::vector<Drive> wanted = f.command.drives;
  for (int i : {0, 1, 2, 4, 5}) wanted[i] = Drive::hold;
  s.figures()[0]->switch_drives(f, wanted, s.state().world, 0);
  s.advance(0.6);
  for (int i : {0, 1, 2, 4, 5}) EXPECT_NEAR(f.v[i], 0, 1e-9) << i;
  EXPECT_NEAR(f.q[1], 0, 1e-9);
  EXPECT_NEAR(f.q[2], 0, 1e-9);
  // Nothing pushes along the rail: momentum along it stays what the switch left.
  const double before = momentum_of(s).linear.x();
  s.advance(1.2);
  EXPECT_NEAR(momentum_of(s).linear.x(), before, 1e-6 * (1 + std::abs(before)));
  EXPECT_GT(std::abs(f.v[6]), 0.01);
}

}  // namespace
}  // namespace gambol::testing
