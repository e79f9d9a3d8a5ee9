// Evaluations run by the million: none may touch the heap. This test program replaces malloc, which
// Eigen's vectors use as well as operator new; sanitizers replace it themselves.

#include <gtest/gtest.h>

#include "dynamics/contact.h"
#include "support/figures.h"

#if defined(__SANITIZE_ADDRESS__)
namespace {
long allocations = 0;
}
#else
namespace {
thread_local long allocations = 0;
}
extern "C" void* __libc_malloc(std::size_t bytes);
extern "C" void* malloc(std::size_t bytes) {
  ++allocations;
  return __libc_malloc(bytes);
}
#endif

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
  ground.height = 1;
  ground.law.stiffness = 1;

  const long before = allocations;
  update_kinematics(model, q, v, work);
  apply_ground(model, ground, 1e-3, work, contacts);
  forward_dynamics(model, work, vdot);
  finish_contacts(work, contacts);
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
