#include "figure/joint_names.h"

#include <unordered_set>

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
  return JointsByName(figure).matching(names);
}

JointsByName::JointsByName(const FigureSpec& figure) : dofs_(joint_dofs(figure)) {
  for (std::size_t i = 0; i < dofs_.size(); ++i) {
    by_name_[dofs_[i].name].push_back(i);
    if (dofs_[i].body->name != dofs_[i].name) by_name_[dofs_[i].body->name].push_back(i);
  }
}

std::vector<std::string> JointsByName::names() const {
  std::vector<std::string> names;
  for (const JointDof& dof : dofs_) names.push_back(dof.name);
  return names;
}

std::vector<std::size_t> JointsByName::meant_by(const std::string& name) const {
  if (name.find_first_of("*?[\\") == name.npos) {  // to fnmatch() it means itself
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? std::vector<std::size_t>{} : found->second;
  }
  std::vector<std::size_t> meant;
  for (std::size_t i = 0; i < dofs_.size(); ++i)
    if (means_dof(name, dofs_[i])) meant.push_back(i);
  return meant;
}

std::vector<std::string> JointsByName::matching(const std::vector<std::string>& names) const {
  std::vector<std::string> joints;
  std::unordered_set<std::string> taken;
  for (const std::string& name : names)
    for (const std::size_t i : meant_by(name))
      if (taken.insert(dofs_[i].name).second) joints.push_back(dofs_[i].name);
  return joints;
}

}  // namespace gambol
