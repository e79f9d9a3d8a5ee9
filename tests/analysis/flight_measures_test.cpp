// Ways of moving, of tracks that were made up.

#include <gtest/gtest.h>

#include "made_up.h"

namespace gambol::testing {
namespace {

// A body of 20 cm by 6 cm that hops: off the ground for 0.15 s of every 0.25 s, in a parabola.
MadeUp hopper() {
  MadeUp m(1);
  BodySpec body;
  body.name = "trunk";
  ShapeSpec box;
  box.shape.kind = ShapeKind::box;
  box.shape.size = Vec3(0.2, 0.1, 0.06);
  body.inertia = {box};
  m.figure().bodies = {body};
  m.poses.figures = {{"bug", 1.0}};
  const auto in = [](double t) { return std::fmod(t + 1e-6, 0.25); };
  m.com([in](double t) {
    const double s = in(t)-0.1;
    return Vec3(0.4 * t, 0.3 * t, s > 0 ? 0.5 * 9.81 * s * (0.15 - s) : 0);
  });
  m.with("ground_force", {"trunk"}, [in](double t, std::size_t) { return in(t) < 0.1 ? 50 : 0; });
  return m;
}

TEST(FlightMeasures, KnowHowLongAFigureIsOffTheGround) {
  EXPECT_NEAR(hopper().value("off_ground"), 0.6, 0.01);
}

TEST(FlightMeasures, KnowTheCycleInWhichItIsLeastOffTheGround) {
  MadeUp m = hopper();
  m.figure().waves.emplace().period = 0.25;
  EXPECT_NEAR(m.value("cycle_off_ground"), 0.6, 0.05);
  // It stands for as long.
  m.figure().waves->period = 0.1;
  EXPECT_EQ(m.value("cycle_off_ground"), 0);
  m.figure().waves->period = 1000;
  EXPECT_TRUE(std::isnan(m.value("cycle_off_ground")));
}

TEST(FlightMeasures, KnowHowHighAndHowFarItFlies) {
  MadeUp m = hopper();
  EXPECT_NEAR(m.value("flight_rise"), 9.81 * 0.15 * 0.15 / 8 / 0.06, 0.01);
  EXPECT_NEAR(m.value("flight_length"), 0.5 * 0.15 / 0.2, 0.01);
  EXPECT_NEAR(m.value("body_height"), 6, 1e-9);
}

TEST(FlightMeasures, KnowItsSpeedByItsLength) {
  EXPECT_NEAR(hopper().value("body_lengths_per_second"), 2.5, 1e-9);
}

TEST(FlightMeasures, KnowWhetherLegsBearTogether) {
  MadeUp together(2);
  together.bearing(2, 0.5, [](const LegSpec&) { return 0.0; });
  EXPECT_NEAR(together.value("synchrony"), 1, 1e-9);
  MadeUp turns(1);
  turns.bearing(2, 0.5, [](const LegSpec& leg) { return leg.side == Side::left ? 0 : 0.5; });
  EXPECT_NEAR(turns.value("synchrony"), -1, 0.02);
  // Of the six pairs of a trot two are together and four take turns.
  MadeUp trot(2);
  trot.bearing(2, 0.5, tripod_phase);
  EXPECT_NEAR(trot.value("synchrony"), -1.0 / 3, 0.02);
  MadeUp stands(1);
  stands.bearing(2, 0.5, [](const LegSpec&) { return 0.0; });
  MadeUp still(1);
  still.forces([](double, const LegSpec&) { return Vec3(0, 0, 5); });
  EXPECT_EQ(still.value("synchrony"), 0);
}

}  // namespace
}  // namespace gambol::testing
