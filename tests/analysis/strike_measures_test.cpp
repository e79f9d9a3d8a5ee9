// Where feet come down and how joints turn, of a pair of compasses whose motion is known.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "analysis/made_up.h"
#include "support/own_file.h"

namespace gambol::testing {
namespace {

constexpr double swing = 0.3;    // rad, of each leg from the vertical
constexpr double heading = 0.5;  // rad

// Legs of 1 m, 20 cm apart, feet at their ends. The left leg comes down at 0.2 s, 0.3 rad ahead,
// while the right one, as far behind, bears; the force on the right leg is 6 N, then 3 N, then 5 N.
MadeUp compasses(double lean = 0) {
  MadeUp made(0, 1);
  const std::string file = own_file(".yaml");
  std::ofstream(file) << R"(
figure: gambol_compasses
bodies:
  - {name: trunk, shapes: [{sphere: 0.1}]}
  - {name: left_leg, parent: trunk, at: [0, 0.1, 0], joint: {axis: [0, 1, 0]}, shapes: [{sphere: 0.1}]}
  - {name: left_foot, parent: left_leg, at: [0, 0, -1], joint: {axis: [0, 1, 0]}, shapes: [{sphere: 0.1}]}
mirror: {from: left, to: right}
legs: [{name: left, side: left, row: 0, feet: [left_foot]}]
)";
  made.figure() = load_figure(file);
  made.com([](double) { return Vec3(0, 0, 0.9); });
  made.forces([](double t, const LegSpec& leg) {
    if (leg.name == "left") return Vec3(0, 0, t < 0.2 ? 0 : 4);
    return Vec3(0, 0, t < 0.1 ? 6 : t < 0.4 ? 3 : 5);
  });
  const Quat turned = Quat(Eigen::AngleAxisd(heading, Vec3::UnitZ())) *
                      Quat(Eigen::AngleAxisd(lean, Vec3::UnitX()));
  const std::vector<std::string> columns{
      "x", "y", "z", "qw", "qx", "qy", "qz", "left_leg", "left_foot", "right_leg", "right_foot"};
  return made.with("q", columns, [=](double t, std::size_t c) {
    if (c < 3) return c == 2 ? 1.0 : 0.0;
    if (c == 3) return turned.w();
    if (c < 7) return turned.vec()[static_cast<int>(c) - 4];
    // A negative angle is ahead. The legs pass each other, and meet at 0.7 s.
    const double leg = -swing * std::cos(pi * (t - 0.2));
    return columns[c] == "left_leg" ? leg : columns[c] == "right_leg" ? -leg : 0.0;
  });
}

TEST(StrikeMeasures, AStepIsAsLongAsTheLegsAreApartAlongTheHeading) {
  MadeUp made = compasses();
  EXPECT_NEAR(made.value("step_length", "left"), 100 * 2 * std::sin(swing), 1e-3);
  EXPECT_NEAR(made.value("strike_aside", "left"), 100, 1e-6);
}

TEST(StrikeMeasures, AFootThatBearsAllTheTimeDoesNotComeDown) {
  ExpectSpec e;
  e.measure = "step_length";
  e.body = "right";
  const Measurement m = compasses().measured(e);
  EXPECT_TRUE(std::isnan(m.value));
  EXPECT_EQ(m.why, "right never comes down while another leg bears");
}

TEST(StrikeMeasures, ALoadRisesFromItsLeastValueBefore) {
  MadeUp made = compasses();
  EXPECT_NEAR(made.value("load_rise", "right"), 2 / 9.81, 1e-3);
  EXPECT_NEAR(made.value("load_rise", "left"), 4 / 9.81, 1e-3);
  EXPECT_NEAR(made.value("peak_load", "right"), 6 / 9.81, 1e-3);
  EXPECT_NEAR(made.value("least_load", "right"), 3 / 9.81, 1e-3);
  EXPECT_EQ(made.value("peak_load"),
            std::max(made.value("peak_load", "left"), made.value("peak_load", "right")));
  EXPECT_EQ(made.value("least_load"),
            std::min(made.value("least_load", "left"), made.value("least_load", "right")));
}

TEST(StrikeMeasures, AnglesOfAJointAreItsLeastAndItsGreatest) {
  MadeUp made = compasses();
  const double at_end = -swing * std::cos(pi * 0.8) * 180 / pi;
  EXPECT_NEAR(made.value("least_angle", "left_leg"), -swing * 180 / pi, 1e-4);
  EXPECT_NEAR(made.value("greatest_angle", "left_leg"), at_end, 1e-4);
  EXPECT_NEAR(made.value("joint_range", "left_leg"), at_end + swing * 180 / pi, 1e-4);
  EXPECT_NEAR(made.value("joint_range", "*_leg"), at_end + swing * 180 / pi, 1e-4);
  EXPECT_EQ(made.value("joint_range"), 0) << "feet do not turn";
  EXPECT_NEAR(made.value("bend_range", "left_leg"), at_end + swing * 180 / pi, 1e-4);
  EXPECT_NEAR(made.value("sideways_bend_range", "left_leg"), 0, 1e-4);
}

TEST(StrikeMeasures, LeaningHasASideAndHeadingsARange) {
  MadeUp made = compasses(0.1);  // turned about the axis ahead: to the right
  EXPECT_NEAR(made.value("lean_right"), 0.1 * 180 / pi, 1e-6);
  EXPECT_NEAR(made.value("lean_left"), -0.1 * 180 / pi, 1e-6);
  EXPECT_NEAR(made.value("heading_range"), 0, 1e-6);
  MadeUp turns;
  turns.heading([](double t) { return 3 + std::sin(pi * t) / 2; });
  EXPECT_NEAR(turns.value("heading_range"), 180 / pi, 1e-3);
}

}  // namespace
}  // namespace gambol::testing
