#pragma once

// Inverse control: the rest position at which the springs of a joint exert a given torque
// (McKenna's PhD thesis, MIT 1994, "seed 003", sections 3.4 and 5.8, Eq. 82 and 83).

#include <optional>
#include <vector>

#include "control/actuators.h"

namespace gambol {

// One spring of a joint, with the command that it obeys.
struct SpringInUse {
  const Actuator* actuator = nullptr;
  const ActuatorCommand* command = nullptr;
};

// The springs that act on the degree of freedom: those that are on and have any stiffness.
std::vector<SpringInUse> springs_on(const std::vector<Actuator>& actuators,
                                    const std::vector<ActuatorCommand>& commands, int dof);

// The one rest position of all `springs` at which the sum of their torques (without biases) on a
// joint at `position` is `torque`, N*m or N. One spring: Eq. 82, or Eq. 83 solved for the rest
// position. Several: the sum rises with the rest position, so there is one solution; it is found
// to rounding. Nothing if there are no springs.
std::optional<double> rest_for_torque(const std::vector<SpringInUse>& springs, double position,
                                      double torque);

}  // namespace gambol
