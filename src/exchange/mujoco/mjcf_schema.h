#pragma once

// What the MuJoCo that is linked understands of MJCF, as its library itself says.

#include <map>
#include <set>
#include <string>

#include "exchange/mujoco/robot_text.h"

namespace gambol {

struct MjcfElement {
  std::set<std::string> attributes;
  std::map<std::string, MjcfElement> children;
  bool holds_itself = false;  // bodies, and classes of defaults
};

// The element <mujoco>.
MjcfElement mjcf_schema();

// Removes what MuJoCo does not know, and lists it, except in sections and defaults that no figure
// needs.
void remove_unknown(RobotTidying& tidying, XmlNode& root);

}  // namespace gambol
