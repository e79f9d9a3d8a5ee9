#pragma once

// The verb `simulate` as a function: a shot in, poses out.

#include <functional>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// Steps the shot from its start to the end of its film and on to `simulate_until`. Deterministic.
// `progress` is told the fraction done, now and then. A simulation that blows up returns the frames
// that were finished, with the reason in Poses::failure. States that it begins with, and the one
// that it ends with (`end.state`), are kept in `folder`/<shot>, unless that is empty; see
// simulation/beginning.h; and every so many seconds (`checkpoint_every`) a checkpoint, from which
// the next process goes on if this one is killed, and which the caller removes once the poses are
// kept (simulation/checkpoint.h). Throws RunError if an end is asked for (base/stop.h), and what
// its files throw.
Poses simulate(const ShotSpec& shot, const std::function<void(double)>& progress = {},
               const std::string& folder = "", double checkpoint_every = 20);

}  // namespace gambol
