// Measures of steps, on steps that were made up.

#include <gtest/gtest.h>

#include "made_up.h"

namespace gambol::testing {
namespace {

TEST(GaitMeasures, CountTheCyclesOfTheLaziestLeg) {
  MadeUp m;
  m.steps(5, 0.3, [](const LegSpec& leg) { return leg.name == "right1" ? 0.9 : 0.1; });
  EXPECT_EQ(m.value("commanded_gait_cycles"), 10);
  auto& steps = m.poses.channels[0];
  for (std::size_t k = 1500; k <= 2000; ++k) steps.values[k * 6 + 3] = 0;  // right1 rests
  EXPECT_EQ(m.value("commanded_gait_cycles"), 7);
  EXPECT_NE(m.measured([] {
               ExpectSpec e;
               e.measure = "commanded_gait_cycles";
               e.min = 8;
               return e;
             }())
                .why.find("right1"),
            std::string::npos);
}

TEST(GaitMeasures, OfAFigureWithoutLegsAreNone) {
  MadeUp m(0);
  m.steps(5, 0.3, tripod_phase);
  ExpectSpec e;
  e.measure = "commanded_gait_cycles";
  e.min = 1;
  EXPECT_FALSE(m.measured(e).passed);
}

TEST(GaitMeasures, KnowATripod) {
  MadeUp m;
  m.steps(5, 0.3, tripod_phase);
  EXPECT_NEAR(m.value("commanded_stride_frequency"), 5, 1e-9);
  EXPECT_NEAR(m.value("commanded_tripod_phase_error"), 0, 1e-9);
  EXPECT_NEAR(m.value("commanded_across_phase_error"), 0, 1e-9);
  MadeUp late;
  late.steps(5, 0.3, [](const LegSpec& l) { return tripod_phase(l) + (l.name == "right2") * 0.1; });
  EXPECT_NEAR(late.value("commanded_tripod_phase_error"), 36, 1e-6);
  EXPECT_NEAR(late.value("commanded_across_phase_error"), 36, 1e-6);
  MadeUp pace;  // each side's legs step together
  pace.steps(5, 0.3, [](const LegSpec& l) { return l.side == Side::left ? 0 : 0.5; });
  EXPECT_NEAR(pace.value("commanded_tripod_phase_error"), 180, 1e-6);
  EXPECT_NEAR(pace.value("commanded_across_phase_error"), 0, 1e-6);
}

TEST(GaitMeasures, CountWhatReflexesBeginToDo) {
  MadeUp m(1);
  const auto of = [](double t, double from, double to, double act) {
    return t > from && t < to ? act : 0;
  };
  m.with("gait", {"reflex/left0", "reflex/right0"}, [&](double t, std::size_t c) {
    return c == 0 ? of(t, 0.2, 0.3, 1) + of(t, 0.5, 0.6, 1) : of(t, 0.2, 0.3, 2) + of(t, 0.3, 1, 1);
  });
  EXPECT_EQ(m.value("reflex_acts"), 4);
  EXPECT_EQ(m.value("reflex_acts", "", 0.4), 1);
  EXPECT_EQ(m.value("reflex_acts", "", 1), 0);
}

TEST(WaveMeasures, KnowTheLongestAndTheShortestStep) {
  MadeUp m(1);
  // Steps of 40 ms, but for one of 55 ms; the one that the track cuts off does not count.
  m.with("gait", {"step/left0", "step/right0"}, [](double t, std::size_t) {
    const double in_cycle = std::fmod(t + 1e-7, 0.25);
    return in_cycle < (t > 1 && t < 1.25 ? 0.055 : 0.04) ? 1.0 : 0.0;
  });
  EXPECT_NEAR(m.value("commanded_step_variation"), 15, 0.01);
  EXPECT_NEAR(m.value("commanded_step_variation", "left0", 1.1), 0, 0.01);
  EXPECT_NEAR(m.value("commanded_step_duration", "right0"), (6 * 40 + 55) / 7.0, 0.01);
  EXPECT_NEAR(m.value("commanded_stance_duration", "left0", 1.3), 210, 0.01);
}

TEST(WaveMeasures, OfLegsThatStandAreNone) {
  MadeUp m;
  m.with("gait",
         {"step/left0", "step/right0", "step/left1", "step/right1", "step/left2", "step/right2"},
         [](double, std::size_t) { return 0.0; });
  for (const char* name : {"commanded_step_duration", "commanded_step_variation",
                           "commanded_stance_duration", "commanded_delay", "commanded_wave_order"})
    EXPECT_TRUE(std::isnan(m.value(name))) << name;
}

TEST(WaveMeasures, KnowTheShareOfWavesThatRunForward) {
  MadeUp m;
  // From back to front within a cycle of 250 ms on the left; from front to back on the right.
  m.steps(4, 0.16, [](const LegSpec& leg) {
    return leg.side == Side::left ? (2 - leg.row) * 0.2 : leg.row * 0.2;
  });
  EXPECT_EQ(m.value("commanded_wave_order"), 0.5);
  EXPECT_NEAR(m.value("commanded_delay", "left2"), 50, 0.5);
  EXPECT_NEAR(m.value("commanded_delay", "right1"), 200, 0.5);  // to the next cycle's
}

// A walk that speeds up from 1 to 5 Hz in 8 s: each leg's cycle is `phase` behind the hindmost's,
// as a share of the cycle and as a time.
MadeUp faster_and_faster(double share_of_cycle, double seconds) {
  const auto frequency = [](double t) { return 1 + 0.5 * t; };
  const auto cycles = [](double t) { return t + 0.25 * t * t; };
  MadeUp m(3, 8);
  m.forces([=](double t, const LegSpec& leg) {
    const double behind = 2 - leg.row;
    const double late = t - behind * (seconds + share_of_cycle / frequency(t));
    const double cycle = cycles(late) + (leg.side == Side::left ? 0 : 0.5) + 10;
    return Vec3(0, 0, cycle - std::floor(cycle) < 0.6 ? 4 : 0);
  });
  return m;
}

TEST(WaveMeasures, PausesTakeWhatConstantDelaysLeaveOfThePeriod) {
  MadeUp m = faster_and_faster(0, 0.04);
  EXPECT_NEAR(m.value("pause_per_period"), 1, 0.02);
  EXPECT_NEAR(m.value("delay"), 40, 1);
  // Of delays that are a tenth of the cycle, three tenths, and of both.
  EXPECT_NEAR(faster_and_faster(0.1, 0).value("pause_per_period"), 0.8, 0.02);
  EXPECT_NEAR(faster_and_faster(0.3, 0).value("pause_per_period"), 0.4, 0.03);
  EXPECT_NEAR(faster_and_faster(0.1, 0.02).value("pause_per_period"), 0.8, 0.02);
}

TEST(WaveMeasures, PausesOverPeriodsAreUnknownAtOneFrequency) {
  MadeUp m;
  m.steps(4, 0.16, [](const LegSpec& leg) { return (2 - leg.row) * 0.2; });
  EXPECT_NEAR(m.value("commanded_wave_pause"), 250 - 2 * 50, 0.5);
  EXPECT_TRUE(std::isnan(m.value("commanded_pause_per_period")));
}

TEST(WaveMeasures, PausesAreNegativeIfWavesOverlap) {
  MadeUp m;
  m.steps(4, 0.16, [](const LegSpec& leg) { return (2 - leg.row) * 0.6; });
  EXPECT_NEAR(m.value("commanded_wave_pause"), -50, 0.5);
}

TEST(WaveMeasures, OfOneRowOfLegsHaveNoPauses) {
  MadeUp m(1);
  m.steps(4, 0.16, [](const LegSpec&) { return 0.0; });
  EXPECT_TRUE(std::isnan(m.value("commanded_wave_pause")));
}

}  // namespace
}  // namespace gambol::testing
