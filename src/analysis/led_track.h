#pragma once

// What is recorded of a figure that a kinematic gait leads.

#include "analysis/measure_table.h"

namespace gambol {

// The gait. Throws InputError, naming the measure, if there is none.
const ControllerSpec& led_by(const Track& track, const ExpectSpec& e);

// Where every leg's foot is in the world, by the recorded joints, m: [sample][leg].
std::vector<std::vector<Vec3>> feet_of(const Track& track);

}  // namespace gambol
