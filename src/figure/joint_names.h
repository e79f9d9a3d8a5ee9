#pragma once

// Selection of joints' degrees of freedom by name or pattern (base/pattern.h). A joint has the name
// of the body that it moves; JointDof (figure/joint_motion.h) says what its degrees of freedom are
// called. The name of a joint with several means all of them.

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "figure/joint_motion.h"

namespace gambol {

// Returns the names of all degrees of freedom of joints, in the order of the bodies.
std::vector<std::string> joint_names(const FigureSpec& figure);
// Whether the name or pattern `name` means the degree of freedom. A pattern that begins with a
// wildcard means none of the root's.
bool means_dof(const std::string& name, const JointDof& dof);
// Returns the names of the degrees of freedom that any of `names` means, in the order of `names`,
// each once.
std::vector<std::string> matching_joints(const FigureSpec& figure,
                                         const std::vector<std::string>& names);

// The degrees of freedom of a figure's joints, for many names: one without wildcards is looked up.
// The figure must outlive it, with the same bodies.
class JointsByName {
 public:
  explicit JointsByName(const FigureSpec& figure);
  // As matching_joints().
  std::vector<std::string> matching(const std::vector<std::string>& names) const;
  bool has(const std::string& name) const { return !meant_by(name).empty(); }
  std::vector<std::string> names() const;  // as joint_names()

 private:
  std::vector<std::size_t> meant_by(const std::string& name) const;  // indices, rising

  std::vector<JointDof> dofs_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;  // of freedoms, and of bodies
};

}  // namespace gambol
