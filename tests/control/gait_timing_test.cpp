// The times and clamps of the gait.

#include "control/oscillators/gait_timing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "control/gait_alone.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol::testing {
namespace {

OscillatorGaitSpec at(double frequency) {
  OscillatorGaitSpec spec;
  spec.frequency = Curve(frequency);
  return spec;
}

TEST(GaitTiming, TakesThePaceInFourWays) {
  EXPECT_DOUBLE_EQ(GaitTiming(at(4)).frequency(0), 4);
  OscillatorGaitSpec spec;
  spec.cycle_time = Curve(0.25);
  EXPECT_DOUBLE_EQ(GaitTiming(spec).frequency(0), 4);
  spec.cycle_time.reset();
  spec.slowdown = Curve(2.0);  // corpus: 1.0 is top speed, 2.0 half of it
  EXPECT_DOUBLE_EQ(GaitTiming(spec).frequency(0), 5);
  spec.slowdown->keys = {{0, 1000, Interpolation::linear}, {1, 1, Interpolation::linear}};
  EXPECT_DOUBLE_EQ(GaitTiming(spec).frequency(1), 10);
  EXPECT_LT(GaitTiming(spec).frequency(0), 0.011);  // `speed 1000`: nearly standing
  spec.slowdown.reset();
  spec.goal_speed = Curve(0.03);
  spec.stride = 0.0075;
  EXPECT_DOUBLE_EQ(GaitTiming(spec).frequency(0), 4);
}

TEST(GaitTiming, ClampsTopAndBottom) {
  for (double asked : {10.0, 11.0, 1e3, 1e9}) {
    EXPECT_DOUBLE_EQ(GaitTiming(at(asked)).frequency(0), 10);
  }
  OscillatorGaitSpec spec = at(8);
  spec.top_frequency = 6;
  spec.bottom_frequency = 2;
  EXPECT_DOUBLE_EQ(GaitTiming(spec).frequency(0), 6);
  spec.frequency = Curve(0.1);
  EXPECT_DOUBLE_EQ(GaitTiming(spec).frequency(0), 2);
  spec.step_time = Curve(0.1);  // a slower step has a slower tripod
  spec.frequency = Curve(8);
  EXPECT_DOUBLE_EQ(GaitTiming(spec).frequency(0), 5);
}

TEST(GaitTiming, SharesTheCycleAmongStepAndStance) {
  const GaitInstant slow = GaitTiming(at(2)).at(0);
  EXPECT_DOUBLE_EQ(slow.step, 0.05);
  EXPECT_DOUBLE_EQ(slow.stance, 0.45);
  EXPECT_DOUBLE_EQ(slow.retraction, 0.45);
  OscillatorGaitSpec spec = at(2);
  spec.retraction = Curve(0.1);
  EXPECT_DOUBLE_EQ(GaitTiming(spec).at(0).retraction, 0.1);
  spec.frequency = Curve(10);
  EXPECT_DOUBLE_EQ(GaitTiming(spec).at(0).retraction, 0.05);  // no longer than the stance
}

TEST(GaitTiming, InterpolatesPaces) {
  OscillatorGaitSpec spec = at(3);
  spec.paces.resize(2);
  spec.paces[0].frequency = 2;
  spec.paces[0].speed = 0.01;
  spec.paces[0].retraction = 0.06;
  spec.paces[0].gain = 1.4;
  spec.paces[1].frequency = 10;
  spec.paces[1].speed = 0.05;
  spec.paces[1].posture = 0;
  const GaitInstant now = GaitTiming(spec).at(0);
  EXPECT_NEAR(now.gain, 1.35, 1e-12);
  EXPECT_NEAR(now.posture, 0.875, 1e-12);
  EXPECT_NEAR(now.retraction, 0.06 + (0.05 - 0.06) / 8, 1e-12);
  spec.frequency = Curve(1);  // below the first pace: as there
  EXPECT_NEAR(GaitTiming(spec).at(0).gain, 1.4, 1e-12);
  spec.frequency.reset();
  for (const auto& [speed, frequency] :
       {std::pair{0.0, 0.0}, {0.005, 1.0}, {0.01, 2.0}, {0.03, 6.0}, {0.05, 10.0}, {1.0, 10.0}}) {
    spec.goal_speed = Curve(speed);
    EXPECT_NEAR(GaitTiming(spec).frequency(0), frequency, 1e-12) << speed;
  }
}

// Runs until the front left leg begins its next step; when that was.
double next_step(Gait& g) {
  const auto& begun = g.steps["front_left"].begun;
  const std::size_t before = begun.size();
  while (begun.size() == before) g.run((g.ticks + 1) * g.tick);
  return begun.back();
}

// The stance program ends with the retraction; the leg then stays where it is.
TEST(Retraction, IsFollowedByMaintaining) {
  OscillatorGaitSpec spec = at(2);
  spec.retraction = Curve(0.1);
  Gait g(spec);
  g.run(1.5);
  const double begun = next_step(g);
  g.run(begun + 0.1);  // half of the retraction
  const auto rest = [&] {
    return rest_position(g.actuators[0], g.command.actuators[0], g.ticks * g.tick);
  };
  EXPECT_NEAR(rest(), 0, 0.03);
  g.run(begun + 0.151);
  EXPECT_DOUBLE_EQ(rest(), 0.5);
  g.run(begun + 0.49);
  EXPECT_DOUBLE_EQ(rest(), 0.5);
}

TEST(Posture, ShiftsWhatProgramsAimAt) {
  OscillatorGaitSpec spec = at(2);
  ShiftSpec shift;
  shift.joints = {"front_*_coxa"};
  shift.by = 0.2;
  spec.posture = {shift};
  PaceSpec pace;
  pace.frequency = 2;
  pace.posture = 0.5;
  spec.paces = {pace};
  Gait g(spec);
  g.run(1.5);
  const double begun = next_step(g);
  g.run(begun + 0.499);
  EXPECT_NEAR(rest_position(g.actuators[0], g.command.actuators[0], begun + 0.499), 0.6, 3e-3);
}

TEST(GaitTiming, TakesFromCuesWhatTheyMaySet) {
  OscillatorGaitSpec spec;
  spec.cycle_time = Curve(0.25);
  spec.retraction = Curve(0.15);
  const GaitTiming timing(spec);
  Goals goals;
  goals.set = {{"cycle_time", {1, 2, 0.25, 0.5}},
               {"step_time", {1, 1, 0.05, 0.1}},
               {"delay", {1, 1, 0.05, 0.02}},
               {"retraction", {1, 1, 0.15, 0.2}}};
  EXPECT_DOUBLE_EQ(timing.frequency(0.5, goals), 4);
  EXPECT_DOUBLE_EQ(timing.frequency(2, goals), 2);
  const GaitInstant now = timing.at(2, goals);
  EXPECT_DOUBLE_EQ(now.step, 0.1);
  EXPECT_DOUBLE_EQ(now.delay, 0.02);
  EXPECT_DOUBLE_EQ(now.retraction, 0.2);
  EXPECT_DOUBLE_EQ(now.stance, 0.4);
  EXPECT_DOUBLE_EQ(timing.top_frequency(2, goals), 5);  // a slower step has a slower tripod
  spec.cycle_time.reset();
  spec.slowdown = Curve(2.0);
  goals.set = {{"slowdown", {1, 1, 2, 4}}};
  EXPECT_DOUBLE_EQ(GaitTiming(spec).frequency(2, goals), 2.5);
}

}  // namespace
}  // namespace gambol::testing
