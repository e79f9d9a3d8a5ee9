#include "control/skills/efforts.h"

#include <algorithm>

#include "dynamics/coordinates.h"

namespace gambol::skills {

void Efforts::limit(const Sense& sense, double speed, EffortsMemory& memory,
                    Command& command) const {
  const double rise = spec_.torque_rise.at(speed);
  if (rise == 0) return memory.torques.clear();
  const bool first = memory.torques.empty();
  memory.torques.resize(command.joints.size());
  for (int i = root_dofs; i < static_cast<int>(command.joints.size()); ++i) {
    const auto k = static_cast<std::size_t>(i);
    JointCommand& joint = command.joints[k];
    const double most = sense.model.dofs[k].most_torque;
    const double off = joint.way.q0 - coordinate(sense.model, sense.q, i);
    const double servo = joint.stiffness * off + joint.damping * (joint.way.v0 - sense.v[i]);
    const double asked = std::clamp(joint.torque + servo, -most, most);
    double& torque = memory.torques[k];
    const double step = most * tick_ / rise;
    const double now = first ? asked : std::clamp(asked, torque - step, torque + step);
    if (now != asked) joint.torque = now - servo;
    torque = now;
  }
}

}  // namespace gambol::skills
