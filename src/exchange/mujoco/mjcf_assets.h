#pragma once

// Meshes, textures and fields of heights of MJCF.

#include <set>
#include <string>

#include "exchange/mujoco/robot_text.h"

namespace gambol {

struct MjcfMeshes {
  std::set<std::string> missing, open;  // by their names
};

// Reads the meshes and replaces them by our own files. Other assets cost MuJoCo memory and lose
// what no figure needs.
MjcfMeshes tidy_assets(RobotTidying& tidying, XmlNode& root);

}  // namespace gambol
