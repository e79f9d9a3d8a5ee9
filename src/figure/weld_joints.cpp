#include "figure/weld_joints.h"

#include <algorithm>
#include <set>

#include "base/pattern.h"
#include "figure/joint_motion.h"
#include "figure/remove_joints.h"

namespace gambol {

std::vector<std::string> joints_to_weld(const FigureSpec& figure,
                                        const std::vector<std::string>& names) {
  std::vector<std::string> bodies;
  for (const BodySpec& body : figure.bodies) {
    const auto means = [&](const std::string& name) { return matches(name, body.name); };
    if (!joint_dofs(body).empty() && std::any_of(names.begin(), names.end(), means))
      bodies.push_back(body.name);
  }
  return bodies;
}

void weld_joints(FigureSpec& figure, const std::vector<std::string>& bodies) {
  const std::set<std::string> welded(bodies.begin(), bodies.end());
  std::set<std::string> gone;
  for (BodySpec& body : figure.bodies) {
    if (!welded.contains(body.name)) continue;
    for (const JointDof& dof : joint_dofs(body)) gone.insert(dof.name);
    body.joint.welded = true;
  }
  remove_joints(figure, gone);
}

bool is_welded(const FigureSpec& figure, const std::string& name) {
  return std::any_of(figure.bodies.begin(), figure.bodies.end(), [&](const BodySpec& body) {
    return body.joint.welded && (matches(name, body.name) || name.starts_with(body.name + "."));
  });
}

}  // namespace gambol
