// How a walk swings its feet, keeps its time, gives energy to and fro and gets under way, of walks
// that are known.

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "analysis/made_up.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol::testing {
namespace {

double alternating(const LegSpec& leg) { return leg.side == Side::left ? 0.2 : 0.7; }

// Straight lines from one of `points` (share of a swing, mm) to the next.
double along(const std::vector<std::pair<double, double>>& points, double x) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (x <= points[i].first)
      return std::lerp(points[i - 1].second, points[i].second,
                       (x - points[i - 1].first) / (points[i].first - points[i - 1].first));
  return points.back().second;
}

// Swings last from 0.6 s after a footfall to the next one, 0.4 s later. `heights` of the toes, by
// the swing's number and its share; the heel is twice as high.
MadeUp swings(const std::function<double(int number, double share)>& heights) {
  MadeUp made(1, 4);
  for (LegSpec& leg : made.figure().legs) leg.feet = {leg.name + "_toes", leg.name + "_heel"};
  made.bearing(1, 0.6, alternating);
  const std::vector<std::string> columns{"left0_toes", "left0_heel", "right0_toes", "right0_heel"};
  return made.with("lowest", columns, [&](double t, std::size_t c) {
    if (c > 1) return 0.05;
    const double since = t - 0.2 + 1.0001, share = (since - std::floor(since) - 0.6) / 0.4;
    const double high = share < 0 ? 0 : heights(static_cast<int>(since), share) / 1000;
    return c == 0 ? high : 2 * high;
  });
}

TEST(WalkMeasures, ToesPassTheGroundBetweenTwoHeights) {
  // Up to 50 mm, down to 12 or 15 at the middle, up to 20 and down to the ground: what the heel
  // does late in the swing does not count.
  MadeUp made = swings([](int number, double share) {
    return along({{0, 0}, {0.2, 50}, {0.5, number == 2 ? 12 : 15}, {0.65, 20}, {0.8, 5}, {1, 0}},
                 share);
  });
  EXPECT_NEAR(made.value("toe_clearance", "left0"), 12, 0.2);
  EXPECT_NEAR(made.value("toe_clearance", "right0"), 50, 1e-9);
  EXPECT_NEAR(made.value("toe_clearance"), 12, 0.2) << "of the leg that passes lowest";
  EXPECT_NEAR(made.value("swing_clearance", "left0"), 50, 1);
}

TEST(WalkMeasures, OfAFootThatOnlyRisesAndFallsTheMiddleHalfCounts) {
  MadeUp made = swings([](int, double share) { return along({{0, 0}, {0.3, 60}, {1, 4}}, share); });
  EXPECT_NEAR(made.value("toe_clearance", "left0"), 4 + 56 * 0.25 / 0.7, 0.5);
}

TEST(WalkMeasures, AShakeIsNoPassage) {
  // 1 mm up and down every 16 ms, about a height that only falls.
  MadeUp made = swings([](int, double share) {
    const double step = share * 25;
    return along({{0, 0}, {0.2, 60}, {1, 0}}, share) + (step - std::floor(step) < 0.5 ? 1 : 0);
  });
  EXPECT_NEAR(made.value("toe_clearance", "left0"), 60 * 0.25 / 0.8, 1);
}

TEST(WalkMeasures, NeedAWholeSwing) {
  MadeUp made = swings([](int, double) { return 10; });
  ExpectSpec e;
  e.measure = "toe_clearance";
  e.body = "left0";
  e.from = 1.3;
  e.to = 2.1;  // it lifts at 1.8 s
  EXPECT_EQ(made.measured(e).why, "no whole swing");
  EXPECT_TRUE(std::isnan(made.measured(e).value));
}

// Strides of 1.0, 1.2, 1.0 and 1.2 s of the left leg; of the right leg of 1.1 s.
TEST(WalkMeasures, StridesVaryByTheirStandardDeviationOverTheirMean) {
  MadeUp made(1, 5);
  const std::vector<double> left{0.1, 1.1, 2.3, 3.3, 4.5};
  made.forces([&](double t, const LegSpec& leg) {
    bool bears = false;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const double down = leg.side == Side::left ? left[i] : 0.3 + 1.1 * double(i);
      bears = bears || (t > down - 1e-6 && t < down + 0.6);
    }
    return Vec3(0, 0, bears ? 5 : 0);
  });
  const double deviation = std::sqrt(4 * 0.01 / 3);
  EXPECT_NEAR(made.value("stride_variation", "left0"), deviation / 1.1, 1e-9);
  EXPECT_NEAR(made.value("stride_variation", "right0"), 0, 1e-9);
  EXPECT_NEAR(made.value("stride_variation"), deviation / 1.1, 1e-9);
  ExpectSpec e;
  e.measure = "stride_variation";
  e.to = 2;
  EXPECT_EQ(made.measured(e).why, "fewer than two strides of left0");
}

// A walk in the direction `heading`, whose centre of mass rises and sinks by 2 cm twice a stride,
// and whose energy of forward motion, J/kg, is `forward` of that which goes up and down.
MadeUp rolling(double heading, const std::function<double(double up, double t)>& forward) {
  MadeUp made(1, 4.5);
  made.bearing(1, 0.6, alternating);
  made.heading([](double) { return 0.3; });  // where it faces says nothing
  constexpr double rate = 2 * 2 * pi, high = 0.02;
  std::vector<double> way{0};
  const auto speed = [&](double t) {
    const double z = high * std::sin(rate * t), w = high * rate * std::cos(rate * t);
    return std::sqrt(2 * forward(9.81 * z + w * w / 2, t));
  };
  const auto& times = made.poses.track_times;
  for (std::size_t k = 1; k < times.size(); ++k)
    way.push_back(way.back() + (times[k] - times[k - 1]) *
                                   (speed(times[k]) + speed(times[k - 1]) +
                                    4 * speed((times[k] + times[k - 1]) / 2)) /
                                   6);
  made.com([&](double t) -> Vec3 {
    const double s = way[static_cast<std::size_t>(std::lround(t * 1000))];
    return {s * std::cos(heading), s * std::sin(heading), 1 + high * std::sin(rate * t)};
  });
  return made.with("energy", {"kinetic", "potential"}, [=](double t, std::size_t c) {
    return c == 0 ? 1e3 : 9.81 * (1 + high * std::sin(rate * t));  // of 1 kg
  });
}

TEST(WalkMeasures, WhatFallsAsItSpeedsUpRecoversItsEnergy) {
  for (const double heading : {0.0, 2.2}) {
    MadeUp pendulum = rolling(heading, [](double up, double) { return 0.8 - up; });
    EXPECT_NEAR(pendulum.value("energy_recovery", "left0"), 1, 1e-3);
    EXPECT_NEAR(pendulum.value("energy_recovery"), 1, 1e-3);
    MadeUp runner = rolling(heading, [](double up, double) { return 0.8 + up; });
    EXPECT_NEAR(runner.value("energy_recovery", "right0"), 0, 1e-3);
    MadeUp half = rolling(heading, [](double up, double) { return 0.8 - up / 2; });
    EXPECT_NEAR(half.value("energy_recovery"), 1 - (1 - 0.5) / 1.5, 1e-3);
  }
}

// Two sines of equal height a quarter of a cycle apart sum to one of their height times root two.
TEST(WalkMeasures, EnergiesAQuarterApartRecoverAPart) {
  // The work that lifts gains about 2 * 9.81 * 0.02 J/kg per rise; the forward energy gets as much.
  MadeUp made =
      rolling(0, [](double, double t) { return 0.8 + 9.81 * 0.02 * std::cos(2 * 2 * pi * t); });
  EXPECT_NEAR(made.value("energy_recovery"), 1 - std::sqrt(2) / 2, 0.02);
  made.poses.figures[0].mass = 2;
  for (Channel& c : made.poses.channels)
    if (c.name == "bug/energy")
      for (double& joules : c.values) joules *= 2;
  EXPECT_NEAR(made.value("energy_recovery"), 1 - std::sqrt(2) / 2, 0.02) << "whatever its mass";
}

TEST(WalkMeasures, RecoveryNeedsAWholeStride) {
  MadeUp made = rolling(0, [](double up, double) { return 0.8 - up; });
  ExpectSpec e;
  e.measure = "energy_recovery";
  e.to = 1.1;
  EXPECT_EQ(made.measured(e).why, "no whole stride of left0");
}

// It speeds up by 0.2 m/s2 to 1 m/s, in the direction `heading`, and is asked for 1 m/s from 1 s
// on. Feet come down at 0.2, 0.7, 1.2 s, ...
MadeUp starts(double heading, double asked = 1) {
  MadeUp made(1, 8);
  made.shot.motion.figures[0].controllers[0].kind = LegFramesSpec();
  made.bearing(1, 0.6, alternating);
  made.heading([=](double) { return heading; });
  made.com([=](double t) -> Vec3 {
    const double s = t < 5 ? 0.1 * t * t : 2.5 + (t - 5);
    return {s * std::cos(heading), s * std::sin(heading), 1};
  });
  return made.with("gait", {"goal_speed", "goal_heading"},
                   [=](double t, std::size_t c) { return c == 0 ? (t < 1 ? 0 : asked) : heading; });
}

TEST(WalkMeasures, StepsCountUntilOneIsFastEnough) {
  // 0.9 m/s is reached at 4.5 s; so the mean of the step from 4.2 s to 4.7 s is below it, and the
  // next step, which ends with the eleventh footfall, at 5.2 s, above.
  for (const double heading : {0.0, -2.0}) {
    MadeUp made = starts(heading);
    EXPECT_EQ(made.value("steps_to_speed"), 11);
    EXPECT_EQ(made.value("steps_to_speed", "", 4), 3) << "of those in the time";
    EXPECT_EQ(starts(heading, 0.5).value("steps_to_speed"), 6);
  }
}

TEST(WalkMeasures, AFigureThatIsNeverFastEnoughHasNoStepsToSpeed) {
  MadeUp made = starts(0, 2);
  ExpectSpec e;
  e.measure = "steps_to_speed";
  e.max = 100;
  EXPECT_TRUE(std::isnan(made.measured(e).value));
  EXPECT_FALSE(made.measured(e).passed);
  EXPECT_EQ(made.measured(e).why, "no step of 1.8 m/s");
  EXPECT_EQ(starts(0, 0).measured(e).why, "its goal is not to go ahead");
}

}  // namespace
}  // namespace gambol::testing
