#pragma once

// Shipped shots of figures on leg frames.

#include <string>

#include "shot/controllers/controller_box.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/scenes.h"

namespace gambol::testing {

inline ShotSpec shipped_shot(const std::string& name) { return load_shot(scene_file(name)); }

// The first `until` seconds of one.
inline ShotSpec shipped_shot(const std::string& name, double until) {
  ShotSpec shot = shipped_shot(name);
  shot.film.duration = shot.motion.simulate_until = until;
  return shot;
}

inline MotionSpec shipped_motion(const std::string& name) { return shipped_shot(name).motion; }

// Root and joints of its first figure at a time.
inline Eigen::VectorXd q_at(const MotionSpec& motion, double time) {
  Simulator s(motion);
  s.advance(time);
  return s.state().figures[0].q;
}

inline LegFramesSpec& leg_frames_of(MotionSpec& motion) {
  return *motion.figures[0].controllers[0].kind.as<LegFramesSpec>();
}

}  // namespace gambol::testing
