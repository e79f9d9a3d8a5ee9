// Reflex files: what may stand in them, and how a shot names one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schema/explain.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/file_kinds.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

constexpr const char* small_biped =
    "figure: small_biped\n"
    "mirror: {from: left, to: right}\n"
    "bodies:\n"
    "  - {name: hip, shapes: [{sphere: 1 cm}]}\n"
    "  - {name: left_leg, parent: hip, shapes: [{sphere: 1 cm}]}\n"
    "motor_programs: {left_up: [{joint: left_leg, to: 1}]}\n"
    "legs: [{name: left, side: left, row: 0, feet: [left_leg], upper_joint: left_leg, step: "
    "left_up, stance: left_up}]\n";

constexpr const char* triggers =
    "reflexes: small_biped\n"
    "calibration: {shots: [walk], motion_hashes: [0f], margin: 0.1}\n"
    "legs:\n"
    "  left: {step: {at: 10 deg}, ground_time: 0.1, overlap: 0.02}\n"
    "  right: {step: {at: -10 deg, side: below}, obstacle: {at: 1 N*m}}\n";

class ReflexFile : public Files {
 protected:
  std::string shot(const std::string& reflexes, const std::string& cast = "") const {
    write("small_biped.yaml", small_biped);
    return write("drop.yaml",
                 "shot: drop\nfilm: {fps: 24, duration: 1 s}\n"
                 "figures:\n  - name: a\n    file: small_biped.yaml\n" +
                     cast +
                     "    skills:\n      - type: oscillators\n        frequency: 1 Hz\n"
                     "        reflexes: " +
                     reflexes + "\n");
  }
  static const ReflexSpec& of(const ShotSpec& shot) {
    return *shot.motion.figures[0].controllers[0].kind.as<OscillatorGaitSpec>()->reflexes;
  }
};

TEST_F(ReflexFile, IsLoadedByTheShotThatNamesIt) {
  write("t.yaml", triggers);
  const ShotSpec loaded = load_shot(shot("t.yaml"));
  ASSERT_EQ(of(loaded).legs.size(), 2u);
  EXPECT_NEAR(of(loaded).legs[0].step->at, 0.17453, 1e-5);
  EXPECT_EQ(of(loaded).legs[1].step->side, Beyond::below);
  EXPECT_FALSE(of(loaded).legs[0].load);
}

TEST_F(ReflexFile, IsOverriddenByWhatStandsBesideItsName) {
  write("t.yaml", triggers);
  const ShotSpec loaded =
      load_shot(shot("{file: t.yaml, load: false, legs: {left: {overlap: 0.04}}}"));
  EXPECT_FALSE(of(loaded).load);
  EXPECT_TRUE(of(loaded).step);
  EXPECT_NEAR(of(loaded).legs[0].step->at, 0.17453, 1e-5);
  EXPECT_DOUBLE_EQ(of(loaded).legs[0].overlap, 0.04);
}

TEST_F(ReflexFile, CountsByItsTriggersAndNotByWhereTheyComeFrom) {
  write("t.yaml", triggers);
  const std::string hash = motion_hash(load_shot(shot("t.yaml")));
  std::string text = triggers;
  write("u.yaml", text.replace(text.find("0f"), 2, "1e"));
  EXPECT_EQ(motion_hash(load_shot(shot("u.yaml"))), hash);
  text = triggers;
  write("u.yaml", text.replace(text.find("10 deg"), 6, "11 deg"));
  EXPECT_NE(motion_hash(load_shot(shot("u.yaml"))), hash);
}

TEST_F(ReflexFile, IsChecked) {
  EXPECT_EQ(problems(write("t.yaml", triggers)), "");
  EXPECT_THAT(problems(shot("missing.yaml")),
              HasSubstr("drop.yaml:9:19: figures[0].skills[0].reflexes"));
  EXPECT_THAT(problems(write("t.yaml", "reflexes: t\nlegs: {left: {step: {at: 1 N*m}}}\n")),
              HasSubstr("t.yaml:2:26: legs.left.step.at: found a torque"));
  EXPECT_THAT(problems(write("t.yaml", "reflexes: t\nlegs: {left: {obstacle: {at: 1 rad}}}\n")),
              HasSubstr("expected a torque or a force"));
  EXPECT_THAT(problems(write("t.yaml", "reflexes: t\nlegs: {left: {load: 1 N}}\n")),
              HasSubstr("legs.left.load: found"));
  EXPECT_THAT(problems(write("t.yaml", "reflexes: t\nlegs: {left: {landed: [1, -0.1]}}\n")),
              HasSubstr("legs.left.landed[1]: found"));
  EXPECT_THAT(problems(write("t.yaml", "reflexes: t\nraised: 0.6\n")),
              HasSubstr("found 0.6, expected at most lowering, 0.5"));
  EXPECT_THAT(problems(write("t.yaml", "reflexes: t\nfile: t.yaml\n")),
              HasSubstr("does not begin with this one"));
}

TEST_F(ReflexFile, SpeaksOfLegsOfTheFigure) {
  write("t.yaml", "reflexes: t\nlegs: {lefd: {overlap: 0.1}}\n");
  EXPECT_THAT(problems(shot("t.yaml")),
              HasSubstr("found \"lefd\", expected a leg of the figure (did you mean left?)"));
  write("t.yaml", "reflexes: t\nlegs: {left: {tipping: 0.1}}\n");
  EXPECT_THAT(problems(shot("t.yaml")), HasSubstr("leg left without support_joint"));
  write("t.yaml", triggers);
  EXPECT_EQ(problems(shot("t.yaml", "    lost_legs: [right]\n")), "") << "a lost leg keeps its own";
}

TEST(ReflexFileKind, IsExplained) {
  EXPECT_THAT(explain(file_kinds(), "reflexes.legs.ground_time"), HasSubstr("share of a step"));
  EXPECT_THAT(json_schema(file_kinds(), "reflexes"), HasSubstr("overlap"));
}

}  // namespace
}  // namespace gambol
