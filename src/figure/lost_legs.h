#pragma once

// Removal of legs from a figure, as of an insect that has lost them.

#include <string>
#include <vector>

#include "figure/figure_spec.h"
#include "shot/reflex_spec.h"

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

// Makes the leg in front of each lost one, on the same side, stand in for it: shifts the motor
// programs of its upper joint, and the position at which its step reflex acts, backwards by
// reflexes.fill_gap (rad or m). Backwards is the direction from the end of its step to the end of
// its stance.
void fill_gaps(FigureSpec& figure, const std::vector<LegSpec>& lost, ReflexSpec& reflexes);

}  // namespace gambol
