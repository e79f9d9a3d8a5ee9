#pragma once

#include <mujoco/mujoco.h>

#include "exchange/mujoco/robot_text.h"

namespace gambol {

// Reads the robot out of a model that MuJoCo has compiled from the text.
void robot_of(const mjModel& m, const RobotText& text, RobotModel& robot);

}  // namespace gambol
