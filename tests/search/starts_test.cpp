// Expectations over the starts of a shot, and faults put into it.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/loops/mutations.h"
#include "search/starts.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "support/files.h"

namespace gambol {
namespace {

using testing::HasSubstr;

// A ball that is dropped from three heights and falls for 0.1 s, by 49 mm.
class Starts : public Files {
 protected:
  ShotSpec shot(const std::string& expect, const std::string& starts = "figures.ball.at.2") {
    write("ball.yaml",
          "figure: ball\ndensity: 1000\nbodies: [{name: ball, shapes: [{sphere: 1 cm}]}]\n");
    return load_shot(write(
        "fall.yaml",
        fmt::format("shot: fall\nfilm: {{fps: 25, duration: 0.1 s}}\nintegrator: {{step: 1 ms}}\n"
                    "world: {{ground: {{}}}}\n"
                    "figures: [{{name: ball, file: ball.yaml, at: [0, 0, 1 m]}}]\n"
                    "{}\nexpect:\n  - {}\n",
                    starts.empty()
                        ? ""
                        : fmt::format("starts: {{path: {}, values: [1 m, 2 m, 3 m]}}", starts),
                    expect)));
  }
  static std::vector<Measurement> measured(const ShotSpec& shot) {
    return measure_with_starts(shot, simulate(shot));
  }
};

TEST_F(Starts, GiveTheirMeanAndTheirWorst) {
  // Less than its radius above the ground: 0.99, 1.99 and 2.99 m, less the fall of 49 mm.
  const auto high =
      measured(shot("{measure: clearance, body: ball, over: starts, max: 2.5}\n"
                    "  - {measure: clearance, body: ball, over: starts, min: 1.5}\n"
                    "  - {measure: clearance, body: ball, over: starts, "
                    "of: mean, min: 1, max: 2}\n"
                    "  - {measure: clearance, body: ball}"));
  EXPECT_NEAR(high[0].value, 2940.46, 0.1);
  EXPECT_FALSE(high[0].passed);
  EXPECT_THAT(high[0].why, HasSubstr("at the start 3 m"));
  EXPECT_NEAR(high[1].value, 940.46, 0.1);
  EXPECT_FALSE(high[1].passed);
  EXPECT_NEAR(high[2].value, 1940.46, 0.1);
  EXPECT_TRUE(high[2].passed);
  EXPECT_EQ(title(high[2]), "clearance (ball), mean of 3 starts");
  EXPECT_NEAR(high[3].value, 940.46, 0.1);
}

TEST_F(Starts, KeepTheirOldWordInFilesOfOldVersions) {
  const ShotSpec old = shot("{measure: clearance, body: ball, over: starts, of_starts: mean}");
  EXPECT_EQ(old.expect[0].of, OfValues::mean);
  write("new.yaml",
        "gambol: 3\nshot: new\nextends: fall.yaml\n"
        "expect: [{measure: tilt, over: starts, of_starts: mean}]\n");
  EXPECT_THAT(problems(path("new.yaml")),
              HasSubstr("expect[1].of_starts: found a key that is no more, expected `of`"));
}

TEST_F(Starts, SayWhatIsWrongWithTheirPath) {
  EXPECT_TRUE(problems_of_starts(shot("{measure: tilt}")).empty());
  const auto problems = problems_of_starts(shot("{measure: tilt}", "figures.bell.at.2"));
  ASSERT_FALSE(problems.empty());
  EXPECT_THAT(problems[0].to_string(), HasSubstr("starts.path: figures.bell.at.2: found"));
}

TEST_F(Starts, AreNeededByExpectationsOverThem) {
  shot("{measure: tilt}");
  EXPECT_THROW(shot("{measure: tilt, over: starts}", ""), InputError);
  EXPECT_THAT(problems(path("fall.yaml")), HasSubstr("expected it in a shot that has `starts`"));
}

TEST_F(Starts, OfAMutationAreMutatedToo) {
  const ShotSpec fall =
      shot("{measure: vertical_acceleration, over: starts, min: -9.9, max: -9.7}");
  const std::vector<MutationResult> results = mutate(fall, "");
  for (const MutationResult& r : results) {
    if (r.mutation->fault == Fault::gravity) {
      EXPECT_TRUE(r.applies && r.seen() && r.caught());
      EXPECT_THAT(r.missed, testing::ElementsAre("vertical_acceleration, worst of 3 starts"));
    } else if (r.mutation->fault == Fault::friction) {
      EXPECT_TRUE(r.applies && !r.seen() && !r.caught());
    } else {
      EXPECT_FALSE(r.applies) << r.mutation->name();
    }
  }
}

TEST_F(Starts, OfAShotThatFailsAreNotMutated) {
  EXPECT_THROW(mutate(shot("{measure: clearance, body: ball, max: 0.1}"), ""), RunError);
}

// A rod that stands on a spring, which is calibrated: under 1.3 times the gravity no rest position
// makes it stable.
TEST_F(Starts, AFaultWhoseCalibrationIsRefusedCannotBegin) {
  write("rod.yaml",
        "figure: rod\n"
        "bodies:\n"
        "  - {name: hook, shapes: [{sphere: 1 cm}]}\n"
        "  - {name: rod, parent: hook, joint: {axis: [0, 1, 0]}, "
        "shapes: [{box: [10 cm, 10 cm, 50 cm], at: [0, 0, 25 cm]}]}\n"
        "actuators:\n"
        "  - {type: linear_spring, joints: [rod], stiffness: 14 N*m}\n"
        "  - {type: damper, joints: [rod], damping: 1 N*m*s}\n");
  const ShotSpec stands = load_shot(
      write("stand.yaml",
            "shot: stand\nfilm: {fps: 25, duration: 0.2 s}\n"
            "prepare: [{settle: 0.1 s, calibrate: {over: 0.05 s}}]\n"
            "figures: [{name: rod, file: rod.yaml, fixed_root: true}]\n"
            "expect:\n  - {measure: greatest_angle, body: rod, min: -1 deg, max: 1 deg}\n"));
  bool refused = false;
  for (const MutationResult& r : mutate(stands, "")) {
    if (r.mutation->fault != Fault::gravity) continue;
    refused = true;
    EXPECT_TRUE(r.applies && r.seen() && r.caught());
    EXPECT_EQ(r.moved, INFINITY);
    EXPECT_THAT(r.failure, HasSubstr("the calibrated posture is in equilibrium, but unstable"));
    EXPECT_TRUE(r.missed.empty());
  }
  EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace gambol
