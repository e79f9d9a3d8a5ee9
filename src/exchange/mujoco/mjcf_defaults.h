#pragma once

// The classes of defaults of MJCF.

#include "exchange/mujoco/robot_text.h"

namespace gambol {

// Writes into each geom, joint, mesh, material and actuator what it has by its class, so that none
// refers to classes any more. The sections <default> stay, for what is unknown in them; the reader
// of MuJoCo 2.2 must not see them. Adds problems for classes that are not there.
//
// Of the ways to write an orientation, the nearest one that is not `quat` counts, as in MuJoCo 3:
// the `euler` of a class turns an element that has a `quat` of its own.
void apply_defaults(RobotTidying& tidying, XmlNode& root);

}  // namespace gambol
