#pragma once

// One stage of a shot's preparation.

#include "simulation/calibration.h"

namespace gambol {

// Simulates the stage from `begun`, without cues and with inactive controllers, and returns its
// result, shifted back to the time at which the stage began. Calls `report` with what was
// calibrated. Throws RunError (bad_motion) if the simulation blows up, or if a figure that is to be
// calibrated does not come to rest or cannot stand.
State prepared(const PrepareSpec& stage, const MotionSpec& motion, const State& begun,
               const CalibrationReport& report = {});

// A figure takes a pose at once: its joints, and the rest positions of its springs. A dynamic root
// rises or sinks, so that its lowest point is as high above the ground as before.
void take_pose(const std::vector<JointTarget>& joints, const std::vector<JointTarget>& rests,
               std::size_t figure, Simulator& simulator);

}  // namespace gambol
