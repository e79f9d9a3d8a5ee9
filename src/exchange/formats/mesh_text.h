#pragma once

#include <string>

#include "exchange/formats/robot.h"

namespace gambol {

// A mesh as Wavefront OBJ. Its edges are sharp where faces meet at more than 30 degrees.
std::string obj_text(const RobotMesh& mesh);

// The convex hull of a mesh, likewise.
std::string hull_text(const RobotMesh& mesh);

}  // namespace gambol
