#pragma once

// Removal of legs from a figure, as of an insect that has lost them.

#include <string>
#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

// Returns the name of the uppermost body that belongs to this leg alone. That is the body of
// `upper_joint` if all feet of the leg descend from it; else the last body, from the first foot
// upwards, that carries no foot of another leg and is not the root. "" if the leg has no foot in
// the figure.
std::string leg_root(const FigureSpec& figure, const LegSpec& leg);

// Removes legs from a complete figure without problems: their bodies, from leg_root() outwards, the
// actuators, ramps and pose targets of the joints of those bodies, and the legs themselves.
// Actuators and motor programs that act on other joints too keep those. Ignores names that are not
// legs.
void remove_legs(FigureSpec& figure, const std::vector<std::string>& legs);

}  // namespace gambol
