#include "figure/remove_joints.h"

#include <algorithm>

namespace gambol {

void remove_joints(FigureSpec& figure, const std::set<std::string>& dofs) {
  const auto is_gone = [&](const std::string& dof) { return dofs.contains(dof); };
  const auto aims_at_it = [&](const JointTarget& target) { return is_gone(target.name); };
  for (ActuatorSpec& a : figure.actuators) std::erase_if(a.joints, is_gone);
  std::erase_if(figure.actuators,
                [](const ActuatorSpec& a) { return a.between.empty() && a.joints.empty(); });
  for (PoseSpec& pose : figure.poses) {
    std::erase_if(pose.joints, aims_at_it);
    std::erase_if(pose.rests, aims_at_it);
  }
  std::erase_if(figure.motor_programs, [&](MotorProgramSpec& program) {
    const auto lost = std::erase_if(program.ramps, [&](auto& r) { return is_gone(r.joint); });
    return lost > 0 && program.ramps.empty();
  });
}

}  // namespace gambol
