// Evaluations run by the million: none may touch the heap.

#include "support/allocations.h"

#include <gtest/gtest.h>

#include "dynamics/contact.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

TEST(Allocation, HappensInNoEvaluationOfTheDynamics) {
  Draw draw(14);
  FigureSpec figure = random_tree(draw, 40);
  for (BodySpec& b : figure.bodies) b.collision = b.inertia;
  const Model model = make_model(figure);
  const Eigen::VectorXd q = random_q(draw, model), v = draw.vector(model.nv(), 1);
  const Eigen::VectorXd joint = draw.vector(model.joints(), 1);
  Workspace work(model);
  std::vector<SpatialForce> impulses(model.bodies.size());
  std::vector<GroundContact> contacts;
  contacts.reserve(8 * model.bodies.size());
  Eigen::VectorXd vdot(model.nv()), dv(model.nv()), qdot(model.nq());
  Ground ground;
  ground.surface.height = 1;
  ground.law.stiffness = 1;

  GroundSearch search(model, ground.surface);

  const long before = allocations;
  update_kinematics(model, q, v, work);
  apply_ground(model, ground, search.find(model, work, 1e-3), {}, 1e-3, work, contacts);
  forward_dynamics(model, work, vdot);
  impulse_response(model, work, impulses, joint, {}, dv);
  q_rate(q, v, qdot);
  EXPECT_EQ(allocations, before);
  EXPECT_FALSE(contacts.empty());
#if !defined(__SANITIZE_ADDRESS__)
  const Eigen::VectorXd counted = v + vdot;
  EXPECT_EQ(allocations, before + 1) << "the counter itself must work: " << counted[0];
#endif
}

}  // namespace
}  // namespace gambol::testing
