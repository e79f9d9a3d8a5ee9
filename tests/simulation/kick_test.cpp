// Velocities that cues give to figures, bodies and joints.

#include <gtest/gtest.h>

#include "dynamics/momentum.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// A block with an arm and a slide, in free flight.
FigureSpec arm() {
  FigureSpec f;
  f.name = "arm";
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(0.5, 0.5, 0.5)),
              box_body("b", "a", Vec3(0.3, 0, 0), Vec3(0.5, 0.1, 0.1), Vec3(0.25, 0, 0)),
              box_body("c", "a", Vec3(0, 0.4, 0), Vec3(0.2, 0.2, 0.2))};
  f.bodies[2].joint.type = JointType::prismatic;
  return f;
}

MotionSpec kicked(const KickSpec& kick) {
  MotionSpec m = free_motion(arm());
  CueSpec cue;
  cue.name = "kick";
  cue.at = 0;
  cue.kick = kick;
  cue.kick->figures = {"arm"};
  m.cues = {cue};
  return m;
}

// A microsecond after the start.
FigureState soon(const MotionSpec& m) {
  Simulator s(m);
  s.advance(1e-6);
  return s.state().figures[0];
}

TEST(Kick, GivesJointsRatesAndLeavesTheRestAlone) {
  KickSpec kick;
  kick.rates = {{Place(), "b", 3}, {Place(), "c", -0.2}};
  const FigureState f = soon(kicked(kick));
  EXPECT_NEAR(f.v[6], 3, 1e-4);
  EXPECT_NEAR(f.v[7], -0.2, 1e-4);
  EXPECT_LT(f.v.head<6>().norm(), 1e-4);
}

TEST(Kick, LeavesWhatIsNotDynamicAlone) {
  KickSpec kick;
  kick.velocity = Vec3(1, 2, 3);
  kick.rates = {{Place(), "*", 3}};
  MotionSpec m = kicked(kick);
  m.figures[0].fixed_root = true;
  m.figures[0].figure.bodies[1].joint.drive = Drive::hold;
  const FigureState f = soon(m);
  EXPECT_EQ(f.v.head<6>().norm(), 0);
  EXPECT_EQ(f.v[6], 0);
  EXPECT_NEAR(f.v[7], 3, 1e-4);
}

TEST(Kick, AddsVelocityAndSpinToTheWholeFigure) {
  KickSpec kick;
  kick.velocity = Vec3(1, 2, 3);
  kick.spin = Vec3(0, 0, 4);
  const FigureState f = soon(kicked(kick));
  EXPECT_LT((f.v.segment<3>(3) - Vec3(1, 2, 3)).norm(), 1e-4);
  EXPECT_LT((f.v.head<3>() - Vec3(0, 0, 4)).norm(), 1e-4);
}

TEST(Kick, OfABodyMovesTheFigureWithTheMomentumOfOneImpulse) {
  KickSpec kick;
  kick.body = "b";
  kick.velocity = Vec3(0.1, 2, 0.3);
  const MotionSpec m = kicked(kick);
  Simulator s(m);
  s.advance(1e-6);
  const Model& model = s.figures()[0]->model();
  Workspace work(model);
  update_kinematics(model, s.state().figures[0].q, s.state().figures[0].v, work);
  const BodyWork& b = work.bodies[1];
  EXPECT_LT((point_velocity(b, model.bodies[1].mass.com) - kick.velocity).norm(), 1e-4);
  const Momentum got = momentum(model, work);
  const Vec3 com = b.X_WB.R * model.bodies[1].mass.com + b.X_WB.p;
  EXPECT_LT((got.angular - com.cross(got.linear)).norm(), 1e-4);
  EXPECT_GT(s.state().figures[0].v.head<6>().norm(), 0.01);  // the root gives way
}

// For a figure of one body both kicks are the same.
TEST(Kick, OfTheOnlyBodyIsThatOfItsFigure) {
  KickSpec kick;
  kick.velocity = Vec3(1, 2, 3);
  kick.spin = Vec3(4, 5, 6);
  kick.velocity_spread = Vec3(0.5, 0, 0);
  MotionSpec m = kicked(kick);
  m.figures[0].figure.bodies.resize(1);
  const FigureState whole = soon(m);
  m.cues[0].kick->body = "a";
  EXPECT_GT(whole.v.norm(), 8);
  EXPECT_LT((soon(m).v - whole.v).norm(), 1e-9);
}

}  // namespace
}  // namespace gambol::testing
