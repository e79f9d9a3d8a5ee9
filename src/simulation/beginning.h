#pragma once

// How a shot begins: in another shot's state, then prepared.

#include <string>

#include "simulation/simulator.h"
#include "simulation/stored_state.h"

namespace gambol {

// Brings a simulator of the shot's motion, just reset, to where film time begins: `start_from`,
// then the stages of `prepare`. States on the way are kept in `folder`/<shot>/*.state and taken
// from there when they were made from the same inputs by the same gambol; an empty `folder` keeps
// none. Throws RunError (bad_motion) if a simulation on the way blows up.
void begin(const ShotSpec& shot, const std::string& folder, Simulator& simulator);

// What the state of a shot at a time depends on.
std::string state_inputs(const ShotSpec& shot, double time);

}  // namespace gambol
