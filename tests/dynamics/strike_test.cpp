// Blows: the impulse on one body that gives its velocity a wanted change.

#include "dynamics/strike.h"

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// A figure at an instant, with the factors that strike() needs.
struct Struck {
  Model model;
  Eigen::VectorXd q, v;
  Workspace work;

  Struck(const FigureSpec& figure, Draw& draw, bool root_is_held = false)
      : model(make_model(figure)),
        q(random_q(draw, model)),
        v(draw.vector(model.nv(), 2)),
        work(model) {
    if (root_is_held) v.head<6>().setZero();
    for (int i = 0; i < root_dofs; ++i) work.kinematic[i] = root_is_held;
    work.gravity.setZero();
    work.force.setZero();
    work.added_inertia.setZero();
    work.vdot.setZero();
    update_kinematics(model, q, v, work);
    forward_dynamics(model, work);
  }
  // Velocity of the body's centre of mass, its spin, and the figure's momentum, with v + dv.
  struct Motion {
    Vec3 velocity, spin, com;
    Momentum momentum;
  };
  Motion motion(int body, const Eigen::VectorXd& dv) const {
    Workspace now(model);
    update_kinematics(model, q, v + dv, now);
    const BodyWork& b = now.bodies[body];
    const Vec3& com = model.bodies[body].mass.com;
    return {point_velocity(b, com), b.X_WB.R * b.velocity.w, b.X_WB.R * com + b.X_WB.p,
            momentum(model, now)};
  }
};

// The body gets its velocity, and the figure the momentum of an impulse at the body's centre of
// mass: about that point none.
TEST(Strike, ChangesTheVelocityOfABodyByAnImpulseAtItsCentreOfMass) {
  Draw draw(31);
  for (int trial = 0; trial < 20; ++trial) {
    Struck s(random_tree_of_all_joints(draw, 2 + trial), draw);
    const int body = draw.below(static_cast<int>(s.model.bodies.size()));
    const Vec3 wanted = draw.vec(3);
    Eigen::VectorXd dv;
    const auto before = s.motion(body, Eigen::VectorXd::Zero(s.model.nv()));
    strike(s.model, s.work, body, wanted, {}, dv);
    const auto after = s.motion(body, dv);
    EXPECT_LT((after.velocity - before.velocity - wanted).norm(), 1e-8) << trial;
    const Vec3 impulse = after.momentum.linear - before.momentum.linear;
    const Vec3 turn = after.momentum.angular - before.momentum.angular;
    EXPECT_GT(impulse.dot(wanted), 0);
    EXPECT_LT((turn - after.com.cross(impulse)).norm(), 1e-8 * (1 + turn.norm())) << trial;
  }
}

TEST(Strike, ChangesVelocityAndSpinBoth) {
  Draw draw(32);
  for (int trial = 0; trial < 20; ++trial) {
    Struck s(random_tree_of_all_joints(draw, 2 + trial), draw);
    const int body = draw.below(static_cast<int>(s.model.bodies.size()));
    const Vec3 wanted = draw.vec(3), spin = draw.vec(5);
    Eigen::VectorXd dv;
    const auto before = s.motion(body, Eigen::VectorXd::Zero(s.model.nv()));
    strike(s.model, s.work, body, wanted, spin, dv);
    const auto after = s.motion(body, dv);
    EXPECT_LT((after.velocity - before.velocity - wanted).norm(), 1e-7) << trial;
    EXPECT_LT((after.spin - before.spin - spin).norm(), 1e-7) << trial;
  }
}

// A pendulum's bob can only move across its rod: of the wanted velocity it gets that part.
TEST(Strike, GivesABodyThePartOfItsVelocityThatJointsAllow) {
  FigureSpec f;
  f.bodies = {box_body("hook", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1)),
              box_body("bob", "hook", Vec3::Zero(), Vec3(0.1, 0.1, 0.1), Vec3(0, 0, -2))};
  f.bodies[1].joint.axis = Vec3::UnitY();
  Draw draw(33);
  Struck s(f, draw, true);
  s.q = initial_q(s.model, {});
  s.v.setZero();
  update_kinematics(s.model, s.q, s.v, s.work);
  forward_dynamics(s.model, s.work);
  Eigen::VectorXd dv;
  strike(s.model, s.work, 1, Vec3(-3, 4, 5), {}, dv);
  EXPECT_NEAR(dv[6], 3 / 2.0, 1e-12);
  EXPECT_EQ(dv.head<6>().norm(), 0);
  strike(s.model, s.work, 1, {}, Vec3(7, 0.25, 0), dv);
  EXPECT_NEAR(dv[6], 0.25, 1e-12);
  strike(s.model, s.work, 0, Vec3(1, 1, 1), Vec3(1, 1, 1), dv);  // it is held
  EXPECT_LT(dv.norm(), 1e-12);
  strike(s.model, s.work, 1, {}, {}, dv);
  EXPECT_EQ(dv.norm(), 0);
}

}  // namespace
}  // namespace gambol::testing
