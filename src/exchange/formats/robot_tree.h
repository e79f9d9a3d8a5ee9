#pragma once

// A robot as a tree of figure's bodies: each has one joint at its origin, where MuJoCo's bodies
// have any number of joints anywhere.

#include <map>
#include <string>
#include <vector>

#include "exchange/formats/robot.h"

namespace gambol {

// One degree of freedom, and what acts on it.
struct TreeDof {
  std::string name;  // as authors name it in the figure
  const RobotJoint* joint = nullptr;
};

struct TreeBody {
  std::string name, parent;  // parent "": the root
  Transform X_PB;
  std::string type = "fixed";  // of the joint; "" of the root
  std::vector<Vec3> axes;
  std::vector<TreeDof> dofs;        // a ball has three, of one joint
  const RobotBody* body = nullptr;  // whose mass and shapes it has; nullptr: none
  Vec3 shift = Vec3::Zero();        // p_BoBo'_B: from the origin of `body` to that of this one
};

struct RobotTree {
  std::vector<TreeBody> bodies;  // parents first
  bool held = false;             // the root is at rest in the world
  Transform X_WR;                // of the root, in the reference posture
};

// Returns the tree that begins with the body `top`, which hangs on the world. Names are unique
// within it, and do not look like patterns. Joints that would move nothing of mass are fixed and
// added to `left_out`.
RobotTree robot_tree(const RobotModel& robot, std::size_t top, bool held_if_fixed,
                     std::vector<LeftOut>& left_out);

}  // namespace gambol
