// How the human of figures/human runs: it brakes before its run gives way to a walk, with lower
// hips, and its feet pass beside each other.

#include <gtest/gtest.h>

#include <cmath>

#include "control/skills/gait_choice.h"
#include "control/skills/sole_balance.h"
#include "control/standing_figure.h"

namespace gambol::testing {
namespace {

using namespace skills;

struct RunningHuman : StandingFigure {
  RunningHuman() : StandingFigure("human/human_run.yaml") {}
  const StrideSpec& run_spec() const {
    for (const StrideSpec& gait : spec.gaits)
      if (gait.name == "run") return gait;
    throw std::runtime_error("run");
  }
};

TEST(GaitChoice, GivesNoWayToAWalkBeforeItHasBraked) {
  const RunningHuman human;
  const StrideSwitchSpec& fall = *human.run_spec().to_slower;
  ASSERT_TRUE(fall.brakes_to);
  const GaitChoice choice(human.spec, human.figure, human.model, human.body.legs_of_figure(),
                          human.body.heights());
  const double slow = fall.speed - 0.1, braked = *fall.brakes_to;
  const auto flies_on = [&](const GaitChoice::Speeds& speeds) {
    StrideMemory memory;
    choice.choose({3, 3, 3}, 0, true, memory);
    EXPECT_TRUE(choice.flies(memory));
    choice.choose(speeds, 1, false, memory);
    return choice.flies(memory);
  };
  EXPECT_TRUE(flies_on({slow, fall.speed + 0.5, 0})) << "it is told to stop";
  EXPECT_FALSE(flies_on({slow, braked - 0.01, 0})) << "it has braked";
  EXPECT_TRUE(flies_on({slow, slow + fall.lag + 0.01, slow}));
  EXPECT_FALSE(flies_on({slow, slow + fall.lag - 0.01, slow}))
      << "it is nearly as slow as its goal";
}

TEST(StrideClock, LowersTheHipsOfARunThatBrakes) {
  RunningHuman human;
  const Sense sense = human.sense();
  Seen seen = human.see(sense);
  StridePlan run = human.gait("run");
  run.frames[0].brakes = Curve{};
  run.frames[0].brakes.keys = {{0, 0}, {0.6, 0.03}};
  const auto lowered = [&](double present) {
    seen.whole.velocity = Vec3(present, 0, 0);
    return human.by(seen, run, 0, 2.4).frames[0];
  };
  const FrameWanted steady = lowered(2.4), brakes = lowered(3);
  EXPECT_EQ(steady.lowered, 0);
  EXPECT_NEAR(brakes.lowered, 0.03 + run.frames[0].bounces.at(2.4) - run.frames[0].bounces.at(3),
              1e-12);
  EXPECT_NEAR(steady.height - brakes.height, brakes.lowered, 1e-12);
  EXPECT_EQ(lowered(2).lowered, 0) << "it speeds up";
}

TEST(Steps, PassOutwardsOfTheStraightWayAsTheGaitAsks) {
  RunningHuman human;
  const Sense sense = human.sense();
  const Seen seen = human.see(sense);
  for (const char* side : {"left", "right"}) {
    const std::size_t k = human.named(side);
    StridePlan run = human.gait("run"), straight = run;
    straight.legs[k].aside = Curve(0.0);
    run.legs[k].aside = Curve{};
    run.legs[k].aside.keys = {{0, 0}, {0.5, 0.05}, {1, 0}};
    const double duty = run.legs[k].duty_factor + run.duty_by_speed.at(3.0);
    const auto aim = [&](const StridePlan& plan) {
      const skills::Steps steps(human.spec, human.body, nullptr, tick);
      StepsMemory memory{std::vector<StepsMemory::Leg>(2)};
      LegStep step;
      for (const double state : {duty / 2, (1 + duty) / 2}) {  // it stands, then it swings
        const double phase = std::fmod(state + plan.legs[k].relative_phase + 1, 1.0);
        const Wanted wanted = human.by(seen, plan, phase, 3);
        step = steps.run({seen, wanted}, memory).legs[k];
      }
      return step;
    };
    const LegStep outwards = aim(run), plain = aim(straight);
    EXPECT_GE(outwards.swing, 0);
    const double left = human.body.legs[k].side * 0.05;
    EXPECT_NEAR((outwards.aim - plain.aim).y(), left, 1e-3) << side;
    EXPECT_NEAR((outwards.aim - plain.aim).x(), 0, 1e-12) << side;
  }
}

}  // namespace
}  // namespace gambol::testing
