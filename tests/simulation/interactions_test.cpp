// Forces between bodies: attachments, breaks, attraction.

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

FigureSpec block(const std::string& name, double size = 0.1) {
  FigureSpec f;
  f.name = name;
  f.bodies = {box_body("body", "", Vec3::Zero(), Vec3(size, size, size))};  // 1 kg at 0.1 m
  return f;
}

AttachmentSpec spring(const std::string& a, const std::string& b) {
  AttachmentSpec s;
  s.name = "spring";
  s.a = a;
  s.b = b;
  s.stiffness = 100;
  return s;
}

MotionSpec two_blocks(IntegrationMethod method) {
  MotionSpec m = free_motion(block("one"));
  m.figures.push_back(cast(block("two"), Vec3(0.5, 0, 0)));
  m.integrator.method = method;
  return m;
}

Momentum total(const Simulator& s) {
  Momentum sum;
  for (std::size_t f = 0; f < s.figures().size(); ++f) {
    const Model& model = s.figures()[f]->model();
    Workspace work(model);
    update_kinematics(model, s.state().figures[f].q, s.state().figures[f].v, work);
    const Momentum m = momentum(model, work);
    sum.linear += m.linear;
    sum.angular += m.angular;
    sum.kinetic += m.kinetic;
  }
  return sum;
}

// A stiff spring between two limbs of a millionth of the trunk's mass: whatever the step, it gives
// no momentum (1 N*s would be that of a force on one limb alone in a step), adds no energy, and
// holds them together.
TEST(Attachments, BetweenLightLimbsOfOneFigureGiveNoMomentum) {
  FigureSpec f = block("one");
  for (const double y : {0.1, -0.1}) {
    const std::string name = y > 0 ? "left" : "right";
    BodySpec limb =
        box_body(name, "body", Vec3(0.1, y, 0), Vec3(0.1, 0.01, 0.01), Vec3(0.05, 0, 0));
    limb.density = 0.1;
    limb.joint.axis = Vec3::UnitZ();
    f.bodies.push_back(limb);
  }
  MotionSpec m = free_motion(f);
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 1e-3;
  AttachmentSpec s = spring("one.left", "one.right");
  s.a_at = s.b_at = Vec3(0.1, 0, 0);
  s.stiffness = 1e4;
  s.length = 0.1;
  m.world.attachments = {s};
  Simulator simulator(m);
  double most = 0;
  for (int k = 0; k < 200; ++k) {
    simulator.advance(1e-3 * (k + 1));
    most = std::max(most, total(simulator).kinetic);
    ASSERT_LT(total(simulator).linear.norm(), 1e-4) << k;
  }
  EXPECT_LT(most, 0.5 * s.stiffness * 0.1 * 0.1);
  const auto& q = simulator.state().figures[0].q;
  EXPECT_NEAR(q[q.size() - 2], -q[q.size() - 1], 1e-6) << "bent towards each other alike";
  EXPECT_NEAR(0.2 + 2 * 0.1 * std::sin(q[q.size() - 2]), s.length, 1e-3);
}

// Two masses m on a spring k: the distance swings with omega = sqrt(2 k / m).
TEST(Attachments, SwingTwoBodiesAboutEachOther) {
  MotionSpec m = two_blocks(IntegrationMethod::rkf45);
  m.world.attachments = {spring("one.body", "two.body")};
  m.world.attachments[0].length = 0.4;
  Simulator s(m);
  const double mass = s.figures()[0]->model().mass, omega = std::sqrt(2 * 100 / mass);
  s.advance(0.3);
  const double distance = s.state().figures[1].q[0] - s.state().figures[0].q[0];
  EXPECT_NEAR(distance, 0.4 + 0.1 * std::cos(omega * 0.3), 1e-7);
  EXPECT_NEAR(s.state().figures[0].q[0] + s.state().figures[1].q[0], 0.5, 1e-9);
}

class AttachmentsBy : public ::testing::TestWithParam<IntegrationMethod> {};

TEST_P(AttachmentsBy, KeepMomentum) {
  MotionSpec m = two_blocks(GetParam());
  m.integrator.step = 1e-3;
  AttachmentSpec a = spring("one.body", "two.body");
  a.a_at = Vec3(0.05, 0.05, -0.03);
  a.b_at = Vec3(-0.05, 0.02, 0.05);
  a.stiffness = 4000;  // stiff against a millisecond: the implicit terms weigh more than the bodies
  a.damping = 20;
  a.strength = 2;
  a.rise = 8;
  m.world.attachments = {a};
  Simulator s(m);
  s.state().figures[0].v << 1, -2, 0.5, 0.3, 0.2, -0.1;
  s.state().figures[1].v << -1, 0.5, 0.2, -0.2, 0.4, 0.3;
  const Momentum before = total(s);
  s.advance(0.5);
  const Momentum after = total(s);
  const double size = 6.0;  // kg m/s: what the spring passes to and fro
  EXPECT_LT((after.linear - before.linear).norm(), 5e-3 * size);
  // About Wo; a first-order method pulls along a line that has turned since.
  EXPECT_LT((after.angular - before.angular).norm(), 3e-2 * size);
  EXPECT_LT(after.kinetic, before.kinetic + 0.5 * 4000 * 0.5 * 0.5);
}

INSTANTIATE_TEST_SUITE_P(Methods, AttachmentsBy,
                         ::testing::Values(IntegrationMethod::implicit, IntegrationMethod::rk4,
                                           IntegrationMethod::rkf45, IntegrationMethod::bdf));

TEST(Attachments, HangABodyFromTheWorldAtItsWeight) {
  MotionSpec m = free_motion(block("one"));
  m.world.gravity = Vec3(0, 0, -9.81);
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 1e-3;
  AttachmentSpec cord = spring("body", "world");
  cord.b_at = Vec3(0, 0, 1);
  cord.length = 0.9;
  cord.damping = 10;
  cord.slack = true;
  m.world.attachments = {cord};
  Simulator s(m);
  s.advance(8);
  const double stretch = 1 - s.state().figures[0].q[2] - 0.9;
  EXPECT_NEAR(stretch, s.figures()[0]->model().mass * 9.81 / 100, 1e-6);
}

TEST(Attachments, PushOnlyIfTheyAreNoCord) {
  for (bool slack : {false, true}) {
    MotionSpec m = two_blocks(IntegrationMethod::rkf45);
    m.world.attachments = {spring("one.body", "two.body")};
    m.world.attachments[0].length = 0.6;
    m.world.attachments[0].slack = slack;
    Simulator s(m);
    s.advance(0.05);
    EXPECT_EQ(s.state().figures[0].q[0] < -1e-6, !slack);
  }
}

TEST(Attachments, BreakWhenPulledTooFarAndStayBroken) {
  MotionSpec m = two_blocks(IntegrationMethod::rkf45);
  m.world.attachments = {spring("one.body", "two.body")};
  m.world.attachments[0].length = 0.5;
  m.world.attachments[0].break_length = 0.02;
  m.integrator.max_step = 1e-4;
  CueSpec after;
  after.name = "gone";
  after.when = "spring broken + 20 ms";
  m.cues = {after};
  Simulator s(m);
  s.state().figures[1].v[3] = 1;  // away from the other
  s.advance(0.2);
  ASSERT_EQ(s.marks().size(), 2u);
  EXPECT_EQ(s.marks()[0].name, "spring");
  EXPECT_EQ(s.marks()[0].text, "broken");
  EXPECT_NEAR(s.marks()[0].time, 0.0204, 5e-4);  // the spring slows the parting a little
  EXPECT_EQ(s.marks()[1].name, "gone");
  EXPECT_NEAR(s.marks()[1].time - s.marks()[0].time, 0.02, 1e-9);
  EXPECT_TRUE(s.state().attachments[0].broken);
  const double speed = s.state().figures[1].v[3];
  s.advance(0.3);
  EXPECT_DOUBLE_EQ(s.state().figures[1].v[3], speed);
}

TEST(Attachments, AreAttachedAndDetachedByCues) {
  MotionSpec m = two_blocks(IntegrationMethod::rkf45);
  m.world.attachments = {spring("one.body", "two.body")};
  m.world.attachments[0].on = false;
  CueSpec on, off;
  on.name = "on";
  on.at = 0.1;
  on.attach = {"spr*"};
  off.name = "off";
  off.after = "on + 0.1 s";
  off.detach = {"spring"};
  m.cues = {on, off};
  Simulator s(m);
  s.advance(0.1);
  EXPECT_EQ(s.state().figures[0].v[3], 0);
  s.advance(0.2);
  const double speed = s.state().figures[0].v[3];
  EXPECT_GT(speed, 0.1);
  s.advance(0.3);
  EXPECT_EQ(s.state().figures[0].v[3], speed);
  EXPECT_FALSE(s.state().attachments[0].broken);
}

// Seed 003 Eq. 79: two equal masses on a circle about each other.
TEST(Attraction, KeepsACircularOrbit) {
  MotionSpec m = two_blocks(IntegrationMethod::rkf45);
  m.figures[1].at = Vec3(2, 0, 0);
  m.integrator.tolerance = 1e-12;
  m.world.attraction = 1;
  Simulator s(m);
  const double mass = s.figures()[0]->model().mass;
  const double omega = std::sqrt(2 * mass / 8);  // G (m + m) / r^3
  s.state().figures[0].v[4] = -omega;            // 1 m from the centre of both
  s.state().figures[1].v[4] = omega;
  const double period = 2 * 3.14159265358979 / omega;
  s.advance(period / 4);
  const auto distance = [&] {
    return (s.state().figures[0].q.head<3>() - s.state().figures[1].q.head<3>()).norm();
  };
  EXPECT_NEAR(distance(), 2, 1e-6);
  EXPECT_NEAR(s.state().figures[1].q[1], 1, 1e-6);
  s.advance(period);
  EXPECT_NEAR(distance(), 2, 1e-5);
  EXPECT_LT((s.state().figures[1].q.head<3>() - Vec3(2, 0, 0)).norm(), 1e-4);
}

}  // namespace
}  // namespace gambol::testing
