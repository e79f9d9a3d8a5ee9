// The stepping pattern from the slow wave to the tripod, at many frequencies and while the
// frequency changes: Wilson's five rules (seed 000 section 2.2), and what section 5.2 says of the
// patterns in Figures 12 to 14 and section 5.3 of real insects.

#include <gtest/gtest.h>

#include <algorithm>

#include "control/gait_alone.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol::testing {
namespace {

OscillatorGaitSpec stepping_at(double frequency) {
  OscillatorGaitSpec spec;
  spec.frequency = Curve(frequency);
  return spec;
}

constexpr double tick_slack = 2.5e-3;  // s: two ticks of rounding, and the next tick

double next_after(double t, const std::vector<double>& times) {
  const auto found = std::upper_bound(times.begin(), times.end(), t);
  return found == times.end() ? NAN : *found;
}

double nearest_to(double t, const std::vector<double>& times) {
  double best = NAN;
  for (double x : times) {
    if (std::isnan(best) || std::abs(x - t) < std::abs(best - t)) best = x;
  }
  return best;
}

const char* const sides[] = {"left", "right"};
const char* const rows[] = {"front", "middle", "back"};
std::string leg(const char* row, const char* side) { return std::string(row) + "_" + side; }

// How many legs of a side have a share of the time in the air together.
bool overlap(const Steps& a, const Steps& b) {
  for (double x : a.begun) {
    for (double y : b.begun) {
      if (std::abs(x - y) < 0.05 - tick_slack) return true;
    }
  }
  return false;
}

class Frequencies : public ::testing::TestWithParam<int> {
 protected:
  // 40 frequencies from 0.5 Hz to 10 Hz, evenly in their logarithm.
  double frequency() const { return 0.5 * std::pow(20.0, GetParam() / 39.0); }
};

TEST_P(Frequencies, KeepWilsonsRules) {
  const double f = frequency(), cycle = 1 / f;
  Gait g(stepping_at(f));
  g.run(6 * cycle);
  for (const char* side : sides) {
    const Steps& front = g.steps[leg("front", side)];
    const Steps& middle = g.steps[leg("middle", side)];
    const Steps& back = g.steps[leg("back", side)];
    int waves = 0;
    for (double t : back.begun) {
      if (t < 1.5 * cycle || t > 4.5 * cycle) continue;
      ++waves;
      // 1: a wave from rear to head, no leg before the one behind it is down.
      const double second = nearest_to(t + 0.05, middle.begun);
      const double third = nearest_to(t + 0.1, front.begun);
      EXPECT_GE(second, nearest_to(t + 0.05, back.ended) - tick_slack);
      EXPECT_GE(third, nearest_to(t + 0.1, middle.ended) - tick_slack);
      // 5: at a constant interval; from foreleg to hindleg it shrinks as the frequency grows.
      EXPECT_NEAR(second - t, 0.05, tick_slack);
      EXPECT_NEAR(third - t, 0.1, tick_slack);
      EXPECT_NEAR(next_after(t, back.begun) - third, cycle - 0.1, tick_slack);
      // 4: every leg at the frequency.
      EXPECT_NEAR(next_after(t, back.begun) - t, cycle, tick_slack);
    }
    EXPECT_GE(waves, 2);
  }
  for (const char* row : rows) {
    const Steps& left = g.steps[leg(row, "left")];
    const Steps& right = g.steps[leg(row, "right")];
    for (double t : left.begun) {
      if (t < 1.5 * cycle || t > 4.5 * cycle) continue;
      EXPECT_NEAR(next_after(t, right.begun) - t, cycle / 2, tick_slack);  // 2: they alternate
      EXPECT_NEAR(next_after(t, left.ended) - t, 0.05, tick_slack);        // 3: the same time
    }
  }
}

INSTANTIATE_TEST_SUITE_P(FromSlowWaveToTripod, Frequencies, ::testing::Range(0, 40));

// Section 5.2: the waves of both sides begin to overlap in time as the frequency grows; then a wave
// begins at the rear while the front leg still steps; then the gait is the tripod.
TEST(SteppingPattern, WavesOverlapAsTheFrequencyGrows) {
  const auto overlapping = [](double f, const char* a, const char* b) {
    Gait g(stepping_at(f));
    g.run(8 / f);
    return overlap(g.steps[a], g.steps[b]);
  };
  // Three steps of a wave take 150 ms: half a cycle at 3.33 Hz, a whole one at 6.67 Hz.
  EXPECT_FALSE(overlapping(3.2, "front_left", "back_right"));
  EXPECT_TRUE(overlapping(3.6, "front_left", "back_right"));
  EXPECT_FALSE(overlapping(6.5, "front_left", "back_left"));
  EXPECT_TRUE(overlapping(7.0, "front_left", "back_left"));
  EXPECT_FALSE(overlapping(9.8, "front_left", "front_right"));
}

// At most one leg of a slow wave is in the air; at the tripod always three.
TEST(SteppingPattern, LegsInTheAir) {
  for (double f : {0.5, 2.0, 3.2, 10.0}) {
    Gait g(stepping_at(f));
    g.run(2 / f);
    for (; g.ticks * g.tick < 4 / f;) {
      g.run((g.ticks + 1) * g.tick);
      int air = 0;
      for (std::size_t leg = 0; leg < 6; ++leg) air += g.stepping(leg);
      if (f < 10)
        EXPECT_LE(air, 1) << f;
      else
        EXPECT_EQ(air, 3);
    }
  }
}

// Durations: a step lasts as long as the stance at the tripod (Figure 13), a twentieth of the cycle
// at 1 Hz. The beetle Chrysomela's interval between steps is 120 ms (section 5.3): with it the
// same rules give its tripod, 4.2 Hz.
TEST(SteppingPattern, StepAndStanceLast) {
  const auto duty = [](const OscillatorGaitSpec& spec, double f) {
    Gait g(spec);
    g.run(6 / f);
    const Steps& s = g.steps["middle_left"];
    const double begun = next_after(2 / f, s.begun), ended = next_after(begun, s.ended);
    return 1 - (ended - begun) / (next_after(begun, s.begun) - begun);
  };
  EXPECT_NEAR(duty(stepping_at(10), 10), 0.5, 0.02);
  EXPECT_NEAR(duty(stepping_at(5), 5), 0.75, 0.01);
  EXPECT_NEAR(duty(stepping_at(1), 1), 0.95, 0.002);
  OscillatorGaitSpec beetle = stepping_at(100);
  beetle.step_time = 0.12;
  beetle.delay = 0.12;
  EXPECT_NEAR(GaitTiming(beetle).frequency(0), 1 / 0.24, 1e-12);
  EXPECT_NEAR(duty(beetle, 1 / 0.24), 0.5, 0.02);
}

// While the frequency sweeps smoothly the interval along a side bends by 1.5 delay^2 f'/f, as the
// phases are those of the master at one instant; the other rules hold as they are.
TEST(SteppingPattern, KeepsTheRulesDuringASweep) {
  for (const auto& [from, to] : {std::pair{1.0, 10.0}, {10.0, 1.0}, {0.5, 6.0}}) {
    OscillatorGaitSpec spec;
    spec.frequency = Curve();
    spec.frequency->keys = {{1, from, Interpolation::linear}, {7, to, Interpolation::linear}};
    const double rate = (to - from) / 6;
    Gait g(spec);
    g.run(8);
    for (const char* side : sides) {
      for (double t : g.steps[leg("back", side)].begun) {
        if (t < 1.2 || t > 6.8) continue;
        const double f = spec.frequency->at(t);
        const double bend = 1.5 * 0.05 * 0.05 * std::abs(rate) / f;
        EXPECT_NEAR(nearest_to(t + 0.05, g.steps[leg("middle", side)].begun) - t, 0.05,
                    bend + tick_slack);
        EXPECT_NEAR(nearest_to(t + 0.1, g.steps[leg("front", side)].begun) - t, 0.1,
                    4 * bend + tick_slack);
      }
    }
    for (const char* row : rows) {
      const Steps& left = g.steps[leg(row, "left")];
      const Steps& right = g.steps[leg(row, "right")];
      for (std::size_t k = 0; k + 1 < left.begun.size(); ++k) {
        const auto between = std::count_if(right.begun.begin(), right.begun.end(), [&](double t) {
          return t > left.begun[k] && t < left.begun[k + 1];
        });
        EXPECT_EQ(between, 1) << row << " at " << left.begun[k];  // rule 2
      }
      for (double t : left.begun) {
        if (t >= 7.9) continue;
        EXPECT_NEAR(next_after(t, left.ended) - t, 0.05, tick_slack);  // rule 3
      }
    }
  }
}

}  // namespace
}  // namespace gambol::testing
