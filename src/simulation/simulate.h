#pragma once

// The verb `simulate` as a function from a shot to its poses.

#include <functional>
#include <string>

#include "poses/poses.h"

namespace gambol {

struct Calibration;
struct ShotSpec;

// Looks at a simulation that runs, at time `t` (s, simulated). `so_far` copies the poses of the
// frames that are finished, with the motion's hash.
using LookAtSimulation = std::function<void(double t, const std::function<Poses()>& so_far)>;

// Simulates the shot from its start to the end of its film, or to `simulate_until` if that is
// later. Deterministic. Calls `progress` with the fraction done, after about every hundredth.
// A simulation that blows up returns the finished frames, with the reason in Poses::failure.
//
// Unless `folder` is empty, `folder`/<shot> keeps the poses (poses/motion_file.h), which are
// written as the simulation goes on and are not all in memory, the states from which the simulation
// begins (simulation/beginning.h), the state with which it ends (`end.state`), and, with each
// segment of the poses and every `checkpoint_every` s of wall-clock time, a checkpoint from which
// the next process resumes if this one is killed (simulation/state/checkpoint.h). The caller
// removes the checkpoint. Throws RunError if an end is requested (base/stop.h), and the errors of
// the functions that read and write these files. `report`: see beginning(). `look`: called after
// every step; what it throws ends the simulation.
Poses simulate(const ShotSpec& shot, const std::function<void(double)>& progress = {},
               const std::string& folder = "", double checkpoint_every = 20,
               const std::function<void(const Calibration&)>& report = {},
               const LookAtSimulation& look = {});

// The path of a shot's poses in a folder of results.
std::string poses_path(const ShotSpec& shot, const std::string& folder);

// Reads the end's state of a simulation that gave `poses` without a failure. Throws InputError if
// it is missing, damaged, or of another simulation.
void require_end_state(const ShotSpec& shot, const Poses& poses, const std::string& folder);

}  // namespace gambol
