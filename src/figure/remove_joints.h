#pragma once

// What a figure says of joints that it no longer has.

#include <set>
#include <string>

#include "figure/figure_spec.h"

namespace gambol {

// Removes the actuators, ramps of motor programs and targets of poses of these degrees of freedom;
// and actuators and motor programs that have none left.
void remove_joints(FigureSpec& figure, const std::set<std::string>& dofs);

}  // namespace gambol
