// What the human of figures/human does on ground that rises across its way: soles lie along it,
// hips are not lowered, and feet come down farther down. On an edge across its sole a foot is
// level.

#include <gtest/gtest.h>

#include <cmath>

#include "control/skills/posture.h"
#include "control/skills/sole_balance.h"
#include "control/skills/sole_ground.h"
#include "control/standing_figure.h"
#include "geometry/height_field.h"

namespace gambol::testing {
namespace {

using namespace skills;

// 4 m to 4 m of ground.
HeightField ground_of(auto&& height) {
  constexpr int points = 201;
  constexpr double spacing = 0.02;  // m
  std::vector<double> z;
  for (int i = 0; i < points * points; ++i)
    z.push_back(height((i % points - (points - 1) / 2) * spacing,
                       (i / points - (points - 1) / 2) * spacing));
  return HeightField(points, points, spacing, Vec3::Zero(), z);
}

constexpr double slope = 0.1051;  // 6 degrees

// It stands with all joints at 0, the left foot in the last tenth of its swing.
struct SlopingHuman : StandingFigure {
  Sense sensed = sense();
  Soles soles{spec, body};
  Seen seen;
  Wanted wanted;
  std::vector<LegStep> legs{body.legs.size()};

  // `heading`: rad, of it and of its way.
  explicit SlopingHuman(const HeightField* terrain, double heading = 0)
      : StandingFigure("human/human_walk.yaml", Vec3(0, 0, heading)), seen(seen_on(terrain)) {
    const StridePlan& walk = gait("walk");
    const std::size_t left = named("left");
    const double state = walk.legs[left].duty_factor + 0.9 * (1 - walk.legs[left].duty_factor);
    const double phase = state + walk.legs[left].relative_phase + 1;
    wanted = by(seen, walk, phase - std::floor(phase), 1.3);
    const Mat3 turn = turn_to(heading, 0);
    wanted.heading = wanted.goal_facing = heading;
    wanted.velocity = turn * wanted.velocity;
    wanted.frames[0].velocity = turn * wanted.frames[0].velocity;
    for (std::size_t k = 0; k < legs.size(); ++k) {
      legs[k].duty = walk.legs[k].duty_factor;
      legs[k].stance_time = legs[k].duty * wanted.period;
      legs[k].state = 0.3 * legs[k].duty;
      legs[k].aim = seen.legs[k].foot;
      legs[k].down = seen.legs[k].foot.z();
    }
    legs[left].state = state;
    legs[left].swing = 0.9;
  }
  Seen seen_on(const HeightField* terrain) {
    sensed.ground.terrain = terrain;
    return see(sensed);
  }
  Stepping now() const { return {seen, wanted, legs}; }
  double ankle(const std::string& name) const {
    const Aims aims = Postures(spec, body, &soles, tick).legs(now());
    for (int i = root_dofs; i < model.nv(); ++i)
      if (model.means(name, i)) return aims.angles[i];
    throw std::runtime_error(name);
  }
  Vec3 foothold() const {
    const SoleBalance balance(spec, body, soles);
    return balance.captured(now(), named("left"), 0.05, Vec3::Zero());
  }
};

TEST(SideSlope, SolesLieAlongIt) {
  const HeightField level = ground_of([](double, double) { return 0.0; });
  const SlopingHuman flat(&level);
  EXPECT_EQ(flat.ankle("left_talus.r2"), SlopingHuman(nullptr).ankle("left_talus.r2"))
      << "the same to the bit";
  for (const double rise : {slope, -slope}) {
    const HeightField side = ground_of([&](double, double y) { return rise * y; });
    const SlopingHuman human(&side);
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_NEAR(human.soles.ground_roll(human.now(), k), std::atan(rise), 1e-9);
      EXPECT_NEAR(human.soles.ground_pitch(human.now(), k), 0, 1e-9);
    }
    // The second axes evert by positive angles. Legs reach to other heights as well.
    constexpr double about = 0.02;
    EXPECT_NEAR(human.ankle("left_talus.r2") - flat.ankle("left_talus.r2"), std::atan(rise), about);
    EXPECT_NEAR(human.ankle("right_talus.r2") - flat.ankle("right_talus.r2"), -std::atan(rise),
                about);
  }
}

TEST(SideSlope, TheNormalOfASoleIsThatOfTheGroundIfItRisesAlongTheWayAsWell) {
  const HeightField ground = ground_of([](double x, double y) { return 0.2 * x - 0.3 * y; });
  const SlopingHuman human(&ground);
  const double pitch = human.soles.ground_pitch(human.now(), 0);
  const double roll = human.soles.ground_roll(human.now(), 0);
  const Vec3 normal =
      turn_to(0, pitch) * (rotation_about(Vec3::UnitX(), roll) * Vec3(Vec3::UnitZ()));
  EXPECT_LT((normal - Vec3(-0.2, 0.3, 1).normalized()).norm(), 1e-9);
}

TEST(SideSlope, AFootOnAnEdgeIsLevel) {
  const SlopingHuman human(nullptr);
  const Vec3 foot = human.seen.legs[human.named("right")].foot;
  const HeightField step =
      ground_of([&](double, double y) { return y > foot.y() + 0.01 ? 0.1 : 0.0; });
  const SlopingHuman beside(&step);
  EXPECT_EQ(beside.soles.ground_roll(beside.now(), beside.named("right")), 0);
  const HeightField stair = ground_of([&](double x, double) { return x > foot.x() ? 0.1 : 0.0; });
  const SlopingHuman before(&stair);
  EXPECT_EQ(before.soles.ground_pitch(before.now(), before.named("right")), 0);
}

// A foot that swings lies along the ground where it is to come down, not along what it passes.
TEST(SideSlope, AFootThatSwingsLiesAlongTheGroundToWhichItGoes) {
  const HeightField ground =
      ground_of([](double x, double y) { return x > 0.3 ? slope * y : -slope * y; });
  const SlopingHuman human(&ground);
  const std::size_t left = human.named("left");
  const Footfalls plan{{.leg = left, .after = 0.1, .place = Vec3(0.6, 0.1, 0)}};
  const Stepping now{human.seen, human.wanted, human.legs, plan};
  EXPECT_NEAR(human.soles.ground_roll(now, left), std::atan(slope), 1e-9);
  EXPECT_NEAR(human.soles.ground_roll(now, human.named("right")), -std::atan(slope), 1e-9);
}

// Where a foot comes down on ground that rises to the left of a way along a heading, in its axes.
Vec3 foothold_along(double heading) {
  const Mat3 turn = turn_to(heading, 0);
  const HeightField ground =
      ground_of([&](double x, double y) { return slope * (turn.transpose() * Vec3(x, y, 0)).y(); });
  SlopingHuman human(&ground, heading);
  human.seen.legs[human.named("left")].load = 0;
  StepsMemory memory;
  memory.legs.resize(2);
  for (StepsMemory::Leg& leg : memory.legs) leg.begun = true;
  StepsMemory::Leg& left = memory.legs[human.named("left")];
  left.swings = left.asked = true;
  left.from = human.seen.legs[human.named("left")].foot;
  left.heading = heading;
  const SoleBalance balance(human.spec, human.body, human.soles);
  const skills::Steps::Out out =
      skills::Steps(human.spec, human.body, &balance, tick).run({human.seen, human.wanted}, memory);
  return turn.transpose() * out.footfalls.front().place;
}

TEST(SideSlope, IsAcrossWhicheverWayItGoes) {
  const Vec3 ahead = foothold_along(0);
  for (const double heading : {0.7, M_PI / 2, -2.0})
    EXPECT_NEAR((foothold_along(heading) - ahead).head<2>().norm(), 0, 2e-3) << heading;
}

TEST(SideSlope, HipsAreLoweredByTheSlopeAlongTheWayAlone) {
  const SlopingHuman human(nullptr);
  const PressedSoleSpec& sole = *human.spec.sole;
  ASSERT_GT(sole.lowers, 0);
  const Vec3 hips(0.1, 0.05, 0.9);
  const HeightField along = ground_of([](double x, double) { return slope * x; });
  const GroundSurface rising{0, &along};
  EXPECT_NEAR(ground_around(sole, rising, hips, Vec3::UnitX()),
              slope * hips.x() - sole.lowers * slope, 1e-9);
  EXPECT_NEAR(ground_around(sole, rising, hips, Vec3::UnitY()), slope * hips.x(), 1e-9);
}

TEST(SideSlope, FeetComeDownFartherDown) {
  for (const double rise : {slope, -slope}) {
    const HeightField side = ground_of([&](double, double y) { return rise * y; });
    SlopingHuman human(&side);
    ASSERT_GT(human.spec.sole->downhill, 0);
    const double with = human.foothold().y();
    const double far = human.spec.sole->downhill * rise;
    human.spec.sole->downhill = 0;
    EXPECT_NEAR(human.foothold().y() - with, far, 1e-9);
  }
}

}  // namespace
}  // namespace gambol::testing
