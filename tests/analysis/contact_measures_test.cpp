// Measures of what feet do, on forces that were made up.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_up.h"

namespace gambol::testing {
namespace {

// From back to front on each side; opposite legs alternate.
double wave_phase(const LegSpec& leg) {
  return (2 - leg.row) * 0.2 + (leg.side == Side::left ? 0 : 0.5);
}

TEST(ContactMeasures, KnowATripodByItsForces) {
  MadeUp m;
  m.bearing(5, 0.6, tripod_phase);
  EXPECT_NEAR(m.value("stride_frequency"), 5, 1e-9);
  EXPECT_NEAR(m.value("duty_factor"), 0.6, 0.01);
  EXPECT_NEAR(m.value("stance_duration"), 120, 0.1);
  EXPECT_NEAR(m.value("swing_duration", "left1"), 80, 0.1);
  EXPECT_NEAR(m.value("tripod_phase_error"), 0, 1e-6);
  EXPECT_NEAR(m.value("across_phase_error"), 0, 1e-6);
  EXPECT_NEAR(m.value("delay"), 100, 0.1);
  EXPECT_EQ(m.value("gait_cycles"), 10);
}

// Two feet bear in turn, ten times each, until the figure lies on its side; then one foot alone.
TEST(ContactMeasures, CountStepsUntilTheFall) {
  const auto hops = [](bool both) {
    return [both](double t, const LegSpec& leg) {
      const bool left = leg.side == Side::left;
      const double in = std::fmod(t + 1e-4 + (left ? 0 : 0.1), 0.2);
      const bool bears = leg.row == 0 && (left || both) && in > 0.05 && in < 0.13;
      return Vec3(0, 0, bears ? 5 : 0);
    };
  };
  MadeUp m;
  m.forces(hops(true)).root([](double) { return Quat::Identity(); });
  EXPECT_EQ(m.value("steps"), 20);
  MadeUp falls;
  falls.forces(hops(true)).root([](double t) {
    return Quat(Eigen::AngleAxisd(t < 1 ? 0.9 : 1.1, Vec3::UnitX()));
  });
  EXPECT_EQ(falls.value("steps"), 10);
  MadeUp hopper;
  hopper.forces(hops(false)).root([](double) { return Quat::Identity(); });
  EXPECT_EQ(hopper.value("steps"), 1);
}

// Front feet bear for the first 60 ms of a stride of 200 ms, the others from 100 to 150 ms.
TEST(ContactMeasures, CountFlightsAndTimeThem) {
  MadeUp m;
  m.forces([](double t, const LegSpec& leg) {
    const double in = std::fmod(t + 0.0001, 0.2);
    return Vec3(0, 0, leg.row == 0 ? (in < 0.06 ? 5 : 0) : (in > 0.1 && in < 0.15 ? 5 : 0));
  });
  EXPECT_NEAR(m.value("flights_per_stride"), 2, 1e-12);
  EXPECT_NEAR(m.value("longest_flight"), 50, 1.1);
  EXPECT_NEAR(m.value("shortest_flight"), 40, 1.1);
  EXPECT_NEAR(m.value("stride_frequency"), 5, 1e-9);
}

// What the gait commands is not what the feet do.
TEST(ContactMeasures, DoNotBelieveCommands) {
  MadeUp m;
  m.bearing(5, 0.8, wave_phase).steps(8, 0.5, tripod_phase);
  EXPECT_NEAR(m.value("stride_frequency"), 5, 1e-9);
  EXPECT_NEAR(m.value("commanded_stride_frequency"), 8, 1e-9);
  EXPECT_NEAR(m.value("delay"), 40, 0.1);
  EXPECT_NEAR(m.value("commanded_delay"), 62.5, 0.1);
  EXPECT_NEAR(m.value("stance_duration"), 160, 0.1);
  EXPECT_NEAR(m.value("commanded_stance_duration"), 62.5, 0.2);
  EXPECT_EQ(m.value("wave_order"), 1);
}

TEST(ContactMeasures, CountAFootAsDownFromAShareOfTheWeight) {
  MadeUp m(1);
  // Half of the time 2 %, half of the time 4 % of the weight.
  m.forces([](double t, const LegSpec&) {
    return Vec3(0, 0, 9.81 * (std::fmod(t + 0.0001, 0.2) < 0.1 ? 0.02 : 0.04));
  });
  const auto duty = [&](double from) {
    ExpectSpec e;
    e.measure = "duty_factor";
    e.bears_from = from;
    return m.measured(e);
  };
  EXPECT_NEAR(duty(0.01).value, 1, 1e-12);
  // It comes down at 4 % and is up again below 1 %, so it never lifts.
  EXPECT_GT(duty(0.03).value, 0.9);
  EXPECT_EQ(duty(0.05).why, "no contact");
}

// A bounce of 4 ms in a stride of 200 ms is neither a step nor a stance.
TEST(ContactMeasures, IgnoreABounce) {
  MadeUp m(1);
  m.steps(5, 0.5, [](const LegSpec&) { return 0.0; });
  m.forces([](double t, const LegSpec&) {
    const double in = std::fmod(t + 0.0001, 0.2);
    const bool bounces = (in > 0.11 && in < 0.114) || (in > 0.03 && in < 0.034);
    return Vec3(0, 0, (in > 0.1) != bounces ? 5 : 0);
  });
  EXPECT_NEAR(m.value("stride_frequency"), 5, 1e-9);
  EXPECT_NEAR(m.value("swing_duration"), 100, 0.1);
  EXPECT_NEAR(m.value("swing_variation"), 0, 0.1);
}

// Wilson's first rule: no leg lifts before the one behind it is down.
TEST(ContactMeasures, SeeALegThatLiftsTooEarly) {
  MadeUp kept, broken;
  kept.bearing(5, 0.8, wave_phase);
  broken.bearing(5, 0.7, [](const LegSpec& leg) { return (2 - leg.row) * 0.05; });
  EXPECT_EQ(kept.value("early_lifts"), 0);
  EXPECT_GT(broken.value("early_lifts"), 0.9);
}

TEST(ContactMeasures, SumImpulsesSharesAndMoments) {
  MadeUp m(2);
  // Front legs bear a quarter, hind legs three quarters; the left ones pull forward, out of 0.1 m.
  m.forces([](double t, const LegSpec& leg) {
    const bool down = std::fmod(5 * t + 10.0001, 1) < 0.5;
    const double up = (leg.row == 0 ? 1 : 3) * 9.81 / 4;
    return down ? Vec3(leg.side == Side::left ? 1 : 0, -0.5, up) : Vec3::Zero();
  });
  m.heading([](double) { return 0.0; }).com([](double) { return Vec3(0, 0, 1); });
  m.of_legs("foot_point", [](double, const LegSpec& leg) {
    return Vec3(0, leg.side == Side::left ? 0.1 : -0.1, 0);
  });
  EXPECT_NEAR(m.value("vertical_impulse", "right1"), 1000 * 0.1 * 3 * 9.81 / 4, 1e-6);
  EXPECT_NEAR(m.value("fore_aft_impulse", "left0"), 100, 1e-6);
  EXPECT_NEAR(m.value("fore_aft_impulse", "right0"), 0, 1e-9);
  EXPECT_NEAR(m.value("sideways_impulse", "right0"), -50, 1e-6);
  EXPECT_NEAR(m.value("load_share", "left1"), 0.375, 1e-9);
  EXPECT_NEAR(m.value("pair_load_share", "left1"), 0.75, 1e-9);
  EXPECT_NEAR(m.value("load_while_down"), 0.25, 1e-9);
  // Two legs pull forward by 1 N, 0.1 m to the left, half of the time: to the right.
  EXPECT_NEAR(m.value("turning_moment") / 1e6, -0.1, 1e-4);
}

// The body walks 0.5 m/s to the north; one foot slides to and fro at 0.1 m/s, and bears half of the
// time.
TEST(ContactMeasures, KnowHowMuchOfAStrideIsSlip) {
  MadeUp m(1);
  m.bearing(5, 0.5, [](const LegSpec&) { return 0.0; });
  m.heading([](double) { return pi / 2; }).com([](double t) { return Vec3(0, 0.5 * t, 1); });
  m.slides([](double t, const LegSpec& leg) {
    const double to_and_fro = std::fmod(t, 0.04) < 0.02 ? -0.1 : 0.1;
    return Vec3(0, leg.name == "left0" ? to_and_fro : 0, 0);
  });
  EXPECT_NEAR(m.value("stride_length"), 10, 1e-6);
  EXPECT_NEAR(m.value("slip_per_stride", "left0"), 0.1, 1e-3);
  EXPECT_NEAR(m.value("slip_per_stride"), 0.05, 1e-3);
  EXPECT_NEAR(m.value("worst_slip_per_stride"), 0.1, 1e-3);
}

// All that a gait measures by contact is unknown of a figure whose feet touch nothing.
TEST(ContactMeasures, OfAHungBugAreNone) {
  MadeUp m;
  m.steps(5, 0.5, tripod_phase).forces([](double, const LegSpec&) { return Vec3::Zero(); });
  m.heading([](double) { return 0.0; }).com([](double) { return Vec3::Zero(); });
  for (const char* name : {"stride_frequency",    "gait_cycles",        "steps",
                           "across_phase_error",  "tripod_phase_error", "swing_duration",
                           "swing_variation",     "stance_duration",    "delay",
                           "wave_order",          "wave_pause",         "pause_per_period",
                           "early_lifts",         "duty_factor",        "stride_length",
                           "swing_clearance",     "slip_per_stride",    "worst_slip_per_stride",
                           "turning_moment",      "load_while_down",    "support_margin",
                           "margin_of_stability", "sideways_margin",    "toe_clearance",
                           "stride_variation",    "energy_recovery"}) {
    ExpectSpec e;
    e.measure = name;
    EXPECT_EQ(m.measured(e).why, "no contact") << name;
    EXPECT_TRUE(m.measured(e).passed) << name << " is only reported";
    e.min = -1e9;
    EXPECT_FALSE(m.measured(e).passed) << name;
  }
  for (const char* name :
       {"vertical_impulse", "fore_aft_impulse", "sideways_impulse", "load_share", "pair_load_share",
        "first_hump_time", "second_hump_time", "strike_drive"}) {
    ExpectSpec e;
    e.measure = name;
    e.body = "left1";
    EXPECT_EQ(m.measured(e).why, "no contact") << name;
  }
}

}  // namespace
}  // namespace gambol::testing
