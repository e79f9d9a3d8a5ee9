#pragma once

// Selection of joints by name or pattern (base/pattern.h). A joint has the name of the body that it
// moves.

#include "figure/figure_spec.h"

namespace gambol {

// Returns the names of the joints that can move, in the order of the bodies.
std::vector<std::string> joint_names(const FigureSpec& figure);
// Returns the joints that can move and that match any of `names`, in the order of `names`, each
// once.
std::vector<std::string> matching_joints(const FigureSpec& figure,
                                         const std::vector<std::string>& names);

}  // namespace gambol
