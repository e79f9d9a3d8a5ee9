#include "figure/joint_names.h"

#include <algorithm>

#include "base/pattern.h"

namespace gambol {

std::vector<std::string> joint_names(const FigureSpec& figure) {
  std::vector<std::string> names;
  for (const BodySpec& body : figure.bodies)
    if (!body.parent.empty() && body.joint.type != JointType::fixed) names.push_back(body.name);
  return names;
}

std::vector<std::string> matching_joints(const FigureSpec& figure,
                                         const std::vector<std::string>& names) {
  const std::vector<std::string> known = joint_names(figure);
  std::vector<std::string> joints;
  for (const std::string& name : names) {
    for (const std::string& joint : known) {
      if (matches(name, joint) && std::find(joints.begin(), joints.end(), joint) == joints.end())
        joints.push_back(joint);
    }
  }
  return joints;
}

}  // namespace gambol
