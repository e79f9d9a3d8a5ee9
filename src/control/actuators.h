#pragma once

// Springs, dampers and limits on joints (McKenna's PhD thesis, MIT 1994, "seed 003", Eq. 81-87).

#include <vector>

#include "control/command.h"
#include "dynamics/model.h"

namespace gambol {

// One actuator on one degree of freedom, with its constants scaled by mass.
struct Actuator {
  ActuatorType type = ActuatorType::damper;
  int dof = 0;
  double strength = 0, rise = 0;  // alpha, beta
  double stiffness = 0, damping = 0;
  double lower = 0, upper = 0;
  Curve rest;  // over simulated time
  bool is_spring() const {
    return type == ActuatorType::exponential_spring || type == ActuatorType::linear_spring;
  }
};

std::vector<Actuator> make_actuators(const FigureSpec& figure, const Model& model);

// Torque (N*m, or force, N) on the joint, and its derivatives with respect to the joint's position
// and rate, both <= 0.
struct ActuatorTorque {
  double torque = 0;
  double by_position = 0;
  double by_rate = 0;
};

// A pure function of its arguments. `time` (s) determines the rest position.
ActuatorTorque actuator_torque(const Actuator& actuator, const ActuatorCommand& command,
                               double position, double rate, double time);

// actuator_torque() of every actuator, identical to the last bit but faster: exponentials are
// computed four at a time, at the coordinates x [nv] (dynamics/coordinates.h) and the velocities v.
// `torques` must have as many elements as `actuators`.
void actuator_torques(const std::vector<Actuator>& actuators,
                      const std::vector<ActuatorCommand>& commands, const Eigen::VectorXd& x,
                      const Eigen::VectorXd& v, double time, std::vector<ActuatorTorque>& torques);

double rest_position(const Actuator& actuator, const ActuatorCommand& command, double time);

}  // namespace gambol
