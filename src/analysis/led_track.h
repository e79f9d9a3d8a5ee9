#pragma once

// The recorded motion of a figure that a kinematic gait leads.

#include "analysis/measure_table.h"

namespace gambol {

// The controller of the kinematic gait. Throws InputError with the measure's name if there is none.
const ControllerSpec& led_by(const Track& track, const ExpectSpec& e);

// Position (W, m) of the point on which every leg's foot turns where it stands, computed from the
// recorded joints: the centre of a ball with the leg's tip on it, or the tip. [sample][leg]
std::vector<std::vector<Vec3>> feet_of(const Track& track);

}  // namespace gambol
