// The humps of a leg's force over its stride, of forces that are known.

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/made_up.h"

namespace gambol::testing {
namespace {

// Weights over the share of the stride, which takes 1 s: a hump of 1.1, a trough of 0.7, a hump of
// 1.2, all of them flat, and a blow of 5 weights for 2 ms.
double weights(double phase) {
  if (phase >= 0.6) return 0;
  if (phase >= 0.1 && phase < 0.102) return 5;
  if (phase < 0.1) return 0.5;
  return phase < 0.2 ? 1.1 : phase < 0.4 ? 0.7 : phase < 0.5 ? 1.2 : 0.3;
}

// It walks in the direction `heading`: brakes by a fifth of its weight in the first half of the
// stance, and is driven by a quarter in the second. It comes down at 0.25 s, 1.25 s and so on.
MadeUp walker(double heading, double seconds = 4) {
  MadeUp made(1, seconds);
  made.heading([=](double) { return heading; });
  made.com([](double) { return Vec3::Zero(); });
  return made.forces([=](double t, const LegSpec& leg) -> Vec3 {
    const double since = t - 0.25 + 1e-6 + 10, phase = since - std::floor(since);
    const double up = leg.side == Side::left ? 9.81 * weights(phase) : 9.81;
    const double along = up == 0 ? 0 : 9.81 * (phase < 0.3 ? -0.2 : 0.25);
    return {along * std::cos(heading), along * std::sin(heading), up};
  });
}

TEST(StrideForceMeasures, AreTheHumpsOfTheMeanStrideInWeights) {
  for (const double heading : {0.0, 2.0}) {
    MadeUp made = walker(heading);
    EXPECT_NEAR(made.value("trough", "left0"), 0.7, 1e-9);
    EXPECT_NEAR(made.value("second_hump", "left0"), 1.2, 1e-9);
    EXPECT_NEAR(made.value("braking_force", "left0"), 0.2, 1e-9);
    EXPECT_NEAR(made.value("driving_force", "left0"), 0.25, 1e-9);
  }
}

// 2 ms of 5 weights among 8 ms of 1.1: in rows of 1 ms, a hundredth may have one row more or less.
TEST(StrideForceMeasures, CountABlowByItsImpulse) {
  EXPECT_NEAR(walker(0).value("first_hump", "left0"), (2 * 5 + 8 * 1.1) / 10, 0.2);
}

// Each hump has one highest hundredth: at 13 % and at 47 %.
TEST(StrideForceMeasures, TellWhenTheHumpsAre) {
  MadeUp made(1, 5);
  made.heading([](double) { return 0.0; });
  made.forces([](double t, const LegSpec&) -> Vec3 {
    const double since = t - 0.25 + 1e-6 + 10, phase = since - std::floor(since);
    if (phase >= 0.6) return Vec3::Zero();
    const double peak = phase < 0.3 ? 0.135 : 0.475;
    return {0, 0, 9.81 * (1.2 - std::abs(phase - peak))};
  });
  EXPECT_NEAR(made.value("first_hump_time", "left0"), 0.135, 1e-9);
  EXPECT_NEAR(made.value("second_hump_time", "right0"), 0.475, 1e-9);
}

// Along the heading a foot strikes by 0.4 weights for 3 ms, by turns 10 ms and 30 ms after it comes
// down, and by 0.8 in every other stride; at 8 % of the stride it is too late to be a strike.
TEST(StrideForceMeasures, AStrikeIsTheMeanOfTheGreatestOfEachFootfall) {
  for (const double heading : {0.0, 2.0}) {
    MadeUp made(1, 5.2);
    made.heading([=](double) { return heading; });
    made.forces([=](double t, const LegSpec&) -> Vec3 {
      const double since = t - 0.25 + 1e-6 + 10, stride = std::floor(since), phase = since - stride;
      const bool even = std::lround(stride) % 2 == 0;
      const double at = even ? 0.01 : 0.03;
      const double along = phase > at && phase < at + 0.003 ? (even ? 0.4 : 0.8)
                           : phase > 0.08 && phase < 0.1    ? 3
                                                            : -0.2;
      if (phase >= 0.6) return Vec3::Zero();
      return 9.81 * Vec3(along * std::cos(heading), along * std::sin(heading), 1);
    });
    EXPECT_NEAR(made.value("strike_drive", "left0"), 0.6, 1e-9);
  }
}

TEST(StrideForceMeasures, NeedAWholeStride) {
  ExpectSpec e;
  e.body = "left0";
  e.from = 1.5;
  for (const char* measure :
       {"first_hump", "first_hump_time", "second_hump_time", "driving_force", "strike_drive"}) {
    e.measure = measure;
    const Measurement m = walker(0, 3).measured(e);
    EXPECT_TRUE(std::isnan(m.value)) << measure;
    EXPECT_EQ(m.why, "no whole stride of left0");
  }
}

}  // namespace
}  // namespace gambol::testing
