#include "control/kinematic_gait/leg_clock.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

constexpr double g = 9.81, h = 1e-4;
const LegClock walk{0.3, 0.35, 0.25}, run{0, 0.1, 0.3};

double acceleration(const LegClock& leg, double t) {
  return (lift_by(leg, t + h, g) - 2 * lift_by(leg, t, g) + lift_by(leg, t - h, g)) / (h * h);
}

TEST(LegClock, PushesFallsAndRestores) {
  for (const LegClock& leg : {walk, run}) {
    EXPECT_EQ(lift_by(leg, leg.mid, g), 0);
    EXPECT_NEAR(lift_by(leg, leg.next_mid(), g), 0, 1e-15);
    const double up = g * leg.transfer / (2 * leg.half_support);  // Eq. 13
    for (double t = leg.mid + 0.01; t < leg.next_mid() - 0.005; t += 0.01) {
      if (std::abs(t - leg.lift()) < h || std::abs(t - leg.place()) < h) continue;
      EXPECT_NEAR(acceleration(leg, t), leg.stands(t) ? up : -g, 1e-4) << t;
    }
  }
}

TEST(LegClock, KeepsTheSpeedOfTheBodyAsItLiftsAndIsPlaced) {
  for (double at : {run.lift(), run.place(), run.mid + run.period() / 2}) {
    const double before = lift_by(run, at, g) - lift_by(run, at - h, g);
    const double after = lift_by(run, at + h, g) - lift_by(run, at, g);
    EXPECT_NEAR(before / h, after / h, 1e-2);
  }
}

TEST(LegClock, KnowsItsMeans) {
  for (const LegClock& leg : {walk, run}) {
    constexpr int n = 20000;
    double lift = 0;
    for (int k = 0; k < n; ++k) {
      const double t = leg.mid + leg.period() * (k + 0.5) / n;
      lift += lift_by(leg, t, g) / n;
    }
    EXPECT_NEAR(mean_lift(leg.half_support, leg.transfer, g), lift, 1e-8);
  }
}

TEST(LegClock, TurnsByTheSameForceEachWayAndComesToRest) {
  for (const LegClock& leg : {walk, run}) {
    EXPECT_EQ(turn_by(leg, leg.mid), 0);
    EXPECT_DOUBLE_EQ(turn_by(leg, leg.next_mid()), 1);
    EXPECT_NEAR(turn_by(leg, leg.mid + leg.period() / 2), 0.5, 1e-12);
    EXPECT_NEAR(turn_rate_by(leg, leg.next_mid()), 0, 1e-12);
    for (double t = leg.mid + 0.01; t < leg.next_mid() - 0.005; t += 0.01)
      EXPECT_NEAR((turn_by(leg, t + h) - turn_by(leg, t - h)) / (2 * h), turn_rate_by(leg, t),
                  1e-3);
    const double push = leg.half_support;  // the seed's last equation
    EXPECT_NEAR(turn_rate_by(leg, leg.lift()) / push, 1 / (push * (push + leg.transfer)), 1e-12);
  }
}

}  // namespace
}  // namespace gambol
