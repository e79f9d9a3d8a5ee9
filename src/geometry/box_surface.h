#pragma once

// Surfaces of boxes whose faces are parallel, centred on the origin.

#include "geometry/mesh.h"

namespace gambol {

// The hull of the six faces of a box, each inset by `bevel` of the unit cube: 6 rectangles, 12
// strips along the edges, 8 triangles at the corners. `size` is the full extents, m.
TriangleMesh flat_box(const Vec3& size, double bevel);

// A box whose edges are rounded by the radius `edge`, m, at most half of its smallest extent.
TriangleMesh round_box(const Vec3& size, double edge, int segments);

}  // namespace gambol
