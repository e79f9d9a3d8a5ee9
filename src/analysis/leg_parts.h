#pragma once

// Which leg a part of a figure belongs to.

#include <string>

#include "figure/figure_spec.h"

namespace gambol {

// The leg that a body, or the joint that carries it, is a part of: it lies between the root, which
// is part of none, and one of the leg's feet, or is one of them. `part` is the name of a body or of
// a degree of freedom of a joint. Of several legs, which share what lies near the root, the first;
// nullptr if there is none.
const LegSpec* leg_with(const FigureSpec& figure, const std::string& part);

}  // namespace gambol
