#pragma once

// Finds figures that begin inside the ground or inside each other, which a simulation refuses.

#include <vector>

#include "base/error.h"
#include "shot/motion_spec.h"
#include "simulation/ensemble.h"

namespace gambol {

// Returns at most one problem for every figure with the ground and for every pair of figures.
// `ensemble` must have been evaluated at the shot's start with h = 0; its contacts and collisions
// give the overlaps. Not problems are: contact springs compressed no more than a figure's weight
// can compress them, bodies inside a hollow mesh, and bodies that attachments hold together.
// Figures that begin in another shot's state stand elsewhere and are not checked. Impulses throw
// nothing away: they move bodies apart, so that only what is deep within another is a problem.
std::vector<Problem> start_problems(const MotionSpec& spec, Ensemble& ensemble);

// A motion that begins with the same start_problems() and overlaps, but in less time: a gait that
// leads the only figure does not place it, which takes up to seconds, because where that is does
// not matter. The ground does not throw led figures, and there is nothing else to begin in.
MotionSpec motion_to_check(MotionSpec motion);

}  // namespace gambol
