#pragma once

// Obstacles of the ground that a figure's dictionary of leaps has no leap for (seed 002, section
// 5).

#include <vector>

#include "base/error.h"

namespace gambol {

struct ShotSpec;

// Warns of steps, gaps and barriers on the way of each figure whose leap planner has no leap over
// them at any speed, with the leap that comes nearest; and of targets that no leap passes. The way
// is that of the goal's speed, straight ahead. Obstacles are not looked for on the way of a figure
// that turns, that cues steer, or that begins in another shot's motion.
void warn_of_leaps(const ShotSpec& shot, std::vector<Problem>& warnings);

}  // namespace gambol
