#pragma once

// Welding of joints of a figure that a shot chooses (seed 003 App. A, `deletejoint`).

#include <string>
#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

// Names of the bodies whose joints the names or patterns mean, in the order of the figure.
std::vector<std::string> joints_to_weld(const FigureSpec& figure,
                                        const std::vector<std::string>& names);

// Welds the joints of these bodies where they are at the start, in a complete figure without
// problems: removes their actuators, ramps and pose targets. Actuators and motor programs that act
// on other joints too keep those.
void weld_joints(FigureSpec& figure, const std::vector<std::string>& bodies);

// Whether the name or pattern means a welded joint, or a degree of freedom that it would have.
bool is_welded(const FigureSpec& figure, const std::string& name);

}  // namespace gambol
