#include "dynamics/momentum.h"

#include <gtest/gtest.h>

#include "support/figures.h"

namespace gambol::testing {
namespace {

FigureSpec with_welds(FigureSpec figure) {
  for (std::size_t i = 2; i < figure.bodies.size(); i += 3) figure.bodies[i].joint.welded = true;
  return figure;
}

// Four bodies at a time, with all that is welded to them, and one by one.
TEST(Momentum, OfFourBodiesAtATimeIsThatOfTheBodies) {
  Draw draw(57);
  for (int trial = 0; trial < 30; ++trial) {
    const Model model = make_model(with_welds(random_tree_of_all_joints(draw, 2 + trial)));
    const Eigen::VectorXd q = random_q(draw, model), v = draw.vector(model.nv(), 2);
    Workspace work(model), scratch(model);
    update_kinematics(model, q, v, work);
    const Momentum all = momentum(model, work);
    const RigidWhole rigid = whole_of(model, work);
    const TurningWhole whole = turning_whole_of(model, work);
    const double size = rigid.inertia.norm();
    EXPECT_LT((whole.rigid.com - all.com).norm(), 1e-13);
    EXPECT_LT((whole.rigid.inertia - rigid.inertia).norm(), 1e-13 * size);
    const Vec3 about_com = all.angular - all.com.cross(all.linear);
    EXPECT_LT((whole.angular - about_com).norm(), 1e-12 * (1 + about_com.norm()));
    EXPECT_LT((centre_of_mass_at(model, q, scratch) - all.com).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace gambol::testing
