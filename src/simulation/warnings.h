#pragma once

// What a shot says that may be meant, but probably is not: nothing that keeps it from being
// simulated.

#include <vector>

#include "base/error.h"

namespace gambol {

struct ShotSpec;

// Returns warnings, each at its place: cues that do nothing, not even leave a mark; frequencies
// that a gait clamps; slow led gaits that could not stop; obstacles that a figure has no leap for;
// friction that exerts no force; ground that is too soft for a figure, or whose friction reaches
// its limit only at speeds or stretches that the eye sees; parts without effect and limp joints
// (simulation/idle_warnings.h); a duration whose number may have been meant in frames.
std::vector<Problem> warnings_of(const ShotSpec& shot);

}  // namespace gambol
