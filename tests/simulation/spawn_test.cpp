// Dormant figures, and cues that bring them in.

#include <gtest/gtest.h>

#include <algorithm>

#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

FigureSpec spawned_block(const std::string& name) {
  FigureSpec f;
  f.name = name;
  f.bodies = {box_body("body", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1))};
  f.bodies[0].collision = {box_shape(Vec3(0.1, 0.1, 0.1))};
  return f;
}

// One falls at once; two and three, which would be in its way, come in later.
MotionSpec pour(double every = 0.1) {
  MotionSpec m;
  m.integrator.step = 1e-3;
  for (const char* name : {"one", "two", "three"})
    m.figures.push_back(cast(spawned_block(name), Vec3(0, 0, 1)));
  m.figures[1].dormant = m.figures[2].dormant = true;
  m.world.collisions.self.clear();
  m.world.collisions.contact.stiffness = 1000;
  CueSpec c;
  c.name = "more";
  c.at = 0.3;
  c.spawn.emplace();
  c.spawn->figures = {"t*"};
  c.spawn->every = every;
  c.spawn->velocity = Vec3(2, 0, 0);
  m.cues = {c};
  return m;
}

TEST(Spawn, LeavesDormantFiguresAloneUntilTheirTime) {
  for (IntegrationMethod method : {IntegrationMethod::implicit, IntegrationMethod::euler,
                                   IntegrationMethod::rk4, IntegrationMethod::rkf45}) {
    MotionSpec m = pour();
    m.integrator.method = method;
    Simulator s(m);
    const Eigen::VectorXd q = s.state().figures[1].q;
    s.advance(0.29);
    EXPECT_TRUE(s.state().figures[1].dormant);
    EXPECT_LT((s.state().figures[1].q - q).norm(), 1e-14);
    EXPECT_EQ(s.state().figures[1].v.norm(), 0);
    EXPECT_NEAR(s.state().figures[0].q[2], 1 - 9.81 * 0.29 * 0.29 / 2, 2e-3)
        << "nothing in its way";
    EXPECT_EQ(s.state().figures[0].q[0], 0);
    s.advance(0.5);
    EXPECT_FALSE(s.state().figures[1].dormant);
    EXPECT_NEAR(s.state().figures[1].q[0], 2 * 0.2, 1e-9);
    EXPECT_NEAR(s.state().figures[1].q[2], 1 - 9.81 * 0.2 * 0.2 / 2, 2e-3);
    EXPECT_NEAR(s.state().figures[2].q[0], 2 * 0.1, 1e-9);
  }
}

TEST(Spawn, BringsFiguresInOneAfterTheOtherEachWithAMark) {
  Simulator s(pour());
  s.advance(1);
  std::vector<std::pair<std::string, double>> spawned;
  for (const Mark& mark : s.marks())
    if (mark.text == "spawned") spawned.push_back({mark.name, mark.time});
  ASSERT_EQ(spawned.size(), 2u);
  EXPECT_EQ(spawned[0].first, "two");
  EXPECT_NEAR(spawned[0].second, 0.3, 1e-9);
  EXPECT_EQ(spawned[1].first, "three");
  EXPECT_NEAR(spawned[1].second, 0.4, 1e-9);
}

TEST(Spawn, LetsFiguresCollideFromThenOn) {
  MotionSpec m = pour(0);
  m.cues[0].spawn->velocity.setZero();
  m.figures[2].at = Vec3(0.09, 0, 1);  // overlaps two
  Simulator s(m);
  s.advance(0.35);
  EXPECT_LT(s.state().figures[1].q[0], 0);
  EXPECT_GT(s.state().figures[2].q[0], 0.09);
}

TEST(Spawn, RefusesFiguresThatWouldComeInWithinTheGround) {
  MotionSpec m = pour();
  m.world.ground.emplace();
  EXPECT_NO_THROW(Simulator{m});
  m.figures[2].at.z() = -0.2;
  EXPECT_THROW(Simulator{m}, InputError);
}

TEST(Spawn, TellsPicturesWhenAFigureIsThere) {
  ShotSpec shot;
  shot.name = "pour";
  shot.motion = pour();
  shot.film.duration = shot.motion.simulate_until = 0.5;
  shot.film.fps = 20;
  const Poses poses = simulate(shot);
  ASSERT_EQ(poses.appears.size(), 3u);
  EXPECT_LT(poses.appears[0], 0);
  EXPECT_NEAR(poses.appears[1], 0.3, 1e-9);
  EXPECT_NEAR(poses.appears[2], 0.4, 1e-9);
  EXPECT_FALSE(poses.is_there(5, 1));
  EXPECT_TRUE(poses.is_there(6, 1));
  EXPECT_FALSE(poses.is_there(6, 2));
}

}  // namespace
}  // namespace gambol::testing
