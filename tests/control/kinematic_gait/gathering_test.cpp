// A figure that is gathered up from the ground.

#include "control/kinematic_gait/gathering.h"

#include <gtest/gtest.h>

#include "support/figures.h"

namespace gambol::testing {
namespace {

// A brick that falls onto its side and is to stand upright a metre away.
struct FallenBrick {
  FigureSpec figure = solid_figure("brick", box_shape(Vec3(0.2, 0.2, 0.6)));
  Model model = make_model(figure);
  Gathering gathering{model, 0.5, 0.004, 0.3};
  LedMotion way;
  FallenBrick() {
    way.t0 = 2;
    way.t1 = gathering.ends(2);
    way.q0 = way.q1 = initial_q(model, {});
    way.v0 = way.v1 = Eigen::VectorXd::Zero(model.nv());
    const Quat lying(rotation_about(Vec3::UnitY(), M_PI / 2));
    way.q0.head<3>() = Vec3(0, 0, 0.1);
    way.q0.segment<4>(3) << lying.w(), lying.x(), lying.y(), lying.z();
    way.q1.head<3>() = Vec3(1, 0, 0.3);
    way.v0[3] = -0.4;
  }
  double depth(const Eigen::VectorXd& q) const {
    Workspace work(model);
    update_kinematics(model, q, Eigen::VectorXd::Zero(model.nv()), work);
    return -height_above({}, model.bodies[0], work.bodies[0].X_WB);
  }
};

TEST(Gathering, LeadsFromWhereAFigureLiesToItsFirstPosture) {
  const FallenBrick brick;
  EXPECT_TRUE(brick.gathering.gathers(brick.way.q0, brick.way.q1));
  EXPECT_FALSE(brick.gathering.gathers(brick.way.q1, brick.way.q1));
  EXPECT_FALSE(Gathering(brick.model, 0, 0.004, 0.3).gathers(brick.way.q0, brick.way.q1));
  const GatherMemory m = brick.gathering.begin({}, brick.way);
  const LedMotion first = brick.gathering.run(brick.way.t0, m);
  EXPECT_LT((first.q0 - brick.way.q0).norm(), 1e-12);
  EXPECT_LT((first.v0 - brick.way.v0).norm(), 1e-9);
  LedMotion before = first;
  for (double t = first.t1; Gathering::lasts(t, m); t = before.t1) {
    const LedMotion now = brick.gathering.run(t, m);
    EXPECT_LT((now.q0 - before.q1).norm(), 1e-12);
    EXPECT_GT(now.t1, now.t0);
    before = now;
  }
  EXPECT_NEAR(before.t1, brick.way.t1, 1e-9);
  EXPECT_LT((before.q1 - brick.way.q1).norm(), 1e-9);
  EXPECT_FALSE(Gathering::lasts(brick.way.t1, m));
  EXPECT_FALSE(Gathering::lasts(brick.way.t0, {}));
}

TEST(Gathering, LiftsAFigureOverTheGround) {
  const FallenBrick brick;
  const GatherMemory m = brick.gathering.begin({}, brick.way);
  EXPECT_GT(m.lift, 0.01);  // its corner would go through the ground
  double deepest = 0;
  for (double t = 2; t < brick.way.t1; t += 0.01)
    deepest = std::max(deepest, brick.depth(brick.gathering.run(t, m).q0));
  EXPECT_LT(deepest, 0.01 * 0.3 + 1e-3);
}

}  // namespace
}  // namespace gambol::testing
