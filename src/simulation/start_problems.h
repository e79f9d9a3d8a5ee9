#pragma once

// What a simulation cannot begin with: figures that stand in the ground or in each other.

#include <vector>

#include "base/error.h"
#include "simulation/impacts.h"

namespace gambol {

// At most one problem of every figure with the ground and of every pair of figures. `ensemble` must
// have been evaluated at the shot's start with h = 0: what overlaps is what its contacts and
// collisions say. Springs that are pressed as a figure's own weight may press them are no problem,
// nor is what stands within a hollow mesh, nor what attachments hold together; figures that begin
// in another shot's state stand elsewhere and are not judged.
// `impacts` as found there: nothing makes room for bodies that are in each other, so none may be.
std::vector<Problem> start_problems(const MotionSpec& spec, const Ensemble& ensemble,
                                    const Impacts& impacts);

}  // namespace gambol
