#pragma once

// Where the bodies of a figure are as its file describes them: all joints at `initial`.

#include <vector>

#include "shot/figure_spec.h"

namespace gambol {

// X_RB of every body in the root's frame, in the order of the bodies (parents first).
std::vector<Transform> rest_posture(const FigureSpec& figure);

}  // namespace gambol
