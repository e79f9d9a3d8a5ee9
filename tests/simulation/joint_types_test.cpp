// Joints of several degrees of freedom in motion.

#include <gtest/gtest.h>

#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

FigureSpec pair_of(JointType type) {
  FigureSpec f;
  f.name = "pair";
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(0.3, 0.2, 0.1)),
              box_body("b", "a", Vec3(0.3, 0.1, 0), Vec3(0.1, 0.1, 0.4), Vec3(0.05, 0, 0.3))};
  JointSpec& joint = f.bodies[1].joint;
  joint.type = type;
  joint.axis = Vec3(0.2, 0.3, 1);
  joint.pitch = 0.1;
  return f;
}

Momentum momentum_of(const Simulator& s, double* energy) {
  const FigureState& f = s.state().figures[0];
  const Model& model = s.figures()[0]->model();
  Workspace w(model);
  update_kinematics(model, f.q, f.v, w);
  const Momentum m = momentum(model, w);
  *energy = m.kinetic + rotor_energy(model, f.v);
  return m;
}

// Over 10 s, without forces: momentum and energy stay, quaternions stay unit ones.
TEST(JointTypes, KeepMomentumAndEnergyForTenSeconds) {
  for (const auto& [name, type] : names_of<JointType>) {
    if (type == JointType::prismatic || type == JointType::cylindrical ||
        type == JointType::planar || type == JointType::free)
      continue;  // they come apart: below
    FigureSpec figure = pair_of(type);
    if (type != JointType::fixed) figure.bodies[1].joint.armature = 0.2;
    Simulator s(free_motion(figure));
    FigureState& f = s.state().figures[0];
    Draw draw(60);
    f.v = draw.vector(static_cast<int>(f.v.size()), 1.5);
    double before = 0, after = 0;
    const Momentum a = momentum_of(s, &before);
    s.advance(10);
    const Momentum b = momentum_of(s, &after);
    EXPECT_NEAR(after, before, 1e-6 * before) << name;
    EXPECT_LT((a.angular - b.angular).norm(), 1e-6 * (1 + a.angular.norm())) << name;
    EXPECT_LT((a.linear - b.linear).norm(), 1e-7 * (1 + a.linear.norm())) << name;
    for (const Ball& ball : s.figures()[0]->model().balls)
      EXPECT_NEAR(f.q.segment<4>(ball.q).norm(), 1, 1e-12) << name;
  }
}

// Springs on every degree of freedom keep the others together; their energy is counted.
TEST(JointTypes, ExchangeEnergyWithSpringsOnAllDegreesOfFreedom) {
  for (const auto& [name, type] : names_of<JointType>) {
    if (type == JointType::fixed) continue;
    FigureSpec figure = pair_of(type);
    std::vector<double> stiffness;
    for (const JointDof& dof : joint_dofs(figure.bodies[1])) {
      ActuatorSpec spring;
      spring.type = ActuatorType::linear_spring;
      spring.joints = {dof.name};
      spring.stiffness = 30 + 10 * dof.mode;
      figure.actuators.push_back(spring);
      stiffness.push_back(spring.stiffness);
    }
    Simulator s(free_motion(figure));
    FigureState& f = s.state().figures[0];
    const Model& model = s.figures()[0]->model();
    Draw draw(61);
    f.v = draw.vector(static_cast<int>(f.v.size()), 1.5);
    const auto energy = [&] {
      double sum = 0;
      momentum_of(s, &sum);
      for (int i = root_dofs; i < model.nv(); ++i) {
        const double x = coordinate(model, f.q, i);
        sum += stiffness[static_cast<std::size_t>(model.dofs[i].mode)] * x * x / 2;
      }
      return sum;
    };
    const double before = energy();
    s.advance(2);
    EXPECT_NEAR(energy(), before, 1e-6 * before) << name;
  }
}

// A ball that slides and turns in its parent's frame flies as a figure of its own does.
TEST(JointTypes, AFreeJointLeavesItsBodyFree) {
  FigureSpec figure = pair_of(JointType::free);
  Simulator s(free_motion(figure));
  FigureState& f = s.state().figures[0];
  Draw draw(62);
  f.v = draw.vector(static_cast<int>(f.v.size()), 1);
  const Model& model = s.figures()[0]->model();
  const auto com_of = [&](double* spin) {
    Workspace w(model);
    update_kinematics(model, f.q, f.v, w);
    const BodyWork& b = w.bodies[1];
    *spin = b.velocity.w.dot(model.bodies[1].mass.I_cm * b.velocity.w);
    return Vec3(b.X_WB.R * model.bodies[1].mass.com + b.X_WB.p);
  };
  double spin = 0, later = 0;
  const Vec3 p0 = com_of(&spin);
  s.advance(1);
  const Vec3 p1 = com_of(&later);
  s.advance(2);
  const Vec3 p2 = com_of(&later);
  EXPECT_LT((p2 - 2 * p1 + p0).norm(), 1e-6);  // straight on
  EXPECT_NEAR(later, spin, 1e-6 * spin);
}

// A screw's nut turns as it sinks; work of gravity goes into both motions.
TEST(JointTypes, AScrewAdvancesByItsPitch) {
  FigureSpec figure = pair_of(JointType::screw);
  figure.bodies[1].joint.axis = Vec3::UnitZ();
  MotionSpec m = free_motion(figure);
  m.figures[0].fixed_root = true;
  m.world.gravity = Vec3(0, 0, -9.81);
  Simulator s(m);
  s.advance(1);
  const FigureState& f = s.state().figures[0];
  Workspace w(s.figures()[0]->model());
  update_kinematics(s.figures()[0]->model(), f.q, f.v, w);
  EXPECT_LT(f.q[7], -0.1);
  EXPECT_NEAR(w.bodies[1].X_WB.p.z(), 0.1 * f.q[7] / (2 * M_PI), 1e-12);
}

}  // namespace
}  // namespace gambol::testing
