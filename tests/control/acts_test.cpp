// Acts of a controller of leg frames, and the choice of leaps, on scenes/dog/dog_leap.yaml.

#include "control/skills/acts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "control/skills/leap_plan.h"
#include "shot/controllers/controller_box.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol::testing {
namespace {

struct ActingDog {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/dog/dog_leap.yaml");
  const FigureSpec& figure = shot.motion.figures.front().figure;
  LegFramesSpec spec = *shot.motion.figures.front().controllers.front().kind.as<LegFramesSpec>();
  Model model = make_model(figure);
  // Legs in the order of the frames: front left and right, hind left and right.
  std::vector<std::size_t> legs = {0, 2, 1, 3};
  Acts acts() const {
    return Acts({spec, figure, model, legs, stride_plans(spec, figure, model, legs, {0.47, 0.45})});
  }
};

const ActStage& stage(const Acts& acts, const std::string& act, bool mirrored, std::size_t k) {
  return acts.at(acts.index(act), mirrored).stages.at(k);
}

TEST(Acts, MirrorImagesStepWithTheOtherLegs) {
  const ActingDog dog;
  const Acts acts = dog.acts();
  const ActStage &load = stage(acts, "leap", false, 0), &mirrored = stage(acts, "leap", true, 0);
  constexpr std::size_t hind_left = 2, hind_right = 3;
  ASSERT_TRUE(load.legs[hind_left].swing);
  EXPECT_FALSE(load.legs[hind_right].swing);
  EXPECT_TRUE(mirrored.legs[hind_right].swing);
  EXPECT_FALSE(mirrored.legs[hind_left].swing);
  EXPECT_EQ(load.plan.legs[hind_left].step, mirrored.plan.legs[hind_right].step);
  ASSERT_TRUE(load.until);
  EXPECT_EQ(load.until->down, (std::vector<std::size_t>{0, 1, hind_left, hind_right}));
}

TEST(Acts, MirrorImagesRollToTheOtherSide) {
  const ActingDog dog;
  const Acts acts = dog.acts();
  const auto &roll = *stage(acts, "get_up", false, 0).frames[0].roll,
             &mirrored = *stage(acts, "get_up", true, 0).frames[0].roll;
  ASSERT_NE(roll.at(0), 0);
  EXPECT_EQ(roll.at(0), -mirrored.at(0));
}

// Where a foot steps in a stage does not depend on the speed, unless the stage lands.
TEST(Acts, AStepAnswersTheSpeedOnlyAsItLands) {
  ActingDog dog;
  for (StrideSpec& gait : dog.spec.gaits)
    for (StrideLegSpec& leg : gait.legs) leg.placement_aside = 0.3;
  const Acts acts = dog.acts();
  int stands = 0, lands = 0;
  for (const ActStage& s : acts.at(acts.index("leap"), false).stages)
    for (std::size_t k = 0; k < s.legs.size(); ++k) {
      const StrideLeg& leg = s.plan.legs[k];
      const bool answers = leg.placement != 0;
      EXPECT_EQ(leg.placement_aside, answers ? 0.3 : 0);
      ++(answers ? lands : stands);
    }
  EXPECT_GT(stands, 0);
  EXPECT_GT(lands, 0);
}

TEST(Acts, AStepTakesItsPhases) {
  const ActingDog dog;
  const Acts acts = dog.acts();
  constexpr std::size_t hind_left = 2;
  const ActStage& under = stage(acts, "sit", false, 0);
  const StrideLeg& leg = under.plan.legs[hind_left];
  const double begins = (*under.legs[hind_left].swing)[0];
  const auto stands = [&](double phase) {
    return leg_state(leg.relative_phase, phase) < leg.duty_factor;
  };
  EXPECT_TRUE(stands(begins - 0.01));
  EXPECT_FALSE(stands(begins + 0.01));
  EXPECT_FALSE(stands(begins + (1 - leg.duty_factor) - 0.01));
  EXPECT_TRUE(stands(begins + (1 - leg.duty_factor) + 0.01));
}

TEST(Acts, OneThatIsAsAnotherHasItsStages) {
  const ActingDog dog;
  const Acts acts = dog.acts();
  const Act &sit = acts.at(acts.index("sit"), false), &lie = acts.at(acts.index("lie"), false);
  ASSERT_EQ(lie.stages.size(), sit.stages.size());
  EXPECT_EQ(lie.stages[1].duration, sit.stages[1].duration);
  EXPECT_EQ(sit.then, Act::stays);
  EXPECT_EQ(lie.then, acts.index("lie_from_sit"));
}

TEST(Acts, APhaseIsPassedOnce) {
  EXPECT_TRUE(passed_phase(0.5, 0.49, 0.51));
  EXPECT_FALSE(passed_phase(0.5, 0.51, 0.53));
  EXPECT_TRUE(passed_phase(0, 0.99, 0.01));
  EXPECT_TRUE(passed_phase(1.02, 0.01, 0.03));
  EXPECT_FALSE(passed_phase(0.5, 0.98, 0.01));
}

// Ground that is level but for heights from one distance to another.
struct Part {
  double from, to, height;
};
std::function<double(double)> ground(std::vector<Part> parts) {
  return [parts](double s) {
    for (const Part& p : parts)
      if (s >= p.from && s < p.to) return p.height;
    return 0.0;
  };
}

TEST(LeapPlan, SeesWhatLiesAhead) {
  const LeapPlanSpec spec;
  const LeapSight sight{0.44};
  EXPECT_FALSE(next_obstacle(spec, sight, ground({}), 10));
  EXPECT_FALSE(next_obstacle(spec, sight, ground({{3, 4, 0.05}}), 10)) << "a low step is none";

  const auto barrier = next_obstacle(spec, sight, ground({{3, 3.1, 0.3}}), 10);
  ASSERT_TRUE(barrier);
  EXPECT_NEAR(barrier->edge, 3, 0.03);
  EXPECT_NEAR(barrier->land, 3.1, 0.03);
  EXPECT_DOUBLE_EQ(barrier->height, 0.3);
  EXPECT_DOUBLE_EQ(barrier->rise, 0);

  const auto gap = next_obstacle(spec, sight, ground({{3, 4.2, -1}}), 10);
  ASSERT_TRUE(gap);
  EXPECT_NEAR(gap->land, 4.2, 0.03);
  EXPECT_DOUBLE_EQ(gap->height, 0);

  const auto platform = next_obstacle(spec, sight, ground({{3, 9, 0.25}}), 10);
  ASSERT_TRUE(platform);
  EXPECT_NEAR(platform->land, 3, 0.03);
  EXPECT_DOUBLE_EQ(platform->rise, 0.25);
}

// Two leaps, of which the second goes higher and farther at more effort.
ActingDog with_leaps() {
  ActingDog dog;
  const auto leap = [&](const std::string& name, double high, double distance, double effort) {
    ActSpec act = dog.spec.acts.back();
    act.name = name;
    act.leap = LeapSpec{{}, 1.2, high + 0.4, 0.5, distance, 0.4, effort, {}, {}};
    act.leap->rises.keys = {{0, 0}, {high, distance / 2 - 0.1}};
    act.leap->sinks.keys = {{0, distance}, {high, distance / 2 + 0.1}};
    dog.spec.acts.push_back(act);
  };
  leap("low", 0.3, 0.5, 1000);
  leap("high", 0.6, 1, 9000);
  return dog;
}

constexpr double speed = 1.2, half_stride = 0.3;

TEST(LeapPlan, ChoosesTheLeapThatFitsAtOnce) {
  const ActingDog dog = with_leaps();
  const Acts acts = dog.acts();
  const auto now = [&](const ObstacleAhead& obstacle) {
    const auto leap = choose_leap(LeapPlanSpec{}, acts, obstacle, speed, half_stride);
    return leap && leap->after == 0 ? leap->act : -1;
  };
  EXPECT_EQ(now({0.6, 0.9, 0, 0}), acts.index("low")) << "a gap of 30 cm";
  EXPECT_EQ(now({0.6, 1.3, 0, 0}), acts.index("high")) << "a gap of 70 cm";
  EXPECT_EQ(now({0.98, 1.02, 0.4, 0}), acts.index("high")) << "a barrier of 40 cm";
  EXPECT_EQ(now({0.98, 1.02, 0.6, 0}), -1) << "no leap goes so high";
  EXPECT_EQ(now({0.6, 2.5, 0, 0}), -1) << "no leap reaches so far";
  EXPECT_EQ(now({0.5, 0.8, 0, 0}), -1) << "too late: a foot would stand beyond the edge";
}

TEST(LeapPlan, ASlowerTrotTakesOffSooner) {
  const ActingDog dog = with_leaps();
  const Acts acts = dog.acts();
  LeapPlanSpec spec;
  const auto leap = [&](double edge, double at_speed) {
    return choose_leap(spec, acts, {edge, edge + 0.85, 0, 0}, at_speed, 0).has_value();
  };
  // 0.09 m/s less in 0.4 s are 3.6 cm.
  EXPECT_FALSE(leap(0.53, speed));
  EXPECT_TRUE(leap(0.53, speed - 0.09));
  EXPECT_FALSE(leap(0.53, speed - 0.11)) << "no leap begins at this speed";
}

TEST(LeapPlan, StretchesStridesToWhereALeapFits) {
  const ActingDog dog = with_leaps();
  const Acts acts = dog.acts();
  LeapPlanSpec spec;
  // The leap's middle over the barrier takes a way of 2 m, which is six half strides and two
  // thirds.
  const ObstacleAhead barrier{2.98, 3.02, 0.5, 0};
  const auto plain = choose_leap(spec, acts, barrier, speed, half_stride);
  EXPECT_FALSE(plain) << "between six and seven half strides";
  spec.most_stretch = 0.12;
  const auto stretched = choose_leap(spec, acts, barrier, speed, half_stride);
  ASSERT_TRUE(stretched);
  EXPECT_NEAR(stretched->after * half_stride * (1 + stretched->stretch), 2, 1e-9);
  EXPECT_LE(std::abs(stretched->stretch), spec.most_stretch);
  spec.stretch_weight = 1;
  const auto least = choose_leap(spec, acts, barrier, speed, half_stride);
  ASSERT_TRUE(least);
  EXPECT_EQ(least->after, 7) << "shorter strides by a twentieth, not longer ones by a ninth";
}

TEST(LeapPlan, SparesAWayForStridesThatAreNotAsTheyWere) {
  const ActingDog dog = with_leaps();
  const Acts acts = dog.acts();
  LeapPlanSpec spec;
  // The low leap is 2 cm longer than its margins, the high one half a metre.
  const ObstacleAhead gap{0.6, 0.93, 0, 0};
  const auto leap = [&] { return choose_leap(spec, acts, gap, speed, half_stride)->act; };
  EXPECT_EQ(leap(), acts.index("low"));
  spec.spare = 0.06;
  spec.spare_weight = 100;
  EXPECT_EQ(leap(), acts.index("high"));
}

TEST(LeapPlan, WaitsForASteadySpeedIfTheLeapFitsLaterToo) {
  const ActingDog dog = with_leaps();
  const Acts acts = dog.acts();
  LeapPlanSpec spec;
  spec.middle_weight = 1;
  spec.unsteady_weight = 1;
  const ObstacleAhead gap{0.9, 1.35, 0, 0};
  const auto after = [&](double change) {
    return choose_leap(spec, acts, gap, speed, half_stride, change)->after;
  };
  EXPECT_EQ(after(0), 0);
  EXPECT_EQ(after(0.5), 1);
  EXPECT_EQ(after(-0.5), 1) << "braking is not steady either";
}

TEST(LeapPlan, WaitsUntilItKnowsWhetherTheSpeedIsSteadyIfALeapFitsLaterToo) {
  const ActingDog dog = with_leaps();
  const Acts acts = dog.acts();
  LeapPlanSpec spec;
  spec.middle_weight = 1;
  spec.unsteady_weight = 1;
  const auto after = [&](const ObstacleAhead& gap) {
    return choose_leap(spec, acts, gap, speed, half_stride, std::nullopt)->after;
  };
  const ObstacleAhead fits_later_too{0.9, 1.35, 0, 0}, fits_at_once{0.6, 1.3, 0, 0};
  EXPECT_EQ(after(fits_later_too), 1);
  EXPECT_EQ(after(fits_at_once), 0) << "half a stride later no leap fits";
  spec.unsteady_weight = 0;
  EXPECT_EQ(after(fits_later_too), 0) << "it may be unsteady";
}

TEST(LeapPlan, HopsDownOnlyWhereTheGroundIsLower) {
  ActingDog dog = with_leaps();
  ActSpec hop = dog.spec.acts.back();
  hop.name = "hop";
  hop.leap->height = 0.5;
  hop.leap->drop = 0.2;
  hop.leap->rises.keys = {{0, 0}, {0.05, 0.1}};
  hop.leap->sinks.keys = {{0, 0.4}, {0.05, 0.3}};
  dog.spec.acts.push_back(hop);
  const Acts acts = dog.acts();
  const auto over = [&](double rise) {
    const auto leap = choose_leap(LeapPlanSpec{}, acts, {0.6, 0.62, 0, rise}, speed, half_stride);
    return leap ? leap->act : -1;
  };
  EXPECT_EQ(over(-0.3), acts.index("hop")) << "of least height";
  EXPECT_EQ(over(-0.1), acts.index("low"));
}

// The leaps of with_leaps(), whose heads rise by 30 and 60 cm from 70 cm to the middle of the way.
ActingDog with_heads() {
  ActingDog dog = with_leaps();
  for (ActSpec& act : dog.spec.acts) {
    if (!act.leap) continue;
    const double distance = act.leap->distance, high = act.leap->rises.keys.back().time;
    LeapWaySpec head;
    head.name = "head";
    head.heights.keys = {{0, 0.7}, {distance / 2, 0.7 + high}, {distance, 0.7}};
    act.leap->ways = {head};
  }
  return dog;
}

TEST(LeapPlan, LeapsAtATarget) {
  const ActingDog dog = with_heads();
  const Acts acts = dog.acts();
  LeapPlanSpec spec;
  LeapTargetSpec ball;
  ball.name = "ball";
  ball.by = "head";
  ball.within = 0.05;
  const auto at = [&](double way, double height) {
    return choose_leap_at(spec, ball, acts, {way, height}, {}, speed, half_stride);
  };
  // `run` is half a metre; the middles of the ways lie 0.25 and 0.5 m beyond it.
  const auto low = at(0.75, 1), high = at(1, 1.3);
  ASSERT_TRUE(low);
  EXPECT_EQ(low->act, acts.index("low"));
  EXPECT_EQ(low->after, 0);
  ASSERT_TRUE(high);
  EXPECT_EQ(high->act, acts.index("high"));
  EXPECT_EQ(high->after, 0);
  EXPECT_FALSE(at(1, 1.5)) << "too high";
  EXPECT_FALSE(at(0.5, 1.3)) << "too near";
  const auto later = at(1 + 3 * half_stride, 1.3);
  ASSERT_TRUE(later);
  EXPECT_EQ(later->after, 3);
  LeapTargetSpec by_tail = ball;
  by_tail.by = "tail";
  EXPECT_FALSE(choose_leap_at(spec, by_tail, acts, {1, 1.3}, {}, speed, half_stride))
      << "no leap says where its tail goes";
}

TEST(LeapPlan, LeapsAtATargetBehindAnObstacleOnlyOverIt) {
  const ActingDog dog = with_heads();
  const Acts acts = dog.acts();
  LeapTargetSpec ball;
  ball.name = "ball";
  ball.by = "head";
  ball.within = 0.05;
  const auto behind = [&](const ObstacleAhead& bar) {
    return choose_leap_at({}, ball, acts, {1, 1.3}, bar, speed, half_stride).has_value();
  };
  EXPECT_TRUE(behind({0.94, 0.98, 0.4, 0}));
  EXPECT_FALSE(behind({0.6, 0.64, 0.4, 0})) << "the feet are not high enough there";
  EXPECT_TRUE(behind({1.2, 1.24, 0.6, 0})) << "it lies beyond the ball";
}

}  // namespace
}  // namespace gambol::testing
