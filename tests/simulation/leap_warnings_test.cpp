// Obstacles that a dictionary of leaps has no leap for are told before the simulation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "shot/shot_spec.h"
#include "simulation/warnings.h"
#include "support/scenes.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Texts of the warnings of a shot of scenes/ with changes.
std::string warnings(const std::string& shipped, const std::string& changes) {
  // Tests run beside each other.
  const std::string name =
      std::string("leap_") + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string file = ::testing::TempDir() + name + ".yaml";
  std::ofstream(file) << "gambol: 3\nshot: " << name
                      << "\nabout: It is changed.\nextends: " << scene_file(shipped) << "\n"
                      << changes;
  std::string all;
  for (const Problem& warning : warnings_of(load_shot(file))) all += warning.to_string() + "\n";
  return all;
}

std::string ground(const std::string& formula) {
  return "world: {ground: {terrain: {formula: \"" + formula + "\"}}}\n";
}

TEST(LeapWarnings, TellWhichLeapComesNearest) {
  const std::string wide =
      warnings("dog_leap_gap.yaml", ground("-3*(tanh((x-6.03)/0.01)-tanh((x-9)/0.01))/2"));
  EXPECT_THAT(wide, HasSubstr("scenes/dog/dog_leap_gap.yaml:8:159: "));
  EXPECT_THAT(wide, HasSubstr("plan_leaps: found no leap over an obstacle 6.02 m ahead of dog"));
  EXPECT_THAT(wide, HasSubstr("expected at most 228 cm long at this height, as `leap_057` leaps"));
  const std::string high =
      warnings("dog_leap_gap.yaml", ground("2*(tanh((x-6.03)/0.01)-tanh((x-6.1)/0.01))/2"));
  EXPECT_THAT(high, HasSubstr("10 cm long and 199 cm high, expected at most "));
  EXPECT_THAT(high, HasSubstr(" cm high, as `leap_"));
}

TEST(LeapWarnings, TellOfAnEdgeWithNothingBehindIt) {
  EXPECT_THAT(warnings("dog_leap_gap.yaml", ground("-3*(1+tanh((x-6.03)/0.01))/2")),
              HasSubstr("found an edge 6.02 m ahead of dog, expected level ground of"));
}

// The first ditch has a leap. The second one is as wide as that of the test above.
TEST(LeapWarnings, LookBeyondAnObstacleThatHasALeap) {
  const std::string all = warnings(
      "dog_leap_gap.yaml",
      ground("-3*(tanh((x-6.03)/0.01)-tanh((x-6.6)/0.01)+tanh((x-10)/0.01)-tanh((x-13)/0.01))/2") +
          "film: {duration: 14 s}\n");
  EXPECT_THAT(all, HasSubstr("found no leap over an obstacle 10.00 m ahead of dog"));
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 1) << all;
}

// Its height is that above where the figure begins.
TEST(LeapWarnings, MeasureATargetFromTheGroundBeforeIt) {
  const auto ball = [](double z) {
    return "figures: [{name: dog, at: [0, 0, 45 cm], skills: [{name: gait, plan_leaps: "
           "{targets: {ball: {at: [7 m, 0, " +
           std::to_string(z) + " m]}}}}]}]\n";
  };
  const std::string sunk =
      "world: {ground: {terrain: {formula: \"-1\", spacing: 1 m, length: 40 m, width: 4 m}}}\n";
  EXPECT_THAT(warnings("dog_leap_at.yaml", ball(1.1)), IsEmpty());
  EXPECT_THAT(warnings("dog_leap_at.yaml", sunk + ball(1.1)),
              HasSubstr("found a point 210 cm above the ground before it"));
  EXPECT_THAT(warnings("dog_leap_at.yaml", sunk + ball(0.1)), IsEmpty());
}

TEST(LeapWarnings, TellOfATargetThatIsTooHigh) {
  EXPECT_THAT(warnings("dog_leap_at.yaml",
                       "figures: [{name: dog, skills: [{name: gait, plan_leaps: {targets: "
                       "{ball: {at: [7 m, 0, 3 m]}}}}]}]\n"),
              HasSubstr("plan_leaps.targets.ball: found a point 300 cm above the ground before it, "
                        "expected one that a leap passes"));
}

// Where it goes is not known, or the film ends before.
TEST(LeapWarnings, SayNothingOfWhatTheFigureMayNotMeet) {
  const std::string ditch = ground("-3*(tanh((x-6.03)/0.01)-tanh((x-9)/0.01))/2");
  EXPECT_THAT(warnings("dog_leap_gap.yaml", ""), IsEmpty());
  EXPECT_THAT(
      warnings("dog_leap_gap.yaml",
               ditch + "film: {duration: 2 s}\nwithout: [expect]\nexpect: [{upright: 60 deg}]\n"),
      IsEmpty());
  EXPECT_THAT(warnings("dog_leap_gap.yaml",
                       ditch + "figures: [{name: dog, skills: [{name: gait, heading: [[1 s, 0 "
                               "deg], [2 s, 90 deg]]}]}]\n"),
              IsEmpty());
}

}  // namespace
}  // namespace gambol
