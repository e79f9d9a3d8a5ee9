#pragma once

// The verb `simulate` as a function: a shot in, poses out.

#include <functional>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// Steps the shot from its start to the end of its film and on to `simulate_until`. Deterministic.
// `progress` is told the fraction done, now and then. A simulation that blows up throws RunError
// (bad_motion) that says when and where.
Poses simulate(const ShotSpec& shot, const std::function<void(double)>& progress = {});

}  // namespace gambol
