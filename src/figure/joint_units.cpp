#include "figure/joint_units.h"

#include <fmt/format.h>

#include "figure/find.h"
#include "figure/joint_motion.h"
#include "schema/values.h"

namespace gambol {
namespace {

Dimension unit_of(JointQuantity quantity, bool slides) {
  switch (quantity) {
    case JointQuantity::position:
      return slides ? dim::length : dim::angle;
    case JointQuantity::stiffness:
      return slides ? dim::force_per_length : dim::torque;
    case JointQuantity::damping:
      return slides ? dim::force_per_speed : dim::torque_time;
    case JointQuantity::force:
      break;
  }
  return slides ? dim::force : dim::torque;
}

}  // namespace

Field joint_stiffness_field(const char* help) {
  return {.help = help, .dim = dim::torque, .or_dim = {dim::force_per_length}, .min = 0};
}

Field joint_damping_field(const char* help) {
  return {.help = help, .dim = dim::torque_time, .or_dim = {dim::force_per_speed}, .min = 0};
}

void check_joint_units(const FigureSpec& figure, const Place& owner,
                       const std::vector<std::string>& names,
                       std::initializer_list<JointNumber> numbers, Findings& findings) {
  for (const JointNumber& number : numbers) {
    const Written* at = findings.written(owner, number.field);
    if (!at || !at->dimension) continue;
    for (const std::string& name : names) {
      const Dimension wanted = unit_of(number.quantity, find_dof(figure, name)->slides);
      if (at->dimension->same_as(wanted)) continue;
      findings.report(owner, number.field, describe(*at->dimension),
                      fmt::format("{} for {}", describe(wanted), name));
      break;
    }
  }
}

}  // namespace gambol
