// Evaluations run by the million: none may touch the heap.

#include "support/allocations.h"

#include <gtest/gtest.h>

#include "dynamics/inverse_inertia.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

TEST(Allocation, HappensInNoEvaluationOfTheDynamics) {
  Draw draw(14);
  const Model model = make_model(random_tree(draw, 40));
  const Eigen::VectorXd q = random_q(draw, model), v = draw.vector(model.nv(), 1);
  const Eigen::VectorXd joint = for_joints(draw, model, 1);
  Workspace work(model);
  std::vector<SpatialForce> impulses(model.bodies.size());
  Eigen::VectorXd dv(model.nv()), qdot(model.nq);

  const long before = allocations;
  update_kinematics(model, q, v, work);
  forward_dynamics(model, work);
  impulse_response(model, work, impulses, joint, dv);
  q_rate(model, q, v, qdot);
  EXPECT_EQ(allocations, before);
#if !defined(__SANITIZE_ADDRESS__)
  const Eigen::VectorXd counted = v + work.vdot;
  EXPECT_EQ(allocations, before + 1) << "the counter itself must work: " << counted[0];
#endif
}

TEST(Allocation, HappensInNoSearchForInverseInertiasOnceTheyHaveBeenFound) {
  Draw draw(43);
  const Model model = make_model(random_tree(draw, 30));
  Workspace work(model);
  update_kinematics(model, random_q(draw, model), draw.vector(model.nv(), 1), work);
  forward_dynamics(model, work);
  const std::vector<int> bodies{3, 9, 14, 22, 29};
  InverseInertia inverse(model);
  inverse.find(model, work, bodies);
  const long before = allocations;
  inverse.find(model, work, bodies);
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace gambol::testing
