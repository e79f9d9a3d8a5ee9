// How impulses on some bodies change the velocities of others (seed 001, section 2.4.2), beside the
// response of whole figures.

#include "dynamics/inverse_inertia.h"

#include <gtest/gtest.h>

#include "dynamics/jacobian.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

struct Solved {
  Model model;
  Eigen::VectorXd q, v;
  Workspace work;

  // A third of the joints may be kinematic, and the root's freedoms in `held`.
  Solved(const FigureSpec& figure, Draw& draw, bool kinematic, int held)
      : model(make_model(figure)),
        q(random_q(draw, model)),
        v(draw.vector(model.nv(), 2)),
        work(model) {
    for (int i = 0; i < model.nv(); ++i)
      work.kinematic[i] = i < root_dofs ? (held >> i) & 1 : kinematic && draw.below(3) == 0;
    work.force = for_joints(draw, model, 3);
    work.added_inertia = for_joints(draw, model, 0.5).cwiseAbs();
    work.vdot.setZero();
    update_kinematics(model, q, v, work);
    forward_dynamics(model, work);
  }
};

// Column k of the velocities of `body`, by the response of the whole figure to a unit impulse on
// `struck`.
Vec6 by_response(Solved& s, int body, int struck, int k) {
  std::vector<SpatialForce> impulses(s.model.bodies.size());
  const Mat3 to_body = s.work.bodies[struck].X_WB.R.transpose();
  (k < 3 ? impulses[struck].n : impulses[struck].f) = to_body.col(k % 3);
  Eigen::VectorXd dv(s.model.nv());
  impulse_response(s.model, s.work, impulses, Eigen::VectorXd::Zero(s.model.nv()), dv);
  Eigen::MatrixXd J;
  body_jacobian(s.model, s.work, body, J);
  Vec6 rates = J * dv;
  return rates;
}

void compare(Solved& s, Draw& draw, const std::string& what) {
  std::vector<int> bodies;
  for (std::size_t i = 0; i < s.model.bodies.size(); ++i)
    if (draw.below(2)) bodies.push_back(static_cast<int>(i));
  InverseInertia inverse(s.model);
  inverse.find(s.model, s.work, bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      Mat6 expected;
      for (int k = 0; k < 6; ++k) expected.col(k) = by_response(s, bodies[i], bodies[j], k);
      EXPECT_LT((inverse(i, j) - expected).norm(), 1e-11 * (1 + expected.norm()))
          << what << bodies[i] << " " << bodies[j];
      EXPECT_LT((inverse(i, j) - inverse(j, i).transpose()).norm(), 1e-11 * (1 + expected.norm()));
    }
  }
}

TEST(InverseInertia, AgreesWithTheResponseOfTheWholeFigure) {
  Draw draw(41);
  for (int trial = 0; trial < 30; ++trial) {
    Solved s(random_tree_of_all_joints(draw, 1 + trial % 14), draw, false, 0);
    compare(s, draw, fmt::format("trial {}: ", trial));
  }
}

TEST(InverseInertia, LeavesKinematicJointsAndHeldRootsTheirRates) {
  Draw draw(42);
  for (int held : {0, 63, 7, 32, 56, 21})
    for (int trial = 0; trial < 8; ++trial) {
      Solved s(random_tree_of_all_joints(draw, 2 + trial), draw, true, held);
      compare(s, draw, fmt::format("held {}, trial {}: ", held, trial));
    }
}

}  // namespace
}  // namespace gambol::testing
