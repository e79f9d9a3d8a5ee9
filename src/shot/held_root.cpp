#include "shot/held_root.h"

#include <algorithm>

#include "figure/joint_names.h"
#include "shot/motion_spec.h"

namespace gambol {

bool may_hold_root(const MotionSpec& motion, const CastSpec& cast) {
  if (cast.fixed_root) return true;
  const std::vector<JointDof> root = root_motions(cast.figure);
  const auto is_of_root = [&](const std::string& name) {
    return std::any_of(root.begin(), root.end(),
                       [&](const JointDof& dof) { return means_dof(name, dof); });
  };
  const auto drives_it = [&](const CueSpec& cue) {
    return cue.drive && cue.drive->to != Drive::dynamic &&
           (cue.drive->figure.empty() || cue.drive->figure == cast.name) &&
           std::any_of(cue.drive->joints.begin(), cue.drive->joints.end(), is_of_root);
  };
  return std::any_of(cast.motions.begin(), cast.motions.end(),
                     [&](const MotionCurve& m) { return is_of_root(m.name); }) ||
         std::any_of(motion.cues.begin(), motion.cues.end(), drives_it);
}

}  // namespace gambol
