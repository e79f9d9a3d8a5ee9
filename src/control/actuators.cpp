#include "control/actuators.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/wide.h"

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

// A torque whose exponential is still to come: of a spring stretched by x.
struct Pending {
  ActuatorTorque torque;  // all but the spring's
  bool exponential = false;
  double strength = 0, rise = 0, x = 0;

  double exponent() const { return std::min(rise * std::abs(x), largest_exponent); }
  // The spring pulls towards zero (Eq. 81).
  ActuatorTorque with(double exponential) const {
    const double grown = strength * exponential;
    return {torque.torque - std::copysign(grown - strength, x), torque.by_position - rise * grown,
            torque.by_rate};
  }
};

// How far beyond a limit, signed; 0 within.
double beyond(const Actuator& a, double position) {
  return position - std::clamp(position, a.lower, a.upper);
}

Pending begin_torque(const Actuator& a, const ActuatorCommand& command, double position,
                     double rate, double time) {
  Pending p;
  if (!command.on) return p;
  ActuatorTorque& t = p.torque;
  const double stiff = command.stiffness_scale;
  const double damping = a.damping * command.damping_scale;
  t.torque = command.bias;
  switch (a.type) {
    case ActuatorType::exponential_spring:
      p.exponential = true;
      p.x = position - rest_position(a, command, time);
      break;
    case ActuatorType::linear_spring:
      t.torque -= a.stiffness * stiff * (position - rest_position(a, command, time));  // Eq. 83
      t.by_position = -a.stiffness * stiff;
      break;
    case ActuatorType::damper:
      t.torque -= damping * rate;  // Eq. 84
      t.by_rate = -damping;
      break;
    case ActuatorType::exponential_limit:
    case ActuatorType::limit: {
      const double x = beyond(a, position);
      if (x == 0) break;
      if (a.type == ActuatorType::limit) {
        t.torque -= a.stiffness * stiff * x;  // Eq. 86
        t.by_position = -a.stiffness * stiff;
      } else {
        p.exponential = true;  // Eq. 85
        p.x = x;
      }
      t.torque -= damping * rate;  // Eq. 87
      t.by_rate = -damping;
      break;
    }
  }
  p.strength = a.strength * stiff;
  p.rise = a.rise;
  return p;
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
  const Pending p = begin_torque(a, command, position, rate, time);
  return p.exponential ? p.with(exp(wide(p.exponent()))[0]) : p.torque;
}

void actuator_torques(const std::vector<Actuator>& actuators,
                      const std::vector<ActuatorCommand>& commands, const Eigen::VectorXd& q,
                      const Eigen::VectorXd& v, double time, std::vector<ActuatorTorque>& torques) {
  std::array<Pending, lanes> waiting;
  std::array<std::size_t, lanes> whose{};
  Wide exponents{};
  int n = 0;
  const auto finish = [&] {
    const Wide e = exp(exponents);
    for (int i = 0; i < n; ++i) torques[whose[i]] = waiting[i].with(e[i]);
    n = 0;
  };
  for (std::size_t k = 0; k < actuators.size(); ++k) {
    const Actuator& a = actuators[k];
    waiting[n] = begin_torque(a, commands[k], q[7 + a.dof], v[6 + a.dof], time);
    if (!waiting[n].exponential) {
      torques[k] = waiting[n].torque;
      continue;
    }
    whose[n] = k;
    exponents[n] = waiting[n].exponent();
    if (++n == lanes) finish();
  }
  finish();
}

}  // namespace gambol
