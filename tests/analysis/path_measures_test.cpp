// Measures of the way, on ways that were made up.

#include <gtest/gtest.h>

#include "made_up.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol::testing {
namespace {

double radians(double d) { return d * pi / 180; }

// Two legs that step at 4 Hz: a stride of 250 ms.
MadeUp strider() {
  MadeUp m(1);
  m.steps(4, 0.4, [](const LegSpec& leg) { return leg.side == Side::left ? 0.1 : 0.6; });
  return m;
}

TEST(PathMeasures, OnACircleKnowWayAndTurn) {
  // Anticlockwise at 6 cm/s on a radius of 2 cm: 3 rad/s. The body faces along its way.
  MadeUp m = strider();
  m.com([](double t) { return Vec3(0.02 * std::sin(3 * t), 0.02 - 0.02 * std::cos(3 * t), 0.01); });
  m.heading([](double t) { return 3 * t; });
  EXPECT_NEAR(m.value("walking_speed"), 6, 1e-3);
  EXPECT_NEAR(m.value("turning"), 3 * 180 / pi, 1e-9);
  EXPECT_NEAR(m.value("turn_rate"), 3 * 180 / pi, 1e-9);
  EXPECT_NEAR(m.value("distance"), 100 * 2 * 0.02 * std::sin(3), 1e-9);
  // Along the mean heading, 3 rad, of the chord that leads there.
  EXPECT_NEAR(m.value("forward_speed"), 100 * 2 * 0.02 * std::sin(3) / 2, 1e-6);
}

// In and out on parallel lines 6 cm apart, joined by half a circle, in any direction; straight on,
// it needs no width.
TEST(PathMeasures, KnowTheLaneThatATurnNeeds) {
  const double r = 0.03, v = 0.1, turn = 0.5;  // m, m/s, s at which it turns
  const auto u_turn = [&](double t) {
    const double s = v * (t - turn);
    if (s < 0) return Vec3(s, 0, 0.01);
    if (s < r * pi) return Vec3(r * std::sin(s / r), r - r * std::cos(s / r), 0.01);
    return Vec3(r * pi - s, 2 * r, 0.01);
  };
  for (const double angle : {0.0, 1.0, 2.5}) {
    MadeUp m = strider();
    m.com([&](double t) { return Vec3(Eigen::AngleAxisd(angle, Vec3::UnitZ()) * u_turn(t)); });
    EXPECT_NEAR(m.value("lane_width"), 6, 1e-3) << angle;
    MadeUp straight = strider();
    straight.com([&](double t) { return Vec3(t * std::cos(angle), t * std::sin(angle), 0.01); });
    EXPECT_NEAR(straight.value("lane_width"), 0, 1e-9) << angle;
  }
}

TEST(PathMeasures, TellLeftFromRightAndForwardFromBackward) {
  MadeUp m = strider();
  m.com([](double t) { return Vec3(0.03 * t, 0, 0); });
  m.heading([](double t) { return pi - 0.1 * t; });
  EXPECT_NEAR(m.value("turning"), -0.1 * 180 / pi, 1e-9);
  EXPECT_NEAR(m.value("turn_rate"), 0.1 * 180 / pi, 1e-9);
  EXPECT_NEAR(m.value("walking_speed"), -3, 0.03);
  EXPECT_NEAR(m.value("forward_speed"), -3, 0.02);
}

TEST(PathMeasures, KnowWigglesAtTheStrideOnly) {
  MadeUp m = strider();
  m.com([](double t) {
    return Vec3(0.05 * t, 0.002 * std::sin(2 * pi * 4 * t) + 0.005 * std::sin(2 * pi * 20 * t), 0);
  });
  m.heading([](double t) { return radians(5) * std::cos(2 * pi * 4 * t); });
  EXPECT_NEAR(m.value("wiggle"), 2, 0.05);
  EXPECT_NEAR(m.value("yaw_wiggle"), 5, 0.05);
  // A whole stride averages to nothing.
  EXPECT_NEAR(m.value("heading_kept"), 5, 0.1);
}

TEST(PathMeasures, CountTurnsBeyondHalfATurn) {
  MadeUp m = strider();
  m.heading([](double t) { return radians(170) + radians(40) * t; });
  EXPECT_NEAR(m.value("turning"), 40, 1e-6);
  EXPECT_NEAR(m.value("heading_kept"), 80 - 40 * 0.125, 0.05);
}

class Paths : public ::testing::Test {
 protected:
  // Walks 1 m in two seconds, `aside` beside a straight path of 3 m that begins 0.2 m behind.
  MadeUp beside(double aside) {
    MadeUp m;
    OscillatorGaitSpec gait;
    gait.path = PathSpec();
    gait.path->look_ahead = 0.1;
    for (double x : {-0.2, 0.8, 1.8, 2.8}) gait.path->points.emplace_back().at = Vec3(x, 0, 0);
    m.shot.motion.figures[0].controllers[0].kind = gait;
    m.com([=](double t) { return Vec3(0.5 * t, aside, 0.01); });
    return m;
  }
};

TEST_F(Paths, AreKeptAndTravelled) {
  MadeUp m = beside(0.01);
  EXPECT_NEAR(m.value("path_distance"), 10, 1e-6);
  EXPECT_NEAR(m.value("path_travelled"), 100, 0.1);
}

TEST_F(Paths, NeedAControllerThatFollowsOne) {
  MadeUp m;
  m.com([](double) { return Vec3::Zero(); });
  EXPECT_THROW(m.value("path_distance"), InputError);
}

}  // namespace
}  // namespace gambol::testing
