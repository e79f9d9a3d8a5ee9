// Slow led gaits that could not stop are told before the simulation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/measures.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "simulation/warnings.h"
#include "support/led.h"
#include "support/scenes.h"

namespace gambol::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The animal of poda_stones on level ground; its legs swing one by one, in the order of a walk or
// round and round.
ShotSpec creeping(bool round) {
  ShotSpec shot = load_shot(scene_file("poda_stones"));
  shot.motion.world.ground->terrain.reset();
  KinematicGaitSpec& gait = gait_of(shot);
  gait.design.period = 1.2;
  gait.balance = 0;
  if (round) {
    gait.gait.phases.emplace();
    gait.gait.phases->left = {0, 0.75};
    gait.gait.phases->right = {0.25, 0.5};
  }
  return beginning_of(shot, 1.3);
}

std::string warnings(const ShotSpec& shot) {
  std::string all;
  for (const Problem& warning : warnings_of(shot)) all += warning.to_string() + "\n";
  return all;
}

TEST(BalanceWarnings, TellOfThreeFeetThatTheBodyIsNotOver) {
  EXPECT_THAT(warnings(creeping(false)), IsEmpty());
  EXPECT_THAT(warnings(creeping(true)),
              HasSubstr("skills[0].balance: found a gait that always has 3 feet down"));
}

TEST(BalanceWarnings, AgreeWithWhatTheMotionDoes) {
  for (const bool round : {false, true}) {
    ShotSpec shot = creeping(round);
    shot.expect.assign(1, {});
    shot.expect[0].measure = "support_margin";
    const double margin = measure(shot, simulate(shot))[0].value;  // mm
    EXPECT_EQ(margin < 0, round) << margin;
  }
}

TEST(BalanceWarnings, AreNotOfGaitsWithFewerFeetDown) {
  ShotSpec shot = creeping(true);
  gait_of(shot).design.duty_factor = 0.7;
  EXPECT_THAT(warnings(shot), IsEmpty());
}

}  // namespace
}  // namespace gambol::testing
