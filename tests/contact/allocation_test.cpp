// Evaluations run by the million: none may touch the heap.

#include "support/allocations.h"

#include <gtest/gtest.h>

#include <span>

#include "contact/answer/ground_reaction.h"
#include "contact/find/touch_search.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

TEST(Allocation, HappensInNoEvaluationOfContact) {
  Draw draw(14);
  FigureSpec figure = random_tree(draw, 40);
  for (BodySpec& b : figure.bodies) b.collision = b.inertia;
  const Model model = make_model(figure);
  const Eigen::VectorXd q = random_q(draw, model), v = draw.vector(model.nv(), 1);
  Workspace work(model);
  update_kinematics(model, q, v, work);
  GroundLaw ground;
  ground.surface.height = 1;
  ground.law.stiffness = 1;
  GroundSearch search(model, ground.surface);
  std::vector<GroundContact> contacts;
  contacts.reserve(most_contacts(model));
  std::vector<CollidingBody> balls;
  for (int i = 0; i < 2; ++i) {
    Shape ball;
    ball.kind = ShapeKind::sphere;
    ball.radius = 0.1;
    balls.push_back({i, 0, -1, 1, false, Collider({ball})});
  }
  TouchSearch pairs(balls);
  const auto touches = [&] {
    std::size_t n = 0;
    for (std::size_t i = 0; i < 2; ++i) pairs.place(i, {Mat3::Identity(), Vec3(0.15 * i, 0, 0)});
    pairs.find([&](int, int, std::span<const Touch> found) { n += found.size(); });
    return n;
  };
  EXPECT_EQ(touches(), 1u);  // the lists of parts have grown

  const long before = allocations;
  apply_ground(model, ground, search.find(model, work, 1e-3), {}, 1e-3, work, contacts);
  const std::size_t again = touches();
  EXPECT_EQ(allocations, before);
  EXPECT_FALSE(contacts.empty());
  EXPECT_EQ(again, 1u);
#if !defined(__SANITIZE_ADDRESS__)
  const Eigen::VectorXd counted = 2 * v;
  EXPECT_EQ(allocations, before + 1) << "the counter itself must work: " << counted[0];
#endif
}

}  // namespace
}  // namespace gambol::testing
