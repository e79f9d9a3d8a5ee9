#pragma once

// Whether fixed steps fit into what is simulated.

#include "base/clock.h"
#include "shot/motion_spec.h"

namespace gambol {

// Whether a fixed step goes beyond `end` (s), so that nothing is computed on the way there.
inline bool step_is_too_long(const MotionSpec& motion, double end) {
  return !is_adaptive(motion.integrator.method) &&
         motion.integrator.step > end - motion.start + clock_slack;
}

}  // namespace gambol
