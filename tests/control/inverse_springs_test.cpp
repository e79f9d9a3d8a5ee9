// The rest position at which springs exert a torque: against the law of the springs itself.

#include "control/inverse_springs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/figures.h"

namespace gambol::testing {
namespace {

Actuator spring(ActuatorType type, double first, double rise = 0) {
  Actuator a;
  a.type = type;
  a.dof = root_dofs;
  (type == ActuatorType::linear_spring ? a.stiffness : a.strength) = first;
  a.rise = rise;
  return a;
}

double torque_at(const std::vector<Actuator>& actuators, std::vector<ActuatorCommand> commands,
                 double position, double rest) {
  double sum = 0;
  for (std::size_t a = 0; a < actuators.size(); ++a) {
    if (!actuators[a].is_spring()) continue;
    commands[a].has_rest = true;
    commands[a].rest = {0, 0, rest, rest};
    sum += actuator_torque(actuators[a], commands[a], position, 0, 0).torque;
  }
  return sum;
}

// Seed 003 Eq. 82 and 83.
TEST(InverseSprings, OneSpringHasItsFormula) {
  const std::vector<Actuator> actuators{spring(ActuatorType::exponential_spring, 62, 10),
                                        spring(ActuatorType::linear_spring, 8)};
  const std::vector<ActuatorCommand> commands(1);
  const auto rest = [&](const Actuator& a, double torque) {
    return *rest_for_torque(springs_on({a}, commands, root_dofs), 0.3, torque);
  };
  EXPECT_NEAR(rest(actuators[0], 20), 0.3 + std::log(20. / 62 + 1) / 10, 1e-15);
  EXPECT_NEAR(rest(actuators[0], -20), 0.3 - std::log(20. / 62 + 1) / 10, 1e-15);
  EXPECT_NEAR(rest(actuators[1], -20), 0.3 - 20. / 8, 1e-15);
  EXPECT_EQ(rest(actuators[0], 0), 0.3);
}

TEST(InverseSprings, SeveralSpringsExertTheTorqueTogether) {
  Draw draw(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<Actuator> actuators;
    std::vector<ActuatorCommand> commands;
    for (int k = 1 + draw.below(4); k > 0; --k) {
      actuators.push_back(
          draw.below(2) ? spring(ActuatorType::linear_spring, draw(1e-3, 100))
                        : spring(ActuatorType::exponential_spring, draw(1e-3, 60), draw(0.5, 30)));
      commands.emplace_back();
      commands.back().stiffness_scale = draw(0.1, 2);
    }
    const double position = draw(-2, 2), torque = draw(-300, 300);
    const auto rest = rest_for_torque(springs_on(actuators, commands, root_dofs), position, torque);
    ASSERT_TRUE(rest);
    EXPECT_NEAR(torque_at(actuators, commands, position, *rest), torque, 1e-9);
  }
}

TEST(InverseSprings, LeavesOutWhatExertsNothing) {
  std::vector<Actuator> actuators{
      spring(ActuatorType::linear_spring, 5), spring(ActuatorType::linear_spring, 0),
      spring(ActuatorType::exponential_spring, 3, 0), spring(ActuatorType::damper, 3)};
  std::vector<ActuatorCommand> commands(4);
  EXPECT_EQ(springs_on(actuators, commands, root_dofs).size(), 1u);
  EXPECT_TRUE(springs_on(actuators, commands, root_dofs + 1).empty());
  commands[0].on = false;
  EXPECT_FALSE(rest_for_torque(springs_on(actuators, commands, root_dofs), 0, 1));
}

}  // namespace
}  // namespace gambol::testing
