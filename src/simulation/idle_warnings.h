#pragma once

// Parts of a shot that have no effect on its motion, or that nothing holds, though they were
// probably written for one.

#include <vector>

#include "base/error.h"

namespace gambol {

struct ShotSpec;

// Warns of obstacles that no figure can touch or give way to, of friction between bodies that never
// touch, and of joints that hang limply because a motion that moves others leaves them out.
void warn_of_idle_parts(const ShotSpec& shot, std::vector<Problem>& warnings);

}  // namespace gambol
