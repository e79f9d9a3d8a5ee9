#pragma once

#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol::testing {

// The gait of a shot's first figure, which has a kinematic gait alone.
inline KinematicGaitSpec& gait_of(ShotSpec& s) {
  return *s.motion.figures[0].controllers[0].kind.as<KinematicGaitSpec>();
}

// The shot to `seconds` of its film, with no time after it.
inline ShotSpec beginning_of(ShotSpec s, double seconds) {
  s.film.duration = seconds;
  s.motion.simulate_until = 0;
  return s;
}

}  // namespace gambol::testing
