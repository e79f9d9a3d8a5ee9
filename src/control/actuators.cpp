#include "control/actuators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "base/wide.h"

namespace gambol {
namespace {

// Beyond this exponent a torque exceeds any that a figure could bear. A joint so far from its rest
// position got there by a bad start; the bound pulls it back instead of becoming infinite.
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

// A spring stretched by x, whose exponential is computed later.
struct ExponentialSpring {
  double strength = 0, rise = 0, x = 0;

  double exponent() const { return std::min(rise * std::abs(x), largest_exponent); }
  // It pulls towards zero (Eq. 81).
  void pull(double exponential, ActuatorTorque& t) const {
    const double grown = strength * exponential;
    t.torque -= std::copysign(grown - strength, x);
    t.by_position -= rise * grown;
  }
};

// Signed distance beyond a limit; 0 within the limits.
double beyond(const Actuator& a, double position) {
  return position - std::clamp(position, a.lower, a.upper);
}

// Sets `t` to all terms but that of an exponential spring; returns whether there is such a spring.
bool begin_torque(const Actuator& a, const ActuatorCommand& command, double position, double rate,
                  double time, ActuatorTorque& t, ExponentialSpring& spring) {
  t = {};
  if (!command.on) return false;
  bool exponential = false;
  const double stiff = command.stiffness_scale * (a.is_spring() ? command.strength_at(time) : 1);
  const double damping = a.damping * command.damping_scale;
  t.torque = command.bias;
  switch (a.type) {
    case ActuatorType::exponential_spring:
      exponential = true;
      spring.x = position - rest_position(a, command, time);
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
        exponential = true;  // Eq. 85
        spring.x = x;
      }
      t.torque -= damping * rate;  // Eq. 87
      t.by_rate = -damping;
      break;
    }
    case ActuatorType::hold:  // loading has replaced it
      break;
  }
  spring.strength = a.strength * stiff;
  spring.rise = a.rise;
  return exponential;
}

}  // namespace

std::vector<Actuator> make_actuators(const FigureSpec& figure, const Model& model) {
  std::vector<Actuator> actuators;
  std::unordered_map<std::string, int> dofs;
  for (int i = root_dofs; i < model.nv(); ++i) dofs.emplace(model.dofs[i].name, i);
  for (const ActuatorSpec& spec : figure.actuators) {
    for (const std::string& joint : spec.joints) {
      const auto found = dofs.find(joint);
      if (found == dofs.end()) continue;
      const int dof = found->second;
      const Body& body = model.bodies[model.dofs[dof].body];
      const double scale = scale_of(spec.scale, model, body);
      Actuator a;
      a.type = spec.type;
      a.dof = dof;
      a.strength = spec.strength * scale;
      a.rise = spec.rise;
      a.stiffness = spec.stiffness * scale;
      a.damping = spec.damping * scale;
      a.lower = spec.lower;
      a.upper = spec.upper;
      a.rest = spec.rest.value_or(Curve(model.dofs[dof].initial));
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
  ActuatorTorque t;
  ExponentialSpring spring;
  if (begin_torque(a, command, position, rate, time, t, spring)) {
    spring.pull(exp(wide(spring.exponent()))[0], t);
  }
  return t;
}

void actuator_torques(const std::vector<Actuator>& actuators,
                      const std::vector<ActuatorCommand>& commands, const Eigen::VectorXd& x,
                      const Eigen::VectorXd& v, double time, std::vector<ActuatorTorque>& torques) {
  std::array<ExponentialSpring, lanes> waiting;
  std::array<std::size_t, lanes> whose{};
  int n = 0;
  const auto finish = [&] {
    const Wide e = exp(Wide{waiting[0].exponent(), waiting[1].exponent(), waiting[2].exponent(),
                            waiting[3].exponent()});
    for (int i = 0; i < n; ++i) waiting[i].pull(e[i], torques[whose[i]]);
    n = 0;
  };
  for (std::size_t k = 0; k < actuators.size(); ++k) {
    const Actuator& a = actuators[k];
    if (!begin_torque(a, commands[k], x[a.dof], v[a.dof], time, torques[k], waiting[n])) {
      continue;
    }
    whose[n] = k;
    if (++n == lanes) finish();
  }
  finish();
}

}  // namespace gambol
