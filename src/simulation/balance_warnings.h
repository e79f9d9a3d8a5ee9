#pragma once

// Slow led gaits that would fall over if they stopped.

#include <vector>

#include "base/error.h"

namespace gambol {

struct ShotSpec;

// Warns of gaits of type kinematic that have three feet or more on the ground all the time, while
// the centre of mass, by the gait's plan on level ground, leaves the polygon of these feet. With
// fewer feet down a gait is not meant to be able to stop.
void warn_of_balance(const ShotSpec& shot, std::vector<Problem>& warnings);

}  // namespace gambol
