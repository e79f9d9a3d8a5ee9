// Measures of momentum and energy, and of joints at their limits, on tracks that were made up.

#include <gtest/gtest.h>

#include "made_up.h"

namespace gambol::testing {
namespace {

// A rod of 3 kg along x whose centre of mass lies 0.5 m ahead of its root.
MadeUp rod() {
  MadeUp m(0, 1);
  FigureSpec& f = m.figure();
  f.density = 1000;
  BodySpec& b = f.bodies.emplace_back();
  b.name = "rod";
  ShapeSpec s;
  s.shape.kind = ShapeKind::box;
  s.shape.size = Vec3(1, 0.05, 0.06);
  s.shape.X_BS.p = Vec3(0.5, 0, 0);
  b.inertia = {s};
  return m;
}

// Root velocities: angular, then linear, in the root's axes.
void moves(MadeUp& m, const std::function<std::array<double, 6>(double t)>& v) {
  m.with("v", {"wx", "wy", "wz", "vx", "vy", "vz"},
         [&](double t, std::size_t c) { return v(t)[c]; });
}

TEST(ConservationMeasures, KnowASteadyTurnAboutTheCentreOfMass) {
  MadeUp m = rod();
  m.heading([](double t) { return 2 * t; });
  // The root goes around the centre of mass, which moves up by 3 m/s.
  moves(m, [](double) { return std::array<double, 6>{0, 0, 2, 0, -1, 3}; });
  EXPECT_NEAR(m.value("final_speed"), 3, 1e-12);
  EXPECT_NEAR(m.value("velocity_change"), 0, 1e-12);
  EXPECT_NEAR(m.value("angular_momentum_change"), 0, 1e-12);
}

TEST(ConservationMeasures, KnowHowMuchFallAndSpinChange) {
  MadeUp m = rod();
  m.heading([](double) { return 0; });
  moves(m,
        [](double t) { return std::array<double, 6>{0, 0, 2 - t, 0, 0.5 * (t - 2), -9.81 * t}; });
  EXPECT_NEAR(m.value("final_speed"), 9.81, 1e-12);
  EXPECT_NEAR(m.value("velocity_change"), 9.81, 1e-12);
  EXPECT_NEAR(m.value("angular_momentum_change"), 0.5, 1e-12);
}

TEST(ConservationMeasures, KnowNoAngularMomentumWhereNothingTurns) {
  MadeUp m = rod();
  m.heading([](double) { return 0; });
  moves(m, [](double) { return std::array<double, 6>{0, 0, 0, 1, 0, 0}; });
  EXPECT_TRUE(std::isnan(m.value("angular_momentum_change")));
}

TEST(ConservationMeasures, KnowAPendulumThatLosesEnergy) {
  MadeUp m = rod();
  m.with("energy", {"kinetic", "potential"}, [](double t, std::size_t c) {
    return c == 0 ? 4 * t * t : 10 - 5 * t * t;  // at the end 1 J of 4 J is lost
  });
  EXPECT_NEAR(m.value("energy_change"), 0.25, 1e-12);
  EXPECT_NEAR(m.value("kinetic_energy"), 4.0 / 3, 1e-3);
}

TEST(LimitMeasures, KnowTheJointThatIsFarthestBeyondItsLimits) {
  MadeUp m = rod();
  FigureSpec& f = m.figure();
  for (const char* name : {"knee", "elbow"}) {
    f.bodies.push_back(f.bodies[0]);
    f.bodies.back().name = name;
    f.bodies.back().parent = "rod";
  }
  ActuatorSpec limit;
  limit.type = ActuatorType::limit;
  limit.joints = {"knee"};
  limit.lower = 0;
  limit.upper = 1;
  f.actuators = {limit};
  m.with("q", {"x", "y", "z", "qw", "qx", "qy", "qz", "knee", "elbow"},
         [](double t, std::size_t c) { return c == 7   ? 0.5 - 0.6 * t
                                              : c == 3 ? 1.0
                                                       : 9 * t; });
  EXPECT_NEAR(m.value("beyond_limits"), 0.1 * 180 / pi, 1e-9);
  EXPECT_NEAR(m.value("beyond_limits", "knee"), 0.1 * 180 / pi, 1e-9);
  EXPECT_TRUE(std::isnan(m.value("beyond_limits", "elbow")));
  f.actuators[0].lower = -0.5;
  EXPECT_NEAR(m.value("beyond_limits"), -0.4 * 180 / pi, 1e-9);
}

}  // namespace
}  // namespace gambol::testing
