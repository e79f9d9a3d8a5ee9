#pragma once

// How the legs of a figure are ordered and named in pictures.

#include <string>
#include <vector>

#include "shot/figure_spec.h"

namespace gambol {

// The left side and then the right, each from front to back: a wave of steps that runs forward
// along a side climbs.
std::vector<LegSpec> legs_in_rows(const FigureSpec& figure);

// L1 is the foremost left leg, as in the literature on insects.
std::string short_name(const LegSpec& leg);

}  // namespace gambol
