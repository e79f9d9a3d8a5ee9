#pragma once

#include "shot/shot_spec.h"

namespace gambol::testing {

// The gait of a shot's first figure, which has a kinematic gait alone.
inline KinematicGaitSpec& gait_of(ShotSpec& s) {
  return std::get<KinematicGaitSpec>(s.motion.figures[0].controllers[0].kind);
}

}  // namespace gambol::testing
