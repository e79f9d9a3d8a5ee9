#include "dynamics/jacobian.h"

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

struct Moving {
  Model model;
  Eigen::VectorXd q, v, qdot;
  Workspace work;

  Moving(Draw& draw, int bodies)
      : model(make_model(random_tree_of_all_joints(draw, bodies))),
        q(random_q(draw, model)),
        v(draw.vector(model.nv(), 2)),
        qdot(model.nq),
        work(model) {
    update_kinematics(model, q, v, work);
    q_rate(model, q, v, qdot);
  }
  // d/dt of what `look` sees of the kinematics, by differences.
  template <class Look>
  auto rate(const Look& look) const {
    const double h = 1e-6;
    Workspace before(model), after(model);
    update_kinematics(model, q - h * qdot, v, before);
    update_kinematics(model, q + h * qdot, v, after);
    return ((look(after) - look(before)) / (2 * h)).eval();
  }
};

TEST(Jacobian, GivesTheVelocitiesOfPoints) {
  Draw draw(31);
  Eigen::MatrixXd J;
  for (int trial = 0; trial < 30; ++trial) {
    Moving m(draw, 2 + trial);
    const int body = draw.below(static_cast<int>(m.model.bodies.size()));
    const Vec3 p_B = draw.vec(1);
    point_jacobian(m.model, m.work, body, p_B, J);
    ASSERT_EQ(J.rows(), 3);
    const auto place = [&](const Workspace& w) -> Vec3 {
      return w.bodies[body].X_WB.R * p_B + w.bodies[body].X_WB.p;
    };
    const Vec3 moved = J * m.v;
    EXPECT_LT((moved - m.rate(place)).norm(), 1e-6 * (1 + moved.norm())) << trial;
    EXPECT_LT((moved - point_velocity(m.work.bodies[body], p_B)).norm(),
              1e-11 * (1 + moved.norm()));
  }
}

TEST(Jacobian, GivesTheVelocitiesOfBodies) {
  Draw draw(32);
  Eigen::MatrixXd J;
  for (int trial = 0; trial < 30; ++trial) {
    Moving m(draw, 2 + trial);
    const int body = draw.below(static_cast<int>(m.model.bodies.size()));
    body_jacobian(m.model, m.work, body, J);
    const BodyWork& b = m.work.bodies[body];
    const Vec6 V = stacked(b.X_WB.R * b.velocity.w, b.X_WB.R * b.velocity.v);
    EXPECT_LT((J * m.v - V).norm(), 1e-11 * (1 + V.norm())) << trial;
  }
}

TEST(Jacobian, GivesTheMotionOfTheCentreOfMassAndTheMomentumAboutIt) {
  Draw draw(33);
  Eigen::MatrixXd J, of_com;
  for (int trial = 0; trial < 30; ++trial) {
    Moving m(draw, 1 + trial);
    centre_of_mass_jacobian(m.model, m.work, of_com);
    const auto com = [&](const Workspace& w) { return centre_of_mass(m.model, w); };
    const Vec3 moved = of_com * m.v;
    EXPECT_LT((moved - m.rate(com)).norm(), 1e-6 * (1 + moved.norm())) << trial;
    momentum_jacobian(m.model, m.work, J);
    const Momentum all = momentum(m.model, m.work);
    const Vec6 h = stacked(all.angular - all.com.cross(all.linear), all.linear);
    EXPECT_LT((J * m.v - h).norm(), 1e-10 * (1 + h.norm())) << trial;
  }
}

// A force at a point does the work that the forces J^T f on the degrees of freedom do.
TEST(Jacobian, TransposedTurnsForcesIntoForcesOnDegreesOfFreedom) {
  Draw draw(34);
  for (int trial = 0; trial < 20; ++trial) {
    Moving m(draw, 2 + trial);
    const int body = draw.below(static_cast<int>(m.model.bodies.size()));
    const Vec3 p_B = draw.vec(1), f_W = draw.vec(10);
    Eigen::MatrixXd J;
    point_jacobian(m.model, m.work, body, p_B, J);
    Workspace by_joints = m.work, by_point = m.work;
    by_joints.force = J.transpose() * f_W;
    const Vec3 f_B = m.work.bodies[body].X_WB.R.transpose() * f_W;
    by_point.bodies[body].applied = {p_B.cross(f_B), f_B};
    forward_dynamics(m.model, by_joints);
    forward_dynamics(m.model, by_point);
    EXPECT_LT((by_joints.vdot - by_point.vdot).norm(), 1e-8 * (1 + by_point.vdot.norm())) << trial;
  }
}

}  // namespace
}  // namespace gambol::testing
