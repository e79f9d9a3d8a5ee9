// A shot whose figure goes without some of its legs.

#include "figure/lost_legs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shot/controllers/controller_kinds.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

FigureSpec roach() { return load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/roach.yaml"); }

TEST(LostLegsOfAGait, AreStoodInForByTheLegInFront) {
  const FigureSpec whole = roach();
  FigureSpec figure = whole;
  std::vector<LegSpec> lost;
  for (const LegSpec& leg : whole.legs)
    if (leg.name == "back_left" || leg.name == "front_right") lost.push_back(leg);
  remove_legs(figure, {"back_left", "front_right"});
  ReflexSpec reflexes;
  reflexes.fill_gap = 0.25;
  for (const LegSpec& leg : whole.legs) {
    reflexes.legs.push_back({});
    reflexes.legs.back().name = leg.name;
    reflexes.legs.back().step = TriggerSpec{{}, 0.1, Beyond::above};
  }
  fill_gaps(figure, lost, reflexes);
  for (const MotorProgramSpec& program : figure.motor_programs)
    for (const MotorProgramSpec& before : whole.motor_programs) {
      if (before.name != program.name) continue;
      for (std::size_t k = 0; k < program.ramps.size(); ++k)
        EXPECT_DOUBLE_EQ(program.ramps[k].to - before.ramps[k].to,
                         program.ramps[k].joint == "middle_left_coxa" ? 0.25 : 0)
            << program.ramps[k].joint;  // nothing stands in front of the lost front leg
    }
  for (const LegReflexSpec& leg : reflexes.legs)
    EXPECT_DOUBLE_EQ(leg.step->at, leg.name == "middle_left" ? 0.35 : 0.1);
}

using LostLegsOfAShot = Files;

std::string biped_shot(const std::string& rest) {
  return "shot: drop\nfilm: {fps: 24, duration: 1 s}\n"
         "figures: [{name: a, file: biped.yaml" +
         rest + "}]\n";
}

constexpr const char* biped =
    "figure: biped\n"
    "mirror: {from: left, to: right}\n"
    "bodies:\n"
    "  - {name: hip, shapes: [{sphere: 1 cm}]}\n"
    "  - {name: left_leg, parent: hip, shapes: [{sphere: 1 cm}]}\n"
    "actuators: [{type: damper, joints: [\"*_leg\"], damping: 1}]\n"
    "motor_programs: {left_up: [{joint: left_leg, to: 1}]}\n"
    "legs: [{name: left, side: left, row: 0, feet: [left_leg], step: left_up, stance: left_up}]\n";

TEST_F(LostLegsOfAShot, AreGoneWhenItIsLoaded) {
  write("biped.yaml", biped);
  const ShotSpec whole = load_shot(write("drop.yaml", biped_shot("")));
  const ShotSpec shot = load_shot(write("drop.yaml", biped_shot(", lost_legs: [left]")));
  EXPECT_EQ(whole.motion.figures[0].figure.legs.size(), 2u);
  ASSERT_EQ(shot.motion.figures[0].figure.legs.size(), 1u);
  EXPECT_EQ(shot.motion.figures[0].figure.legs[0].name, "right");
  EXPECT_NE(motion_hash(whole), motion_hash(shot));
}

TEST_F(LostLegsOfAShot, MustBeLegsOfTheFigure) {
  write("biped.yaml", biped);
  EXPECT_THAT(
      problems(write("drop.yaml", biped_shot(", lost_legs: [lefd]"))),
      HasSubstr("drop.yaml:3:50: figures[0].lost_legs: found \"lefd\", expected a leg of the "
                "figure (did you mean left?)"));
  EXPECT_THAT(problems(write("drop.yaml", biped_shot(", lost_legs: [left, left]"))),
              HasSubstr("\"left\" a second time"));
}

// What a lost leg's names stand for is missed where the shot uses it.
TEST_F(LostLegsOfAShot, CannotBeReferredTo) {
  write("biped.yaml", biped);
  const std::string shot = biped_shot(", skills: [{type: script}], lost_legs: [left]") +
                           "cues: [{name: up, at: 0 s, run: left_up, over: 1 s}]\n"
                           "expect: [{measure: duty_factor, body: left}]\n";
  const std::string found = problems(write("drop.yaml", shot));
  EXPECT_THAT(found, HasSubstr("cues[0].run: found \"left_up\""));
  EXPECT_THAT(found, HasSubstr("expect[0].body: found \"left\""));
}

}  // namespace
}  // namespace gambol
