#include "figure/joint_names.h"

#include <algorithm>

#include "base/pattern.h"

namespace gambol {

std::vector<std::string> joint_names(const FigureSpec& figure) {
  std::vector<std::string> names;
  for (JointDof& dof : joint_dofs(figure)) names.push_back(std::move(dof.name));
  return names;
}

bool means_dof(const std::string& name, const JointDof& dof) {
  if (dof.body->parent.empty() && !name.empty() && is_pattern(name.substr(0, 1))) return false;
  return name == dof.name || matches(name, dof.name) || matches(name, dof.body->name);
}

std::vector<std::string> matching_joints(const FigureSpec& figure,
                                         const std::vector<std::string>& names) {
  const std::vector<JointDof> known = joint_dofs(figure);
  std::vector<std::string> joints;
  for (const std::string& name : names) {
    for (const JointDof& dof : known) {
      if (means_dof(name, dof) && std::find(joints.begin(), joints.end(), dof.name) == joints.end())
        joints.push_back(dof.name);
    }
  }
  return joints;
}

}  // namespace gambol
