#pragma once

// The beginning of a shot: it starts from another shot's state and is then prepared.

#include <string>

#include "simulation/calibration.h"
#include "simulation/state/stored_state.h"

namespace gambol {

struct ShotSpec;

// The state at which film time begins: adopts the state of `start_from` into world.start, then runs
// the stages of `prepare`. Stores the intermediate states in `folder`/<shot>/*.state and reuses a
// stored state that the same version of gambol made from the same inputs; an empty `folder` stores
// none. Calls `report` for each stage that calibrates and is simulated. Throws RunError
// (bad_motion) if one of these simulations blows up, and as prepared() does.
State beginning(const ShotSpec& shot, const std::string& folder, const World& world,
                const CalibrationReport& report = {});

// The world of a shot, in which simulations start at its beginning.
std::shared_ptr<const World> world_of(const ShotSpec& shot, const std::string& folder = "");

// Hash of everything that the state of a shot at `time` (s) depends on.
std::string state_inputs(const ShotSpec& shot, double time);

}  // namespace gambol
