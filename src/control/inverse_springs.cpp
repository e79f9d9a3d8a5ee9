#include "control/inverse_springs.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Distance of the rest position from the joint's, in the direction of the torque, at which one
// spring exerts the whole of it.
double stretch_of(const SpringInUse& spring, double torque) {
  const Actuator& a = *spring.actuator;
  const double scale = spring.command->stiffness_scale;
  if (a.type == ActuatorType::linear_spring) return std::abs(torque) / (a.stiffness * scale);
  return std::log1p(std::abs(torque) / (a.strength * scale)) / a.rise;
}

// Torque, and its derivative by the rest position, of all springs stretched by `stretch` >= 0.
ActuatorTorque pull_of(const std::vector<SpringInUse>& springs, double stretch) {
  ActuatorTorque sum;
  for (const SpringInUse& spring : springs) {
    ActuatorCommand command = *spring.command;
    command.has_rest = true;
    command.rest = {0, 0, stretch, stretch};
    const ActuatorTorque t = actuator_torque(*spring.actuator, command, 0, 0, 0);
    sum.torque += t.torque - command.bias;
    sum.by_position -= t.by_position;
  }
  return sum;
}

// Newton's method from above on a convex, rising function: it never passes the solution, and ends
// where rounding does not let it come closer.
double shared_stretch(const std::vector<SpringInUse>& springs, double torque, double most) {
  constexpr int most_rounds = 200;
  double x = most;
  for (int round = 0; round < most_rounds; ++round) {
    const ActuatorTorque at = pull_of(springs, x);
    const double next = std::max(x - (at.torque - torque) / at.by_position, 0.0);
    if (!(next < x)) break;
    x = next;
  }
  return x;
}

bool has_stiffness(const Actuator& a, const ActuatorCommand& command) {
  if (!a.is_spring() || !command.on || !(command.stiffness_scale > 0)) return false;
  return a.type == ActuatorType::linear_spring ? a.stiffness > 0 : a.strength > 0 && a.rise > 0;
}

}  // namespace

std::vector<SpringInUse> springs_on(const std::vector<Actuator>& actuators,
                                    const std::vector<ActuatorCommand>& commands, int dof) {
  std::vector<SpringInUse> springs;
  for (std::size_t a = 0; a < actuators.size(); ++a)
    if (actuators[a].dof == dof && has_stiffness(actuators[a], commands[a]))
      springs.push_back({&actuators[a], &commands[a]});
  return springs;
}

std::optional<double> rest_for_torque(const std::vector<SpringInUse>& springs, double position,
                                      double torque) {
  if (springs.empty()) return {};
  double stretch = stretch_of(springs[0], torque);
  for (const SpringInUse& spring : springs) stretch = std::min(stretch, stretch_of(spring, torque));
  if (springs.size() > 1) stretch = shared_stretch(springs, std::abs(torque), stretch);
  return position + std::copysign(stretch, torque);
}

}  // namespace gambol
