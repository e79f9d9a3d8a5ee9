// Starts that are refused: figures in the ground, figures in each other.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "simulation/start_problems.h"
#include "support/figures.h"
#include "support/own_file.h"

namespace gambol::testing {
namespace {

using ::testing::HasSubstr;

ShapeSpec ball(double radius) {
  ShapeSpec s;
  s.shape.kind = ShapeKind::sphere;
  s.shape.radius = radius;
  return s;
}

FigureSpec solid(const std::string& name, const ShapeSpec& shape) {
  FigureSpec f;
  f.name = name;
  f.bodies = {box_body("body", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1))};
  f.bodies[0].collision = {shape};
  return f;
}

// Balls of 5 cm in a row, `apart` from each other, whose springs carry their weight (1 kg) within
// `give`.
MotionSpec row(int count, double apart, double give = 1e-3) {
  MotionSpec m = free_motion(solid("ball_0", ball(0.05)));
  for (int k = 1; k < count; ++k)
    m.figures.push_back(
        cast(solid("ball_" + std::to_string(k), ball(0.05)), Vec3(k * apart, 0, 0)));
  for (int k = 0; k < count; ++k) m.figures[k].place = {"row.yaml", k + 1, 3};
  m.world.collisions = CollisionsSpec();
  m.world.collisions.contact.scale = MassScale::none;
  m.world.collisions.contact.strength = 0;
  m.world.collisions.contact.stiffness = 9.81 / give;
  m.world.collisions.contact.max_depth = 1;
  return m;
}

std::string problems(const MotionSpec& m) {
  std::string all;
  try {
    Simulator s(m);
  } catch (const InputError& error) {
    for (const Problem& p : error.problems()) all += p.to_string() + '\n';
  }
  return all;
}

// Where a gait that leads the only figure places it is no problem, and takes long to find.
TEST(Start, IsCheckedWithoutAGaitThatLeadsTheOnlyFigure) {
  const MotionSpec led = load_shot(GAMBOL_SOURCE_DIR "/scenes/poda/poda_quadruped.yaml").motion;
  const auto gait_is_active = [](const MotionSpec& m) {
    return m.figures[0].controllers[0].active;
  };
  ASSERT_TRUE(gait_is_active(led));
  EXPECT_FALSE(gait_is_active(motion_to_check(led)));
  EXPECT_EQ(problems(motion_to_check(led)), "");
  MotionSpec two = led;
  two.figures.push_back(led.figures[0]);
  two.figures[1].name = "other";
  EXPECT_TRUE(gait_is_active(motion_to_check(two)));
}

TEST(Start, FiguresMayTouchAndPressTheirSprings) {
  EXPECT_EQ(problems(row(3, 0.11)), "");
  EXPECT_EQ(problems(row(3, 0.1)), "");
  EXPECT_EQ(problems(row(3, 0.099)), "") << "one weight";
}

TEST(Start, RefusesFiguresThatWouldThrowEachOtherAway) {
  EXPECT_EQ(problems(row(2, 0.078)),
            "row.yaml:2:3: figures[1].at: found ball_1.body 22 mm within ball_0.body, expected a "
            "start apart from it: they would throw each other away\n");
}

TEST(Start, RefusesDeepOverlapOfTheSoftestFigures) {
  EXPECT_EQ(problems(row(2, 0.08, 1)), "");
  EXPECT_EQ(problems(row(2, 0.07, 1)),
            "row.yaml:2:3: figures[1].at: found ball_1.body 30 mm within ball_0.body, expected a "
            "start apart from it\n");
  EXPECT_THAT(problems(row(2, 0, 1)), HasSubstr("ball_1.body 100 mm within ball_0.body"));
}

TEST(Start, ReportsEveryPairAndEveryFigureInTheGround) {
  MotionSpec m = row(3, 0.06, 1);
  m.world.ground.emplace();
  m.figures[2].at.z() = m.figures[1].at.z() = 0.06;
  m.figures[0].at.z() = 0.03;
  const std::string all = problems(m);
  EXPECT_THAT(all, HasSubstr("row.yaml:1:3: figures[0].at: found body 20 mm below the ground"));
  EXPECT_THAT(all, HasSubstr("row.yaml:2:3: figures[1].at: found ball_1.body"));
  EXPECT_THAT(all, HasSubstr("row.yaml:3:3: figures[2].at: found ball_2.body"));
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 3);
}

TEST(Start, RefusesAFigureThatIsBuriedInTheSoftestGround) {
  MotionSpec m = row(1, 0);
  m.world.ground.emplace();
  m.world.ground->contact = m.world.collisions.contact;
  m.world.ground->contact.stiffness = 1;
  m.figures[0].at.z() = -0.04;
  EXPECT_EQ(problems(m), "");
  m.figures[0].at.z() = -0.06;
  EXPECT_THAT(problems(m), HasSubstr("body 110 mm below the ground, expected a start above it\n"));
  m.world.ground->contact.stiffness = 1e6;
  EXPECT_THAT(
      problems(m),
      HasSubstr("expected a start above it: the ground would throw the figure into the air\n"));
}

TEST(Start, JudgesOnlyFiguresThatCollide) {
  MotionSpec m = row(2, 0.02);
  m.world.collisions.figures = {"ball_1"};
  EXPECT_EQ(problems(m), "");
  m = row(2, 0.02);
  for (CastSpec& c : m.figures) c.fixed_root = true;
  EXPECT_EQ(problems(m), "") << "what cannot move may stand as it likes";
  m.figures[0].fixed_root = false;
  EXPECT_THAT(problems(m), HasSubstr("throw each other away"));
}

TEST(Start, AFixedFigureMayStandInTheGround) {
  MotionSpec m = row(1, 0);
  m.world.ground.emplace();
  EXPECT_NE(problems(m), "");
  m.figures[0].fixed_root = true;
  EXPECT_EQ(problems(m), "");
}

TEST(Start, WithinAHollowMeshIsNoOverlap) {
  const std::string path = own_file(".obj");
  std::ofstream(path)
      << "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\n"
         "v -1 1 1\nf 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";
  ShapeSpec room;
  room.shape.kind = ShapeKind::mesh;
  room.shape.mesh = path;
  MotionSpec m = row(1, 0);
  m.figures.push_back(cast(solid("room", room)));
  EXPECT_EQ(problems(m), "");
}

TEST(Start, WhatAttachmentsHoldTogetherMayOverlap) {
  MotionSpec m = row(2, 0.07, 1);
  AttachmentSpec joint;
  joint.name = "joint";
  joint.a = "ball_0.body";
  joint.b = "ball_1.body";
  joint.a_at = Vec3(0.035, 0, 0);
  joint.b_at = Vec3(-0.035, 0, 0);
  joint.stiffness = 1;
  m.world.attachments = {joint};
  EXPECT_EQ(problems(m), "");
}

TEST(Start, FiguresThatBeginInAnotherShotStandElsewhere) {
  MotionSpec m = row(2, 0.02);
  auto from = std::make_shared<ShotSpec>();
  from->motion = row(2, 0.2);
  m.start_from = StartFromSpec();
  m.start_from->from = from;
  m.start_from->time = 0;
  EXPECT_EQ(problems(m), "");
}

}  // namespace
}  // namespace gambol::testing
