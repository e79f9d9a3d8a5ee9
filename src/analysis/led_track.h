#pragma once

// The recorded motion of a figure that a kinematic gait leads.

#include "analysis/measure_table.h"

namespace gambol {

// The controller of the kinematic gait. Throws InputError with the measure's name if there is none.
const ControllerSpec& led_by(const Track& track, const ExpectSpec& e);

// Position (W, m) of every leg's tip, computed from the recorded joints: [sample][leg].
std::vector<std::vector<Vec3>> feet_of(const Track& track);

}  // namespace gambol
