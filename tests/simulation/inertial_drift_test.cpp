// Energy and momentum of what turns freely, by the implicit method.

#include "simulation/inertial_drift.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/gravity.h"

namespace gambol::testing {
namespace {

MotionSpec implicit(const FigureSpec& figure, double step = 1e-3) {
  MotionSpec m = free_motion(figure);
  m.integrator = {};
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = step;
  return m;
}

Eigen::VectorXd spinning(const Vec3& spin) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(root_dofs);
  v.head<3>() = spin;
  return v;
}

struct Kept {
  double least = 1, most = 1;  // energy over that at the start
  double spin = 0;             // largest change of angular momentum about the centre of mass, share
  double linear = 0;           // the same of linear momentum
};

// Simulates from the velocities v for `seconds`.
Kept what_is_kept(const MotionSpec& spec, const Eigen::VectorXd& v, double seconds) {
  Simulator sim(spec);
  sim.state().figures[0].v = v;
  const Model& model = sim.figures()[0]->model();
  Workspace work(model);
  work.gravity = spec.world.gravity;
  const auto now = [&] {
    const FigureState& s = sim.state().figures[0];
    update_kinematics(model, s.q, s.v, work);
    Momentum m = momentum(model, work);
    m.kinetic += rotor_energy(model, s.v);
    m.angular -= m.com.cross(m.linear);
    return m;
  };
  const Momentum first = now();
  Kept kept;
  for (int k = 1; k <= 50; ++k) {
    sim.advance(seconds * k / 50);
    const Momentum m = now();
    const double energy =
        1 + (m.kinetic + m.potential - first.kinetic - first.potential) / first.kinetic;
    kept.least = std::min(kept.least, energy);
    kept.most = std::max(kept.most, energy);
    kept.spin = std::max(kept.spin, (m.angular - first.angular).norm() / first.angular.norm());
    kept.linear = std::max(kept.linear, (m.linear - first.linear).norm());
  }
  return kept;
}

TEST(InertialDrift, KeepsEnergyAndAngularMomentumOfABodyThatTumbles) {
  const FigureSpec brick = solid_figure("brick", box_shape(Vec3(0.6, 0.3, 0.1)));
  // About no axis, about the middle axis, which is unstable, and faster than a step resolves well.
  for (const Vec3& spin : {Vec3(12, 12, 12), Vec3(0.05, 20, 0.05), Vec3(0, 1, 150)}) {
    const Kept kept = what_is_kept(implicit(brick), spinning(spin), 10);
    EXPECT_NEAR(kept.least, 1, 1e-6) << spin.norm();
    EXPECT_NEAR(kept.most, 1, 1e-6) << spin.norm();
    EXPECT_LT(kept.spin, 1e-10) << spin.norm();
  }
}

// The origin of the body's frame is not its centre of mass: it flies along a curve.
TEST(InertialDrift, FliesStraightAsItTumbles) {
  const FigureSpec brick =
      solid_figure("brick", box_shape(Vec3(0.6, 0.3, 0.1), Vec3(0.4, 0.2, -0.1)));
  Eigen::VectorXd v = spinning(Vec3(10, -8, 12));
  v.tail<3>() = Vec3(1, 2, 3);
  const Kept kept = what_is_kept(implicit(brick), v, 2);
  EXPECT_NEAR(kept.most, 1, 1e-6);
  EXPECT_LT(kept.linear, 1e-9);  // of about 30 N*s
  EXPECT_LT(kept.spin, 1e-10);
}

TEST(InertialDrift, LetsNoLimpTreeGainEnergy) {
  double least = 1, most = 1, spin = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Draw draw(seed);
    FigureSpec tree = random_tree(draw, 2 + static_cast<int>(seed) % 9);
    for (BodySpec& b : tree.bodies)
      b.joint.type = draw.below(4) ? JointType::spherical : JointType::free;
    const Kept kept = what_is_kept(implicit(tree), draw.vector(make_model(tree).nv(), 10), 3);
    least = std::min(least, kept.least);
    most = std::max(most, kept.most);
    spin = std::max(spin, kept.spin);
  }
  EXPECT_GT(least, 0.999);
  EXPECT_LT(most, 1.001);
  EXPECT_LT(spin, 1e-9);
}

// Limp gimbals swing into their lock, where the equations have no solution by any method.
TEST(InertialDrift, LetsNoLimpTreeOfOtherJointsGainEnergy) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Draw draw(seed);
    FigureSpec tree = random_tree_of_all_joints(draw, 2 + static_cast<int>(seed) % 6, false);
    for (BodySpec& b : tree.bodies)
      if (b.joint.type == JointType::gimbal) b.joint.type = JointType::universal;
    const Kept kept = what_is_kept(implicit(tree), draw.vector(make_model(tree).nv(), 4), 2);
    EXPECT_NEAR(kept.least, 1, 0.003) << seed;
    EXPECT_NEAR(kept.most, 1, 0.003) << seed;
  }
}

// On a ball joint that stands still: its energy is kept although gravity makes it precess and nod.
TEST(InertialDrift, KeepsTheEnergyOfATop) {
  FigureSpec top;
  top.bodies = {box_body("mount", "", Vec3::Zero(), Vec3(0.01, 0.01, 0.01)),
                box_body("top", "mount", Vec3::Zero(), Vec3(0.1, 0.1, 0.01), Vec3(0, 0, 0.08))};
  top.bodies[1].joint.type = JointType::spherical;
  top.bodies[1].joint.initial = {0.35, 0, 0};
  for (const double rate : {40.0, 150.0}) {
    MotionSpec m = implicit(top);
    m.world.gravity = Vec3(0, 0, -g);
    m.figures[0].fixed_root = true;
    Eigen::VectorXd v = Eigen::VectorXd::Zero(root_dofs + 3);
    v[root_dofs + 2] = rate;
    const Kept kept = what_is_kept(m, v, 3);
    EXPECT_NEAR(kept.least, 1, 0.005) << rate;
    EXPECT_NEAR(kept.most, 1, 0.005) << rate;
  }
}

// Three links of 0.1 g on 10 kg, without any damper.
FigureSpec hand() {
  FigureSpec f;
  f.bodies = {box_body("palm", "", Vec3::Zero(), Vec3(0.1, 0.08, 0.03))};
  f.bodies[0].density = 10 / (0.1 * 0.08 * 0.03);
  std::string parent = "palm";
  for (int k = 0; k < 3; ++k) {
    const std::string name = "f" + std::to_string(k);
    f.bodies.push_back(box_body(name, parent, Vec3(k == 0 ? 0.05 : 0.02, 0, 0),
                                Vec3(0.02, 0.008, 0.008), Vec3(0.01, 0, 0)));
    f.bodies.back().joint.type = JointType::spherical;
    f.bodies.back().density = 1e-4 / (0.02 * 0.008 * 0.008);
    parent = name;
  }
  for (BodySpec& b : f.bodies) b.collision = b.inertia;
  return f;
}

TEST(InertialDrift, LetsLightLimpLinksComeToLie) {
  for (const bool impulses : {true, false}) {
    MotionSpec m = implicit(hand());
    m.world.gravity = Vec3(0, 0, -g);
    m.world.ground.emplace();
    if (impulses) {
      m.world.contact.emplace();
      m.world.contact->type = ContactType::impulse;
      m.world.contact->friction = Curve(0.7);
    }
    m.figures[0].at = Vec3(0, 0, 0.5);
    m.figures[0].rotate = {{'x', 0.35}, {'y', 0.5}};
    Simulator sim(m);
    sim.advance(2);
    EXPECT_NEAR(sim.state().figures[0].q[2], 0.015, 0.001) << impulses;
    EXPECT_LT(sim.state().figures[0].v.head<6>().norm(), 0.01) << impulses;
  }
}

// Films of what hardly turns, of gaits and of leaps are those of the plain step.
TEST(InertialDrift, LeavesAloneWhatGainsLessThanItLoses) {
  Draw draw(1);
  const Model model = make_model(random_tree(draw, 6));
  InertialDrift drift(model);
  Workspace work(model);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
  const auto matters = [&](double spin, bool controlled, double untouched) {
    v[0] = spin;
    update_kinematics(model, random_q(draw, model), v, work);
    forward_dynamics(model, work);
    return drift.matters(work, {controlled, untouched}, 1e-3);
  };
  EXPECT_FALSE(matters(0.2, false, 0.1));
  EXPECT_TRUE(matters(0.5, false, 0.1));
  EXPECT_FALSE(matters(5, false, 0));
  EXPECT_TRUE(matters(20, false, 0));
  EXPECT_FALSE(matters(20, true, 0));
  EXPECT_FALSE(matters(20, true, 0.9));
  EXPECT_TRUE(matters(20, true, 1.1));
  EXPECT_FALSE(matters(4, true, 1.1));
  work.kinematic.assign(work.kinematic.size(), 1);
  EXPECT_FALSE(matters(20, true, 1.1));
}

}  // namespace
}  // namespace gambol::testing
