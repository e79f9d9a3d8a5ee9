#pragma once

// Sizes of a figure, by which motions of different figures are compared.

namespace gambol {

struct FigureSpec;

// Length (m) of the figure without its legs, along its root's x, in its initial pose.
double body_length(const FigureSpec& figure);
// Height (m) from its lowest to its highest point, in its initial pose with the root upright.
double body_height(const FigureSpec& figure);

}  // namespace gambol
