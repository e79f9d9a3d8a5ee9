#pragma once

// How far a point is within the polygon of what bears a figure, seen from above.

#include <vector>

#include "base/vec.h"

namespace gambol {

// Distance (m) from p to the border of the convex hull of the points' x and y; negative outside.
double margin_within(const Vec3& p, const std::vector<Vec3>& points);

}  // namespace gambol
