#pragma once

// The transforms of the bodies of a figure with all joints at `initial` of its file, in whatever
// pose it begins.

#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

// Returns X_RB, the transform from each body's frame to the root's frame R, [body]. Bodies must be
// ordered, parents first. Lengths in m.
std::vector<Transform> rest_posture(const FigureSpec& figure);

}  // namespace gambol
