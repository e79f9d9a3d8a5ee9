// The stepping pattern, judged by Wilson's rules (seed 000, section 2.3).

#include "control/oscillators/oscillator_gait.h"
#include "control/controller_memory.h"

#include <gtest/gtest.h>

#include "control/gait_alone.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol::testing {
namespace {

OscillatorGaitSpec oscillating_at(double frequency) {
  OscillatorGaitSpec spec;
  spec.frequency = Curve(frequency);
  return spec;
}

// Steps that begin after t0, so that the start-up does not count.
std::vector<double> late(const std::vector<double>& times, double t0) {
  std::vector<double> out;
  for (double t : times) {
    if (t >= t0) out.push_back(t);
  }
  return out;
}

// Time from `from` until the first of `times` at or after it.
double until_next(double from, const std::vector<double>& times) {
  for (double t : times) {
    if (t > from - 1e-9) return t - from;
  }
  return NAN;
}

class Wilson : public ::testing::TestWithParam<double> {};

TEST_P(Wilson, RulesHold) {
  const double f = GetParam(), cycle = 1 / f, slack = 1.5e-3;
  Gait g(oscillating_at(f));
  g.run(8 * cycle);
  for (const char* row : {"front", "middle", "back"}) {
    const Steps& left = g.steps[std::string(row) + "_left"];
    const Steps& right = g.steps[std::string(row) + "_right"];
    for (double t : late(left.begun, 2 * cycle)) {
      if (t > 5 * cycle) break;
      EXPECT_NEAR(until_next(t, right.begun), cycle / 2, slack) << row;  // rule 2
      EXPECT_NEAR(until_next(t, left.ended), 0.05, slack) << row;        // rule 3
      EXPECT_NEAR(until_next(t + 1e-6, left.begun), cycle, slack) << row;
      // rule 4: what is left of the cycle is stance
      EXPECT_NEAR(until_next(until_next(t, left.ended) + t, left.begun), cycle - 0.05, slack);
    }
  }
  for (const char* side : {"_left", "_right"}) {  // rules 1 and 5: forward, at a constant delay
    for (double t : late(g.steps[std::string("back") + side].begun, 2 * cycle)) {
      if (t > 5 * cycle) break;
      const auto& middle = g.steps[std::string("middle") + side].begun;
      const auto& front = g.steps[std::string("front") + side].begun;
      EXPECT_NEAR(until_next(t + 0.02, middle) + 0.02, 0.05, slack);
      EXPECT_NEAR(until_next(t + 0.07, front) + 0.07, 0.1, slack);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(FromWaveToTripod, Wilson, ::testing::Values(1, 2, 3.3, 5, 7.1, 10));

TEST(OscillatorGait, IsATripodAtTopSpeed) {
  Gait g(oscillating_at(10));
  g.run(0.5);
  for (; g.ticks < 700;) {
    g.run((g.ticks + 1) * g.tick);
    const bool first = g.stepping(0);  // front left
    EXPECT_EQ(g.stepping(2), first);   // back left
    EXPECT_EQ(g.stepping(4), first);   // middle right
    for (std::size_t other : {1, 3, 5}) EXPECT_EQ(g.stepping(other), !first);
  }
}

TEST(OscillatorGait, GoesNoFasterThanTheTripod) {
  Gait fast(oscillating_at(40));
  EXPECT_DOUBLE_EQ(fast.gait.timing().frequency(0), 10);
  OscillatorGaitSpec by_speed;
  by_speed.goal_speed = Curve(0.03);
  by_speed.stride = 0.006;
  EXPECT_DOUBLE_EQ(Gait(by_speed).gait.timing().frequency(0), 5);
}

TEST(OscillatorGait, StandsStillAtNoFrequency) {
  Gait g(oscillating_at(0));
  g.run(1);
  for (const auto& [leg, steps] : g.steps) EXPECT_LE(steps.begun.size(), 1u) << leg;
}

// A change of pace shifts the legs against each other, but every leg still steps once per cycle of
// its own oscillator: none misses its turn or takes two.
TEST(OscillatorGait, MissesNoStepWhenThePaceChanges) {
  OscillatorGaitSpec spec;
  spec.frequency = Curve();
  spec.frequency->keys = {{0, 2.0, Interpolation::linear},  {1, 9.0, Interpolation::linear},
                          {2, 9.0, Interpolation::step},    {2.5, 3.0, Interpolation::step},
                          {3.2, 8.0, Interpolation::step},  {4.0, 1.5, Interpolation::linear},
                          {5.0, 6.0, Interpolation::linear}};
  Gait g(spec);
  g.run(0.001);
  std::vector<double> before;
  for (const auto& leg : std::get<OscillatorMemory>(g.memory).legs) before.push_back(leg.fired);
  g.run(6);
  const auto& m = std::get<OscillatorMemory>(g.memory);
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const double cycles = m.phase + g.gait.leg_offset(leg, g.gait.timing().at(6));
    EXPECT_NEAR(m.legs[leg].fired, std::floor(cycles - 0.25 + 1e-9), 0);
    const std::size_t turns = static_cast<std::size_t>(m.legs[leg].fired - before[leg]);
    const std::size_t taken = g.steps[g.figure.legs[leg].name].begun.size();
    EXPECT_GE(taken, turns) << leg;
    EXPECT_LE(taken, turns + 1) << leg;  // the first may begin at the start itself
  }
}

TEST(OscillatorGait, MovesRestPositionsByItsPrograms) {
  Gait g(oscillating_at(10));
  g.run(0.45);
  const auto& began = g.steps["front_left"].begun;
  ASSERT_FALSE(began.empty());
  const int spring = 0;  // of the front left coxa
  EXPECT_EQ(g.actuators[spring].dof, g.model.dof_of("front_left_coxa"));
  g.run(began.back() + 0.1001);  // a step and the whole stance after it
  EXPECT_NEAR(rest_position(g.actuators[spring], g.command.actuators[spring], began.back() + 0.05),
              -0.5, 0.03);
}

// Where a leg's coxa is sent by the end of its steps: the program's step ends at -0.5.
double end_of_step(Gait& g, std::size_t leg) {
  const int dof = g.model.dof_of(g.figure.legs[leg].upper_joint);
  double rest = 0;
  for (bool stepped = false; g.ticks * g.tick < 2; stepped = g.stepping(leg)) {
    const double before = rest;
    g.run((g.ticks + 1) * g.tick);
    for (std::size_t a = 0; a < g.actuators.size(); ++a)
      if (g.actuators[a].dof == dof)
        rest = rest_position(g.actuators[a], g.command.actuators[a], g.ticks * g.tick);
    if (stepped && !g.stepping(leg) && g.ticks * g.tick > 1) return before;
  }
  return 0;
}

TEST(OscillatorGait, SwingsReversedLegsTheOtherWayInTheSameRhythm) {
  OscillatorGaitSpec spec;
  spec.frequency = Curve(5);
  Gait forward(spec), some(spec);
  some.goals.reversed = {1, 0, 1, 0, 1, 0};
  for (std::size_t leg = 0; leg < 6; ++leg) {
    Gait a(spec), b(spec);
    b.goals.reversed = some.goals.reversed;
    EXPECT_NEAR(end_of_step(a, leg), -0.5, 0.05);
    EXPECT_NEAR(end_of_step(b, leg), b.goals.reversed[leg] ? 0.5 : -0.5, 0.05);
  }
  forward.run(2);
  some.run(2);
  for (const auto& [leg, steps] : forward.steps) EXPECT_EQ(some.steps[leg].begun, steps.begun);
}

// A leg that lifts its femur on the way: the ends of its stroke change places, the lift stays.
TEST(OscillatorGait, ReversesWholeLegsButNotTheirLift) {
  FigureSpec figure = hexapod();
  for (MotorProgramSpec& program : figure.motor_programs) {
    const std::string femur =
        program.ramps[0].joint.substr(0, program.ramps[0].joint.size() - 4) + "femur";
    if (program.name.ends_with("_step")) {
      program.ramps.push_back({Place(), femur, 0.9, 0, 0.2});
      program.ramps.push_back({Place(), femur, 0.3, 0.6, 0.4});
    } else {
      program.ramps.push_back({Place(), femur, 0.1, 0, 1});
    }
  }
  for (const StrokeOf of : {StrokeOf::upper_joint, StrokeOf::leg}) {
    OscillatorGaitSpec spec = oscillating_at(5);
    spec.stroke_of = of;
    Gait g(spec, figure);
    g.goals.reversed = std::vector<char>(6, 1);
    g.run(1);
    const int femur = g.model.dof_of("front_left_femur");
    double highest = 0, landed = 0;
    for (bool stepped = g.stepping(0); g.ticks < 1400; stepped = g.stepping(0)) {
      g.run((g.ticks + 1) * g.tick);
      for (std::size_t a = 0; a < g.actuators.size(); ++a) {
        if (g.actuators[a].dof != femur) continue;
        const double rest = rest_position(g.actuators[a], g.command.actuators[a], g.ticks * g.tick);
        highest = std::max(highest, rest);
        if (stepped && !g.stepping(0)) landed = rest;
      }
    }
    EXPECT_NEAR(highest, 0.9, 0.05);
    EXPECT_NEAR(landed, of == StrokeOf::leg ? 0.1 : 0.3, 0.05);
  }
}

}  // namespace
}  // namespace gambol::testing
