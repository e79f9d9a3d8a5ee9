#include "control/actuators.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// exp beyond this overflows any torque that a figure could bear; a joint so far from its rest has
// been thrown there by a bad start, and is pulled back instead of becoming infinite.
constexpr double largest_exponent = 30;

double scale_of(MassScale scale, const Model& model, const Body& body) {
  switch (scale) {
    case MassScale::none:
      return 1;
    case MassScale::mass:
      return body.mass.mass;
    case MassScale::distal_mass:
      return body.distal_mass;
    case MassScale::total_mass:
      return model.mass;
  }
  return 1;
}

// Pull towards zero of a spring stretched by x (Eq. 81).
ActuatorTorque exponential(double strength, double rise, double x) {
  const double grown = strength * std::exp(std::min(rise * std::abs(x), largest_exponent));
  return {-std::copysign(grown - strength, x), -rise * grown, 0};
}

// How far beyond a limit, signed; 0 within.
double beyond(const Actuator& a, double position) {
  return position - std::clamp(position, a.lower, a.upper);
}

}  // namespace

std::vector<Actuator> make_actuators(const FigureSpec& figure, const Model& model) {
  std::vector<Actuator> actuators;
  for (const ActuatorSpec& spec : figure.actuators) {
    for (const std::string& joint : spec.joints) {
      const Body& body = model.bodies.at(model.body_index(joint));
      if (body.dof < 0) continue;
      const double scale = scale_of(spec.scale, model, body);
      Actuator a;
      a.type = spec.type;
      a.dof = body.dof;
      a.strength = spec.strength * scale;
      a.rise = spec.rise;
      a.stiffness = spec.stiffness * scale;
      a.damping = spec.damping * scale;
      a.lower = spec.lower;
      a.upper = spec.upper;
      a.rest = spec.rest.value_or(Curve(body.q0));
      actuators.push_back(a);
    }
  }
  return actuators;
}

double rest_position(const Actuator& actuator, const ActuatorCommand& command, double time) {
  return command.has_rest ? command.rest.at(time) : actuator.rest.at(time);
}

ActuatorTorque actuator_torque(const Actuator& a, const ActuatorCommand& command, double position,
                               double rate, double time) {
  if (!command.on) return {};
  ActuatorTorque t;
  const double stiff = command.stiffness_scale;
  const double damping = a.damping * command.damping_scale;
  switch (a.type) {
    case ActuatorType::exponential_spring:
      t = exponential(a.strength * stiff, a.rise, position - rest_position(a, command, time));
      break;
    case ActuatorType::linear_spring:
      t.torque = -a.stiffness * stiff * (position - rest_position(a, command, time));  // Eq. 83
      t.by_position = -a.stiffness * stiff;
      break;
    case ActuatorType::damper:
      t.torque = -damping * rate;  // Eq. 84
      t.by_rate = -damping;
      break;
    case ActuatorType::exponential_limit:
    case ActuatorType::limit: {
      const double x = beyond(a, position);
      if (x == 0) break;
      if (a.type == ActuatorType::limit) {
        t = {-a.stiffness * stiff * x, -a.stiffness * stiff, 0};  // Eq. 86
      } else {
        t = exponential(a.strength * stiff, a.rise, x);  // Eq. 85
      }
      t.torque -= damping * rate;  // Eq. 87
      t.by_rate = -damping;
      break;
    }
  }
  t.torque += command.bias;
  return t;
}

}  // namespace gambol
