// Sticky pads: the force of one, its derivatives, when it breaks.

#include "contact/answer/pads.h"

#include <gtest/gtest.h>

#include "support/figures.h"

namespace gambol::testing {
namespace {

PadLaw soft_pads() {
  PadLaw law;
  law.strength = 2;
  law.rise = 30;
  law.damping = 4;
  law.break_force = 1;
  law.pull_force = 0.3;
  law.break_friction = 0.5;
  return law;
}
Pad pad_at(const Vec3& p_W, const Vec3& normal) {
  Pad pad;
  pad.grip = Grip::stuck;
  pad.p_W = p_W;
  pad.normal = normal.normalized();
  return pad;
}
Vec3 force_at(const PadLaw& law, const Pad& pad, const Vec3& p, const Vec3& velocity) {
  const Frame X{Mat3::Identity(), p};
  return pad_reaction(law, pad, pad_stretch(pad, X), velocity, 0).force;
}

TEST(Pads, PullTowardsTheirAnchorAsTheirSpringSays) {
  const Pad pad = pad_at(Vec3(0.1, 0, 0), Vec3::UnitZ());
  const Vec3 f = force_at(soft_pads(), pad, Vec3(0.07, 0.04, 0), Vec3(0, 1, 0));
  const double tension = 2 * std::expm1(30 * 0.05);
  EXPECT_LT((f - Vec3(0.6 * tension, -0.8 * tension - 4, 0)).norm(), 1e-12);
}

TEST(Pads, LeaveToTheGroundWhatIsPressedIntoIt) {
  const Pad pad = pad_at(Vec3::Zero(), Vec3(1, 0, 2));
  const Vec3 n = pad.normal;
  const Vec3 along = Vec3(2, 0, -1).normalized();
  const PadLaw law = soft_pads();
  EXPECT_LT(force_at(law, pad, -0.03 * n, 5 * n).norm(), 1e-12);
  EXPECT_NEAR(force_at(law, pad, -0.03 * n + 0.01 * along, Vec3::Zero()).dot(n), 0, 1e-12);
  EXPECT_NEAR(force_at(law, pad, 0.03 * n, Vec3::Zero()).dot(n), -2 * std::expm1(0.9), 1e-12);
}

// The implicit force is that at the end of the step, to first order.
TEST(Pads, AreLinearisedAsTheyAre) {
  const PadLaw law = soft_pads();
  const Pad pad = pad_at(Vec3(0.01, 0.02, 0), Vec3(0.2, -0.1, 1));
  Draw draw(2);
  for (const Vec3& p :
       {Vec3(0.03, 0.01, -0.05), Vec3(-0.01, 0.05, 0.06), Vec3(0.01, 0.02, -0.01)}) {
    const Frame X{Mat3::Identity(), p};
    const PadStretch stretch = pad_stretch(pad, X);
    const double h = 1e-5;
    const Vec3 velocity = draw.vec(1), a = draw.vec(100);
    const PointReaction r = pad_reaction(law, pad, stretch, velocity, h);
    const Vec3 exact = force_at(law, pad, p + h * velocity + h * h * a, velocity + h * a);
    EXPECT_LT((r.force - r.D * a - exact).norm(), 3e-5) << p.transpose();
    EXPECT_LT((r.D - r.D.transpose()).norm(), 1e-15);
  }
}

TEST(Pads, BreakByShearUnlessPressedAndByPull) {
  const PadLaw law = soft_pads();
  const Pad pad = pad_at(Vec3::Zero(), Vec3::UnitZ());
  const auto broken = [&](const Vec3& p, double load) {
    return load < load_to_hold(law, pad, pad_stretch(pad, {Mat3::Identity(), p}));
  };
  const double one = std::log1p(0.5) / 30;    // stretch of a tension of 1 N
  const double pull = std::log1p(0.15) / 30;  // of 0.3 N
  EXPECT_FALSE(broken(Vec3(0.999 * one, 0, -0.1), 0));
  EXPECT_TRUE(broken(Vec3(1.001 * one, 0, -0.1), 0));
  EXPECT_FALSE(broken(Vec3(1.001 * one, 0, -0.1), 0.1));
  EXPECT_FALSE(broken(Vec3(0, 0, 0.999 * pull), 0));
  EXPECT_TRUE(broken(Vec3(0, 0, 1.001 * pull), 0));
  EXPECT_FALSE(broken(Vec3::Zero(), 0));
}

TEST(Pads, AreTheContactPointsOfFeet) {
  FigureSpec f;
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(1, 1, 1)),
              box_body("b", "a", Vec3::Zero(), Vec3(1, 1, 1)),
              box_body("c", "b", Vec3::Zero(), Vec3(1, 1, 1))};
  for (BodySpec& b : f.bodies) b.collision = b.inertia;
  LegSpec left, right;
  left.feet = {"c"};
  right.feet = {"b"};
  f.legs = {left, right};
  const Model model = make_model(f);
  EXPECT_EQ(model.foot_points, 16);
  EXPECT_EQ(model.contact_points, 24);
  EXPECT_EQ(model.bodies[0].leg, -1);
  EXPECT_EQ(model.bodies[0].first_pad, 16);
  EXPECT_EQ(model.bodies[2].first_pad, 0);
  EXPECT_EQ(model.bodies[2].leg, 0);
  EXPECT_EQ(model.bodies[1].first_pad, 8);
}

TEST(Pads, CanBeSomePointsOfSomeFeet) {
  FigureSpec f;
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(1, 1, 1)),
              box_body("b", "a", Vec3::Zero(), Vec3(1, 1, 1)),
              box_body("c", "b", Vec3::Zero(), Vec3(1, 1, 1))};
  for (BodySpec& b : f.bodies) b.collision = b.inertia;
  LegSpec leg;
  leg.feet = {"b", "c"};
  leg.pads.emplace() = {FootPadSpec{Place(), "c", Vec3(0.5, 0.5, 0.5), 1.1}};
  f.legs = {leg};
  const Model model = make_model(f);
  EXPECT_EQ(model.foot_points, 16);
  EXPECT_TRUE(model.bodies[0].sticks.empty());
  EXPECT_EQ(model.bodies[1].sticks, std::vector<char>(8, 0));
  int n = 0;
  for (std::size_t k = 0; k < 8; ++k) {  // that corner, and those at an edge's distance
    const Vec3& p = model.bodies[2].contacts[k].p_B;
    const bool near = (p - Vec3(0.5, 0.5, 0.5)).norm() < 1.1;
    EXPECT_EQ(model.bodies[2].sticks[k] != 0, near);
    n += near;
  }
  EXPECT_EQ(n, 4);
}

}  // namespace
}  // namespace gambol::testing
