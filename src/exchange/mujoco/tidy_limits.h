#pragma once

#include "base/vec.h"
#include "exchange/mujoco/robot_text.h"

namespace gambol {

enum class LimitsSaid { as_written, changed, none };

// Judges the limits of a joint, rad or m: infinite and huge ones limit nothing, and those whose
// lower end is above the upper one are left out. Lists both. An open end becomes a distant one.
LimitsSaid tidy_limits(RobotTidying& tidying, const XmlNode& joint, Vec2& limits);

}  // namespace gambol
