#pragma once

// Two polytopes that overlap: the direction of their least overlap, and where they touch.

#include <vector>

#include "contact/find/overlap_direction.h"

namespace gambol {

// Whether the part is a polytope with a volume and without a radius.
bool is_polytope(const ConvexPart& part);

// Sets `normal` to the unit direction out of b into a in which two polytopes overlap least, by the
// separating axis theorem (Gottschalk, Lin and Manocha, SIGGRAPH 1996): it is normal to a face of
// one of them, or to an edge of each. Returns false if they do not overlap. Edges must overlap less
// than faces by a twentieth, so that what lies on a face does not turn to its rim by rounding.
bool least_overlap(const PlacedPart& a, const PlacedPart& b, Vec3& normal);

// Appends the points where two polytopes touch, seen along n, out of b into a: corners of one under
// or over the other, and crossings of their edges, wherever a's lower surface is below b's upper
// one. Both surfaces are exact, so that a point comes and goes with depth 0, but at rims.
void touch_polytopes(const PlacedPart& a, const PlacedPart& b, const Vec3& n, double margin,
                     std::vector<Touch>& touches);

}  // namespace gambol
