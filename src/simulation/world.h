#pragma once

// Everything of a shot that stays the same while it is simulated: models, terrain, the plan of its
// cues, and the state in which its simulations start. Any number of simulators, in any threads,
// share one.

#include <memory>
#include <vector>

#include "shot/motion_spec.h"
#include "simulation/cues/cue_plan.h"
#include "simulation/ensemble.h"
#include "simulation/particles.h"

namespace gambol {

struct World {
  // Throws InputError with all figures that begin deep in the ground or in each other (see
  // start_problems.h).
  explicit World(const MotionSpec& motion);
  World(const World&) = delete;

  MotionSpec spec;
  FigurePartsList figures;
  Ensemble ensemble;  // a simulator copies it, to have scratch of its own
  Particles particles;
  CuePlan cues;
  State start;  // without the shot's beginnings: see beginning.h
};

}  // namespace gambol
