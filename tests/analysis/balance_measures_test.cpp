// Measures of balance, on tracks that were made up.

#include <gtest/gtest.h>

#include "made_up.h"

namespace gambol::testing {
namespace {

// A bug of 1 kg with three feet to each leg, which bear `newtons` each.
struct Stander : MadeUp {
  explicit Stander(std::vector<double> newtons) : MadeUp(1) {
    poses.figures = {{"bug", 1.0}};
    std::vector<std::string> feet;
    for (LegSpec& leg : figure().legs)
      for (const char* toe : {"_heel", "_toe1", "_toe2"}) leg.feet.push_back(leg.name + toe);
    for (const LegSpec& leg : figure().legs)
      feet.insert(feet.end(), leg.feet.begin(), leg.feet.end());
    for (const std::string& foot : feet) figure().bodies.emplace_back().name = foot;
    with("ground_force", feet, [=](double, std::size_t c) { return newtons.at(c); });
  }
};

TEST(BalanceMeasures, GiveTheLoadOfABodyInWeights) {
  Stander m({2, 1, 0, 3, 2, 1.81});
  EXPECT_NEAR(m.value("body_load", "left0_heel"), 2 / 9.81, 1e-6);
  EXPECT_NEAR(m.value("body_load", "left0_toe2"), 0, 1e-12);
}

TEST(BalanceMeasures, CallALoadEvenIfAllBearAlike) {
  EXPECT_NEAR(Stander({2, 2, 2, 2, 2, 2}).value("load_evenness"), 1, 1e-12);
  EXPECT_NEAR(Stander({0, 0, 5, 0, 0, 0}).value("load_evenness"), 1.0 / 6, 1e-12);
  // Two of three bear alike.
  Stander m({7, 3, 0, 7, 3, 3});
  EXPECT_NEAR(m.value("load_evenness", "*_toe?"), 3.0 / 4, 1e-12);
  EXPECT_NEAR(m.value("load_evenness", "left0_*"),
              std::exp(-0.7 * std::log(0.7) - 0.3 * std::log(0.3)) / 3, 1e-12);
}

TEST(BalanceMeasures, KnowNoEvennessInTheAir) {
  EXPECT_TRUE(std::isnan(Stander({0, 0, 0, 0, 0, 0}).value("load_evenness")));
}

// The left foot bears three quarters, so that the pressure is a quarter of the way from it.
struct Pressed : MadeUp {
  Pressed() : MadeUp(1, 2) {
    forces(
        [](double, const LegSpec& leg) { return Vec3(0, 0, leg.side == Side::left ? 7.5 : 2.5); });
    of_legs("foot_point", [](double t, const LegSpec& leg) {
      return Vec3(0.01 * t, leg.side == Side::left ? 0.1 : -0.1, 0);
    });
    com([](double) { return Vec3(0, 0.05, 1); });
  }
};

TEST(BalanceMeasures, PlaceThePressureByTheForcesOnBothFeet) {
  Pressed m;
  EXPECT_NEAR(m.value("pressure_offset"), 20, 1e-6);  // after 2 s
  EXPECT_NEAR(m.value("pressure_speed"), 10, 1e-6);
}

TEST(BalanceMeasures, SwayIsTheLargestWayFromTheBeginning) {
  MadeUp m;
  m.com([](double t) { return Vec3(0.03 * std::sin(pi * t), 0.04 * std::sin(pi * t), t); });
  EXPECT_NEAR(m.value("sway"), 50, 1e-6);
  EXPECT_NEAR(m.value("distance"), 0, 1e-6);
}

}  // namespace
}  // namespace gambol::testing
