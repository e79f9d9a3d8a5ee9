#pragma once

// The springs, dampers and limits of a figure's joints as numbers, with what they make of what
// hangs on the joints.

#include "base/json.h"
#include "dynamics/model.h"
#include "figure/figure_spec.h"

namespace gambol {

void print_springs(const FigureSpec& figure, const Model& model);
Json springs_json(const FigureSpec& figure, const Model& model);

}  // namespace gambol
