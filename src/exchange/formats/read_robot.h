#pragma once

#include <string>

#include "exchange/formats/imported.h"

namespace gambol {

// Reads a robot from URDF or MJCF, by MuJoCo, in a module that is loaded now. Files that it names
// must be allowed (base/allowed_paths.h). Throws InputError with every problem if nothing can be
// made of it, and RunError if the module or MuJoCo cannot be loaded.
RobotModel read_robot(const std::string& path);

// Makes figures of it, one of each tree of bodies that can move, and what shows them. `name` is
// that of the shot, and of a single figure. Throws InputError if there is no such tree.
Imported robot_figures(const RobotModel& robot, const std::string& name, const std::string& path);

}  // namespace gambol
