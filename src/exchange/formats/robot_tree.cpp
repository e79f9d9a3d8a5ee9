#include "exchange/formats/robot_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exchange/formats/unique_names.h"

namespace gambol {
namespace {

constexpr double alike = 1e-9;        // m, or relative
constexpr double least_angle = 1e-3;  // rad between axes of one joint

bool same(double a, double b) { return std::abs(a - b) <= alike * std::max(std::abs(a), 1.0); }

// Joints of a body that a figure has as one joint.
struct JointGroup {
  std::vector<const RobotJoint*> joints;
  std::string type;
  Vec3 at = Vec3::Zero();
};

class TreeMaking {
 public:
  TreeMaking(const RobotModel& robot, std::vector<LeftOut>& left_out)
      : robot_(robot), left_out_(left_out), carried_(robot.bodies.size(), 0) {
    for (std::size_t b = robot.bodies.size(); b-- > 0;) {
      carried_[b] += robot.bodies[b].mass;
      if (robot.bodies[b].parent >= 0) carried_[robot.bodies[b].parent] += carried_[b];
    }
  }

  RobotTree make(std::size_t top, bool held_if_fixed) {
    const RobotBody& first = robot_.bodies[top];
    std::vector<bool> of_tree(robot_.bodies.size(), false);
    made_.assign(robot_.bodies.size(), {});
    const bool free = !first.joints.empty() && first.joints[0].type == RobotJointType::free;
    if (free || first.joints.empty()) {
      tree_.held = !free && held_if_fixed;
      tree_.X_WR = first.X_PB;
      TreeBody root;
      root.name = unique(first.name);
      root.type = "";
      root.body = &first;
      add(top, root);
    } else {
      // Joints to the world: those of a body on a root at rest.
      tree_.held = true;
      TreeBody base;
      base.name = unique(first.name + "_base");
      base.type = "";
      tree_.bodies.push_back(base);
      add_chain(top, base.name, first.X_PB);
    }
    of_tree[top] = true;
    for (std::size_t b = top + 1; b < robot_.bodies.size(); ++b) {
      const RobotBody& body = robot_.bodies[b];
      if (body.parent < 0 || !of_tree[body.parent]) continue;
      of_tree[b] = true;
      const Made& parent = made_[body.parent];
      Transform X = body.X_PB;
      X.p -= parent.shift;
      add_chain(b, parent.name, X);
    }
    return std::move(tree_);
  }

 private:
  struct Made {
    std::string name;
    Vec3 shift = Vec3::Zero();
  };

  std::string unique(std::string name) {
    for (char& c : name)
      if (c == '*' || c == '?' || c == '[' || c == ']' || c == '@' || c == ' ' ||
          static_cast<unsigned char>(c) < ' ')
        c = '_';
    return names_.once(name.empty() ? "body" : name);
  }

  void add(std::size_t b, const TreeBody& body) {
    made_[b] = {body.name, body.shift};
    tree_.bodies.push_back(body);
  }

  // Joints that follow each other, act in the same place and feel the same rotors are one.
  static std::vector<JointGroup> groups_of(const RobotBody& body) {
    std::vector<JointGroup> groups;
    for (const RobotJoint& joint : body.joints) {
      if (joint.type == RobotJointType::free) continue;
      if (!groups.empty() && joins(groups.back(), joint)) continue;
      JointGroup group{{&joint}, "", joint.at};
      group.type = joint.type == RobotJointType::hinge   ? "rotary"
                   : joint.type == RobotJointType::slide ? "prismatic"
                                                         : "spherical";
      groups.push_back(group);
    }
    // A slide acts anywhere: it lies where the next joint does.
    for (std::size_t g = groups.size(); g-- > 0;)
      if (groups[g].type == "prismatic")
        groups[g].at = g + 1 < groups.size() ? groups[g + 1].at
                       : g > 0               ? groups[g - 1].at
                                             : Vec3(Vec3::Zero());
    return groups;
  }

  static bool joins(JointGroup& group, const RobotJoint& joint) {
    const RobotJoint& last = *group.joints.back();
    if (!same(last.armature, joint.armature) || !same(last.most_torque, joint.most_torque))
      return false;
    if (joint.type != RobotJointType::hinge || last.type != RobotJointType::hinge) return false;
    if (group.joints.size() == 3 || (joint.at - group.at).norm() > alike) return false;
    if (joint.axis.cross(last.axis).norm() < least_angle) return false;
    group.joints.push_back(&joint);
    group.type = group.joints.size() == 2 ? "universal" : "gimbal";
    return true;
  }

  // Bodies without mass for all groups but the last.
  void add_chain(std::size_t b, std::string parent, Transform X) {
    const RobotBody& body = robot_.bodies[b];
    std::vector<JointGroup> groups = groups_of(body);
    if (carried_[b] <= 0 && !groups.empty()) {
      for (const RobotJoint& joint : body.joints)
        add_left_out(left_out_, Place{}, "joint", joint.name,
                     "it moves nothing that has mass: it is fixed");
      groups.clear();
    }
    if (groups.empty()) {
      TreeBody fixed;
      fixed.name = unique(body.name);
      fixed.parent = parent;
      fixed.X_PB = X;
      fixed.body = &body;
      return add(b, fixed);
    }
    Vec3 shift = Vec3::Zero();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const JointGroup& group = groups[g];
      const bool last = g + 1 == groups.size();
      TreeBody made;
      made.name = unique(last ? body.name : group.joints[0]->name);
      made.parent = parent;
      made.X_PB = g == 0 ? Transform{X.R, X * group.at} : Transform{{}, group.at - shift};
      made.type = group.type;
      shift = made.shift = group.at;
      for (const RobotJoint* joint : group.joints) made.axes.push_back(joint->axis);
      set_dofs(group, made);
      if (last) {
        made.body = &body;
        add(b, made);
      } else {
        tree_.bodies.push_back(made);
        parent = made.name;
      }
    }
  }

  static void set_dofs(const JointGroup& group, TreeBody& made) {
    const std::vector<std::string> many{".r1", ".r2", ".r3"}, ball{".rx", ".ry", ".rz"};
    if (group.type == "spherical")
      for (const std::string& suffix : ball)
        made.dofs.push_back({made.name + suffix, group.joints[0]});
    else
      for (std::size_t k = 0; k < group.joints.size(); ++k)
        made.dofs.push_back(
            {group.joints.size() > 1 ? made.name + many[k] : made.name, group.joints[k]});
  }

  const RobotModel& robot_;
  std::vector<LeftOut>& left_out_;
  std::vector<double> carried_;  // [body] mass of it and of all on it
  std::vector<Made> made_;
  UniqueNames names_;
  RobotTree tree_;
};

}  // namespace

RobotTree robot_tree(const RobotModel& robot, std::size_t top, bool held_if_fixed,
                     std::vector<LeftOut>& left_out) {
  return TreeMaking(robot, left_out).make(top, held_if_fixed);
}

}  // namespace gambol
