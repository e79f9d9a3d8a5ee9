#pragma once

// Makes figures of crowds.

#include "shot/reading.h"
#include "shot/shot_spec.h"

namespace gambol {

inline constexpr double most_members = 10'000;

// Replaces every figure that has a `crowd`, which must have been loaded, by its members. What is
// drawn for a member depends on the seed, on the figure's name and on the member's number alone.
void place_crowds(ShotSpec& shot, Findings& findings);

}  // namespace gambol
