// Springs whose strength changes, by a factor over time (seed 003 5.9).

#include <gtest/gtest.h>

#include "control/actuators.h"

namespace gambol::testing {
namespace {

Actuator spring(ActuatorType type) {
  Actuator a;
  a.type = type;
  a.strength = 3;
  a.rise = 5;
  a.stiffness = 7;
  a.damping = 2;
  a.lower = -0.1;
  a.upper = 0.1;
  a.rest = Curve(0.2);
  return a;
}

TEST(SpringStrength, IsAFactorOfTheTorqueThatFollowsItsRamp) {
  for (ActuatorType type : {ActuatorType::exponential_spring, ActuatorType::linear_spring}) {
    const Actuator a = spring(type);
    ActuatorCommand command;
    command.stiffness_scale = 1.5;
    const ActuatorTorque plain = actuator_torque(a, command, 0.6, 1, 0);
    ASSERT_NE(plain.torque, 0);
    command.strength = Ramp{1, 3, 0, 2};
    for (const auto& [time, factor] : {std::pair{0.5, 0.0}, {1.5, 0.5}, {2.0, 1.0}, {4.0, 2.0}}) {
      const ActuatorTorque t = actuator_torque(a, command, 0.6, 1, time);
      EXPECT_NEAR(t.torque, factor * plain.torque, 1e-12) << time;
      EXPECT_NEAR(t.by_position, factor * plain.by_position, 1e-12) << time;
    }
  }
}

TEST(SpringStrength, BeginsAndEndsSlowlyIfItIsToldTo) {
  const Ramp ramp{1, 3, 2, 6, true};
  for (const auto& [time, value] :
       {std::pair{0.5, 2.0}, {1.0, 2.0}, {1.5, 2.625}, {2.0, 4.0}, {2.5, 5.375}, {3.0, 6.0}})
    EXPECT_NEAR(ramp.at(time), value, 1e-12) << time;
  const double h = 1e-4;
  EXPECT_NEAR((ramp.at(1 + h) - ramp.at(1)) / h, 0, 1e-3);
  EXPECT_NEAR((ramp.at(3) - ramp.at(3 - h)) / h, 0, 1e-3);
  EXPECT_NEAR((ramp.at(2 + h) - ramp.at(2 - h)) / (2 * h), 1.5 * 2, 1e-6);
}

TEST(SpringStrength, IsNotThatOfLimitsAndDampers) {
  for (ActuatorType type :
       {ActuatorType::exponential_limit, ActuatorType::limit, ActuatorType::damper}) {
    const Actuator a = spring(type);
    ActuatorCommand command;
    const double plain = actuator_torque(a, command, 0.6, 1, 0).torque;
    command.strength = Ramp{0, 0, 0, 0};
    EXPECT_EQ(actuator_torque(a, command, 0.6, 1, 1).torque, plain);
    EXPECT_NE(plain, 0);
  }
}

// Fig. 26 of seed 003: of alpha and beta, the exponent counts for far more.
TEST(SpringStrength, OfTheExponentialSpringIsThatOfEquation81) {
  for (const auto& [alpha, beta] : {std::pair{5., 10.}, {20., 10.}, {10., 5.}, {10., 20.}})
    for (double x : {-0.3, 0.0, 0.1, 0.3}) {
      Actuator a = spring(ActuatorType::exponential_spring);
      a.strength = alpha;
      a.rise = beta;
      const double expected = std::copysign(alpha * (std::exp(beta * std::abs(x)) - 1), -x);
      EXPECT_NEAR(actuator_torque(a, {}, 0.2 + x, 0, 0).torque, expected,
                  1e-9 * (1 + std::abs(expected)));
    }
}

}  // namespace
}  // namespace gambol::testing
