#pragma once

// Finds parts of a figure by their names.

#include <string_view>

#include "figure/figure_spec.h"

namespace gambol {

// Return the element of that name, or nullptr.
const PoseSpec* find_pose(const FigureSpec& figure, std::string_view name);
// The rest positions of springs that hold the pose, by degree of freedom: its `rests`, and its
// `joints` where it has none.
std::vector<JointTarget> spring_rests(const PoseSpec& pose);
const BodySpec* find_body(const FigureSpec& figure, std::string_view name);
const LegSpec* find_leg(const FigureSpec& figure, std::string_view name);
// Returns true if an exponential or linear spring acts on the joint.
bool has_spring(const FigureSpec& figure, std::string_view joint);

}  // namespace gambol
