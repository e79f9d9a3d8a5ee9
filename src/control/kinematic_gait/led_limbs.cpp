#include "control/kinematic_gait/led_limbs.h"

#include <algorithm>

#include "figure/find.h"
#include "figure/joint_names.h"

namespace gambol {

Limb LedLimbs::limb(int base, int end, const Vec3& tip) const {
  Limb limb(model, base, end, tip);
  for (int j = 0; j < limb.joints(); ++j) {
    const auto& limits = figure.bodies[limb.bodies()[j]].joint.limits;
    if (!limits) continue;
    limb.lower[j] = limits->x();
    limb.upper[j] = limits->y();
  }
  return limb;
}

Comfort LedLimbs::comfort(const Limb& limb, const StepKeySpec* key) const {
  Comfort c;
  const PoseSpec* pose = key ? find_pose(figure, key->posture) : nullptr;
  for (int body : limb.bodies()) {
    c.centre.push_back(posture[model.bodies[body].q_start]);
    const std::string& name = model.bodies[body].name;
    if (pose)
      for (const JointTarget& t : pose->joints)
        if (t.name == name) c.centre.back() = t.to;
    double gain = 1;
    const auto look = [&](const std::vector<GainSpec>& gains) {
      for (const GainSpec& g : gains) {
        const auto named = matching_joints(figure, g.joints);
        if (std::find(named.begin(), named.end(), name) != named.end()) gain = g.gain;
      }
    };
    look(spec.gains);
    if (key) look(key->gains);
    c.gain.push_back(gain);
  }
  return c;
}

}  // namespace gambol
