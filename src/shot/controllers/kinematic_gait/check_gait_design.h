#pragma once

// Whether the quantities of a kinematic gait's design agree, as they are written and as cues set
// them.

#include "shot/controllers/controller_spec.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

// Checks that the design has a solution at the keys of its curves and between them. `legs`: number
// of the figure's; 0 if its file could not be read.
void check_design(const ControllerSpec& c, const KinematicGaitSpec& gait, std::size_t legs,
                  Findings& findings);

// Checks that legs that are to carry their share of the weight and to swing, too, push with more
// than that.
void check_leg_force(const FigureSpec& figure, const ControllerSpec& c,
                     const KinematicGaitSpec& gait, Findings& findings);

}  // namespace gambol
