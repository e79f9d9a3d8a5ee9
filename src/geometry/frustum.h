#pragma once

// Boxes and cylinders whose cross-sections change linearly along their axis: truncated pyramids
// and cones, upright or oblique, with rectangular or elliptic cross-sections (Shape::taper, shift
// and depth). All results are in the shape's own frame.

#include "geometry/mesh.h"
#include "geometry/shape.h"

namespace gambol {

// Exact: every integrand is a polynomial along the axis.
MassProperties frustum_mass(const Shape& shape, double density);

// A closed mesh with outward faces, its edges rounded by Shape::edge, which must not be larger than
// edge_room().
TriangleMesh frustum_surface(const Shape& shape, int segments);

// The corners of a box, or eight points on each rim of a cylinder; coincident points once.
std::vector<Vec3> frustum_corners(const Shape& shape);

// The largest edge radius, m, that leaves a part of every side of this box or cylinder. 0 if the
// shape ends in an edge, or in an apex that is not a cone's.
double edge_room(const Shape& shape);

}  // namespace gambol
