#pragma once

// What a file of MJCF says of which a figure has nothing.

#include "exchange/mujoco/robot_text.h"

namespace gambol {

// Removes and lists it: sections, and elements in bodies. Actuators are listed and stay, because
// they say how strong joints are. Refuses what would cost the robot bodies. Comes before copies are
// made, so that nothing is listed for every replica.
void leave_out_of_mjcf(RobotTidying& tidying, XmlNode& root);

// The same of options, flags and keyframes, as far as a shot, a figure or a posture has none of
// them. Returns whether joints have limits.
bool tidy_options(RobotTidying& tidying, XmlNode& root);

}  // namespace gambol
