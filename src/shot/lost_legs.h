#pragma once

// A figure without some of its legs: an insect that lost them.

#include <string>
#include <vector>

#include "shot/figure_spec.h"
#include "shot/reflex_spec.h"

namespace gambol {

// The uppermost body that belongs to this leg alone: the body of `upper_joint` if the leg names one
// that its feet hang on, else the last body, going up from its first foot, that no foot of another
// leg hangs on and that is not the root. "" if the leg has no foot in the figure.
std::string leg_root(const FigureSpec& figure, const LegSpec& leg);

// Takes legs off a whole, sound figure: their bodies, from leg_root() outwards, and with them the
// actuators and motor programs of those bodies, and the legs themselves. What acts on other joints
// too stays there. Names that are no legs are passed over.
void remove_legs(FigureSpec& figure, const std::vector<std::string>& legs);

// The leg in front of each lost one, on the same side, stands in for it: the motor programs of its
// upper joint, and the angle at which its step reflex acts, move backwards by reflexes.fill_gap.
// Backwards is where its stance ends, seen from where its step ends.
void fill_gaps(FigureSpec& figure, const std::vector<LegSpec>& lost, ReflexSpec& reflexes);

}  // namespace gambol
