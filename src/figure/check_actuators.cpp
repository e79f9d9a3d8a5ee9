// Checks which constants an actuator has, and their units.

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "figure/joint_motion.h"
#include "figure/reading.h"
#include "schema/names.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

using Names = std::vector<std::string>;

constexpr const char* all_constants[] = {"strength", "rise",          "stiffness", "damping",
                                         "rest",     "lower",         "upper",     "give",
                                         "sag",      "damping_ratio", "load",      "legs"};

struct Constants {
  Names needed, allowed;
};

Constants constants_of(ActuatorType type) {
  switch (type) {
    case ActuatorType::exponential_spring:
      return {{"strength", "rise"}, {"rest"}};
    case ActuatorType::linear_spring:
      return {{"stiffness"}, {"rest"}};
    case ActuatorType::damper:
      return {{"damping"}, {}};
    case ActuatorType::limit:
      return {{}, {"lower", "upper", "stiffness", "damping", "give"}};
    case ActuatorType::exponential_limit:
      return {{"lower", "upper", "strength", "rise"}, {"damping"}};
    case ActuatorType::hold:
      return {{"sag"}, {"damping_ratio", "load", "legs", "rest"}};
  }
  return {};
}

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The dimension of a constant, for a degree of freedom that slides or turns.
Dimension dimension_of(const std::string& constant, bool slides, bool per_mass) {
  Dimension d = slides ? dim::length : dim::angle;  // rest, lower, upper
  if (constant == "rise") return slides ? dim::per_length : dim::per_angle;
  if (constant == "strength") d = slides ? dim::force : dim::torque;
  if (constant == "stiffness") d = slides ? dim::force_per_length : dim::torque;
  if (constant == "damping") d = slides ? dim::force_per_speed : dim::torque_time;
  const bool scales = constant == "strength" || constant == "stiffness" || constant == "damping";
  if (scales && per_mass) d.kg -= 1;
  return d;
}

// The range of a limit may be that of its joints, and its stiffness follow from what they carry.
void check_open_limit(const ActuatorSpec& a, Findings& findings) {
  const auto written = [&](const char* name) { return findings.written(a.place, name) != nullptr; };
  if (!a.between.empty()) {
    for (const char* name : {"lower", "upper", "stiffness"})
      if (!written(name))
        findings.report(a.place, name, "nothing", "this key, which a limit between points needs");
    return;
  }
  if (written("lower") != written("upper"))
    findings.report(a.place, written("lower") ? "upper" : "lower", "nothing",
                    "both lower and upper, or neither: then the joint's `limits` count");
  if (written("give") && written("stiffness"))
    findings.report(a.place, "give", "stiffness as well", "one of the two");
  if (!written("stiffness") && a.scale != MassScale::none)
    findings.report(a.place, "scale", fmt::format("{}, without stiffness", name_of(a.scale)),
                    "stiffness beside it: without, it follows from mass already");
}

void check_constants(const ActuatorSpec& a, Findings& findings) {
  if (!findings.written(a.place, "type")) return;
  Constants constants = constants_of(a.type);
  const bool is_spring =
      a.type == ActuatorType::exponential_spring || a.type == ActuatorType::linear_spring;
  if (is_spring && !a.between.empty()) constants.allowed.push_back("damping");
  for (const std::string& name : constants.needed)
    if (!findings.written(a.place, name))
      findings.report(a.place, name, "nothing",
                      fmt::format("this key, which {} needs", name_of(a.type)));
  for (const char* name : all_constants) {
    if (findings.written(a.place, name) && !holds(constants.needed, name) &&
        !holds(constants.allowed, name)) {
      Names all = constants.needed;
      all.insert(all.end(), constants.allowed.begin(), constants.allowed.end());
      findings.report(a.place, name, fmt::format("a key that {} does not use", name_of(a.type)),
                      alternatives(all));
    }
  }
  if (a.type == ActuatorType::limit) check_open_limit(a, findings);
  if (a.type == ActuatorType::hold && !a.between.empty())
    findings.report(a.place, "between", "a hold between two points",
                    "joints, or a linear_spring with damping between the points");
  const bool limits = findings.written(a.place, "lower") && findings.written(a.place, "upper");
  if (limits && !(a.lower < a.upper))
    findings.report(a.place, "upper", fmt::format("{}, with lower at {}", a.upper, a.lower),
                    "lower < upper");
}

void check_units(const FigureSpec& figure, const ActuatorSpec& a, Findings& findings) {
  for (const char* name : {"strength", "rise", "stiffness", "damping", "rest", "lower", "upper"}) {
    const Written* at = findings.written(a.place, name);
    if (!at || !at->dimension) continue;
    if (!a.between.empty()) {
      const Dimension wanted = dimension_of(name, true, a.scale != MassScale::none);
      if (!at->dimension->same_as(wanted))
        findings.report(a.place, name, describe(*at->dimension),
                        fmt::format("{}, between two points", describe(wanted)));
    }
    for (const std::string& joint : a.joints) {
      const auto dof = find_dof(figure, joint);
      if (!dof) continue;
      const Dimension wanted = dimension_of(name, dof->slides, a.scale != MassScale::none);
      if (at->dimension->same_as(wanted)) continue;
      findings.report(
          a.place, name, describe(*at->dimension),
          fmt::format("{}, as the joint of {} is {} and scale is {}", describe(wanted),
                      in_quotes(joint), name_of(dof->body->joint.type), name_of(a.scale)));
      break;
    }
  }
}

}  // namespace

void check_actuators(const FigureSpec& figure, Findings& findings) {
  for (const ActuatorSpec& actuator : figure.actuators) {
    const bool of_joint = actuator.type == ActuatorType::hold &&
                          !findings.written(actuator.place, "type");  // JointSpec::hold
    if (of_joint) continue;
    check_constants(actuator, findings);
    check_units(figure, actuator, findings);
    if (findings.written(actuator.place, "between"))
      check_point_spring(figure, actuator, findings);
    else if (!findings.written(actuator.place, "joints"))
      findings.report(actuator.place, "joints", "nothing",
                      "this key: names of bodies whose joints the actuator acts on; or between");
  }
}

}  // namespace gambol
