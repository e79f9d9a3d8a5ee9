#pragma once

// Boxes and cylinders whose cross-sections change in proportion to the place along their axis: what
// is left of pyramids and cones, upright or leaning, with rectangles or ellipses for cross-sections
// (Shape::taper, shift and depth). All in the shape's own frame.

#include "geometry/mesh.h"
#include "geometry/shape.h"

namespace gambol {

// Exact: every integrand is a polynomial along the axis.
MassProperties frustum_mass(const Shape& shape, double density);

// Closed, outward; edges rounded by Shape::edge, which fits.
TriangleMesh frustum_surface(const Shape& shape, int segments);

// Its corners, or eight points on each rim.
std::vector<Vec3> frustum_corners(const Shape& shape);

// The largest radius that edges of this box or cylinder can have, m, so that something is left of
// every side. 0 where it ends in an edge or an apex that is not a cone's.
double edge_room(const Shape& shape);

}  // namespace gambol
