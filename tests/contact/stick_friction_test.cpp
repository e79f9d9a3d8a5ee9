// Friction by a spring and a damper within one limit: its force, its derivative, its anchor.

#include <gtest/gtest.h>

#include "contact/answer/ground_reaction.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

ContactLaw gripping() {
  ContactLaw law;
  law.stiffness = 400;
  law.max_depth = 1;
  law.friction = 0.5;
  law.friction_damping = 8;
  law.friction_stiffness = 300;
  return law;
}
const Vec3 up = Vec3::UnitZ();

TEST(StickFriction, PullsTowardsItsAnchorWithinTheLimit) {
  const ContactLaw law = gripping();  // 4 N at 1 cm: a limit of 2 N
  const Vec3 held = react(law, up, 0.01, Vec3(0, 0.05, 0), 0, Vec3(3e-3, 0, 0)).force;
  EXPECT_LT((held - Vec3(0.9, -0.4, 4)).norm(), 1e-12);
  const Vec3 slips = react(law, up, 0.01, Vec3(-0.5, 0, 0), 0, Vec3(0, 0.02, 0)).force;
  EXPECT_NEAR(slips.head<2>().norm(), 2, 1e-12);
  EXPECT_NEAR(slips.x() / slips.y(), 4.0 / 6, 1e-12);
}

TEST(StickFriction, IsDampedSlippingWithoutItsSpring) {
  ContactLaw law = gripping();
  law.friction_stiffness = 0;
  const Vec3 stretched = react(law, up, 0.01, Vec3(0.1, 0, 0), 0, Vec3(1, 1, 0)).force;
  EXPECT_LT((stretched - Vec3(-0.8, 0, 4)).norm(), 1e-12);
}

// Friction model 2: what returns to its anchor is pulled there with a part of the force alone.
TEST(StickFriction, PullsLessByItsRestitutionWhatReturns) {
  ContactLaw law = gripping();
  law.friction_damping = 0;
  law.friction_restitution = 0.3;
  const Vec3 stretch(3e-3, 0, 0);
  EXPECT_NEAR(react(law, up, 0.01, Vec3(-0.1, 0, 0), 0, stretch).force.x(), 0.9, 1e-12);
  EXPECT_NEAR(react(law, up, 0.01, Vec3(0, 0.1, 0), 0, stretch).force.x(), 0.9, 1e-12);
  EXPECT_NEAR(react(law, up, 0.01, Vec3(0.1, 0, 0), 0, stretch).force.x(), 0.27, 1e-12);
  // The implicit force is that at the end of the step.
  const double h = 1e-4;
  const Vec3 velocity(0.02, 0, 0), a(3, 0, 0), end = velocity + h * a;
  const PointReaction r = react(law, up, 0.01, velocity, h, stretch);
  const Vec3 exact = react(law, up, 0.01, end, 0, stretch - h * end).force;
  EXPECT_LT((r.force - r.D * a - exact).norm(), 1e-12);
}

// While it holds, the implicit force is that at the end of the step, exactly.
TEST(StickFriction, IsLinearisedAsItIs) {
  const ContactLaw law = gripping();
  const double h = 1e-4;
  const Vec3 velocity(0.02, -0.01, 0), a(3, 5, 0), stretch(1e-3, 2e-3, 0);
  const PointReaction r = react(law, up, 0.01, velocity, h, stretch);
  const Vec3 end = velocity + h * a;
  const Vec3 exact = react(law, up, 0.01, end, 0, stretch - h * end).force;
  EXPECT_LT((r.force - r.D * a - exact).norm(), 1e-12);
}

TEST(StickFriction, DragsItsAnchorAlongBeyondTheLimit) {
  const ContactLaw law = gripping();
  const Vec3 within(3e-3, 4e-3, 0);  // 1.5 N
  EXPECT_EQ(held_stretch(law, 3.1, within), within);
  EXPECT_LT((held_stretch(law, 2, within) - within * (1 / 1.5)).norm(), 1e-15);
  EXPECT_EQ(held_stretch(law, 0, within), Vec3::Zero());
}

// One corner of a box on the ground.
struct Corner {
  FigureSpec figure;
  Model model;
  Workspace work;
  GroundLaw ground;
  std::vector<Pad> pads;

  Corner() : figure(box()), model(make_model(figure)), work(model) {
    ground.law = gripping();
    pads.resize(needs_pads(model, ground));
  }
  static FigureSpec box() {
    FigureSpec f;
    f.bodies = {box_body("b", "", Vec3::Zero(), Vec3(0.2, 0.2, 0.2))};
    f.bodies[0].collision = f.bodies[0].inertia;
    return f;
  }
  const Pad* moved_to(double x, double height) {
    const Quat tilted(Eigen::AngleAxisd(0.4, Vec3(1, 0.3, 0).normalized()));
    const Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
    Eigen::VectorXd q = initial_q(model, {tilted, Vec3::Zero()});
    update_kinematics(model, q, v, work);
    double lowest = 0;
    for (const ContactPoint& c : model.bodies[0].contacts)
      lowest = std::min(lowest, (work.bodies[0].X_WB.R * c.p_B).z());
    q[0] = x;
    q[2] = height - lowest;
    update_kinematics(model, q, v, work);
    GroundSearch search(model, ground.surface);
    update_pads(model, ground, search.find(model, work, 0), {}, work, pads);
    for (const Pad& p : pads)
      if (p.grip != Grip::free) return &p;
    return nullptr;
  }
};

TEST(StickFriction, AnchorsWhereAPointTouchesAndLetsGoWhenItLeaves) {
  Corner c;
  EXPECT_EQ(c.pads.size(), 8u);
  EXPECT_EQ(c.moved_to(0, 0.01), nullptr);
  const Pad* pad = c.moved_to(0, -0.01);
  ASSERT_TRUE(pad);
  EXPECT_EQ(pad->grip, Grip::rubs);
  const Vec3 anchor = pad->p_W;
  c.moved_to(5e-3, -0.01);  // 1.5 N of 2 N
  EXPECT_EQ(pad->p_W, anchor);
  c.moved_to(20e-3, -0.01);
  EXPECT_NEAR(pad->p_W.x() - anchor.x(), 20e-3 - 2.0 / 300, 1e-12);
  EXPECT_EQ(c.moved_to(20e-3, 1e-4), nullptr);
}

}  // namespace
}  // namespace gambol::testing
