// Contact beside the graph of a gait, on feet that were made up.

#include <gtest/gtest.h>

#include "made_up.h"

namespace gambol::testing {
namespace {

constexpr double frequency = 2, duty = 0.6;  // Hz

double share_of_cycle(double t, const LegSpec& leg) {
  const double cycle = frequency * t - tripod_phase(leg) + 10.0001;
  return cycle - std::floor(cycle);
}

// A trot of four legs, whose graph has each stand for `duty` of its cycle. `bears`: whether it
// does, by the share of its cycle since it was to come down.
MadeUp trots(const std::function<bool(const LegSpec&, double share)>& bears) {
  MadeUp m(2, 4);
  std::vector<std::string> columns;
  for (const LegSpec& leg : m.figure().legs) columns.push_back("asked/" + leg.name);
  m.with("gait", columns, [&](double t, std::size_t c) {
    return share_of_cycle(t, m.figure().legs[c]) < duty ? 0.0 : 1.0;
  });
  m.forces([&](double t, const LegSpec& leg) {
    return Vec3(0, 0, bears(leg, share_of_cycle(t, leg)) ? 4 : 0);
  });
  return m;
}

TEST(GraphMeasures, FindNothingWhereFeetDoAsTheGraphAsks) {
  MadeUp m = trots([](const LegSpec&, double share) { return share < duty; });
  EXPECT_NEAR(m.value("phase_off_graph"), 0, 2e-3);
  EXPECT_NEAR(m.value("duty_off_graph"), 0, 2e-3);
  EXPECT_EQ(m.value("touches_per_stride"), 1);
}

TEST(GraphMeasures, ADelayThatAllLegsShareIsNone) {
  MadeUp all = trots([](const LegSpec&, double s) { return s > 0.1 && s < duty + 0.1; });
  EXPECT_NEAR(all.value("phase_off_graph"), 0, 2e-3);
  // One of four is late by 0.12 of a cycle: by 0.09 more than the mean, and the others by 0.03
  // less.
  MadeUp one = trots([](const LegSpec& leg, double s) {
    const double late = leg.name == "right1" ? 0.12 : 0;
    return s > late && s < duty + late;
  });
  EXPECT_NEAR(one.value("phase_off_graph"), 0.09, 2e-3);
  EXPECT_NEAR(one.value("phase_off_graph", "right1"), 0.09, 2e-3);
  EXPECT_NEAR(one.value("phase_off_graph", "left0"), 0.03, 2e-3);
  EXPECT_NEAR(one.value("duty_off_graph"), 0, 2e-3);
}

TEST(GraphMeasures, ALegThatIsDownBeforeItsTimeIsEarly) {
  MadeUp m = trots(
      [](const LegSpec& leg, double s) { return s < duty || (leg.name == "left1" && s > 0.92); });
  EXPECT_NEAR(m.value("phase_off_graph", "left1"), 0.06, 2e-3);
  EXPECT_NEAR(m.value("duty_off_graph", "left1"), 0.08, 2e-3);
  EXPECT_NEAR(m.value("duty_off_graph"), 0.08, 2e-3);
  EXPECT_NEAR(m.value("duty_off_graph", "right0"), 0, 2e-3);
}

TEST(GraphMeasures, AFootThatBouncesTouchesTwice) {
  MadeUp m = trots([](const LegSpec& leg, double s) {
    return s < duty && (leg.name != "left0" || s < 0.1 || s > 0.2);
  });
  EXPECT_EQ(m.value("touches_per_stride"), 2);
  EXPECT_EQ(m.value("touches_per_stride", "right0"), 1);
  EXPECT_NEAR(m.value("phase_off_graph"), 0, 2e-3);  // its first touch is on time
}

TEST(GraphMeasures, ALegThatNeverLiftsHasNoPhase) {
  MadeUp m = trots([](const LegSpec& leg, double s) { return leg.name == "left0" || s < duty; });
  EXPECT_TRUE(std::isnan(m.value("phase_off_graph")));
  EXPECT_NEAR(m.value("duty_off_graph"), 1 - duty, 2e-3);
}

// Two whole swings of a leg are the least that has one stride between them.
TEST(GraphMeasures, TellOfTooFewStrides) {
  MadeUp m = trots([](const LegSpec&, double share) { return share < duty; });
  ExpectSpec first;
  first.measure = "touches_per_stride";
  first.to = 1.1;
  first.max = 2;
  const Measurement one = m.measured(first);
  EXPECT_FALSE(one.passed);
  EXPECT_NE(one.why.find("too few strides of left0"), std::string::npos) << one.why;
  first.to = 2;
  EXPECT_EQ(m.measured(first).value, 1);
}

}  // namespace
}  // namespace gambol::testing
