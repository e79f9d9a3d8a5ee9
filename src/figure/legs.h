#pragma once

// The order and the names of a figure's legs in pictures.

#include <string>
#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

// Returns the legs of the left side, then of the right side and of the middle, each from front to
// back: a wave of steps that runs forward along a side then runs up the rows of a picture.
std::vector<LegSpec> legs_in_rows(const FigureSpec& figure);

// Returns "L", "R" or "M" and the row from 1: L1 is the foremost left leg, as in the literature on
// insects.
std::string short_name(const LegSpec& leg);

}  // namespace gambol
