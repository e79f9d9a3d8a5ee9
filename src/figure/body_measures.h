#pragma once

// What the bodies of a figure weigh and measure, for scaling it to a person.

#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

// The mass, centre of mass and inertia of a body, by its solids and their densities.
MassProperties mass_of(const FigureSpec& figure, const BodySpec& body);
std::vector<double> masses_of(const FigureSpec& figure);  // [body] kg
double total_mass(const FigureSpec& figure);              // kg

// The axis (0 to 2) of the body's frame along which it is long: from its joint towards those that
// it carries, or towards its centre of mass.
int long_axis(const FigureSpec& figure, const BodySpec& body);

// The least and the largest coordinate, m, of the solids of `bodies` (indices) along an axis (0 to
// 2) of the root's frame at rest.
Vec2 extent(const FigureSpec& figure, const std::vector<std::size_t>& bodies, int axis);
// The largest of its extents, m, along the axes of its root's frame; 0 if it has no solids.
double longest_side(const FigureSpec& figure);
// How high the joints where its legs begin are above the tips of their feet at rest, m, along z of
// the root's frame: the mean over its legs; 0 without legs. A leg begins at the first body from
// which no other leg hangs.
double leg_height(const FigureSpec& figure);
// The same of the foremost legs alone.
double shoulder_height(const FigureSpec& figure);

}  // namespace gambol
