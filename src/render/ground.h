#pragma once

// The visible ground: a level square, or the triangles of a terrain.

#include "geometry/height_field.h"
#include "geometry/mesh.h"
#include "render/float3.h"

namespace gambol {

// A level square around the world's origin.
struct GroundSquare {
  bool present = false;            // false: no ground, or a terrain, which is a mesh
  float height = 0;                // m above the frame's origin
  float extent = 0;                // m, half the side of the square
  float shift_x = 0, shift_y = 0;  // the frame's origin in the world
  int material = 0;

  // Distance along the ray, or a negative number if it misses the square.
  template <class F>
  F intersect(const Float3Of<F>& origin, const Float3Of<F>& direction) const {
    const F t = (height - origin.z) / direction.z;
    const F x = origin.x + direction.x * t + shift_x, y = origin.y + direction.y * t + shift_y;
    return select((t > 0.0f) & (abs(x) <= extent) & (abs(y) <= extent), t, F(-1.0f));
  }
};

// The triangles of a terrain, and of the ground beyond its border out to `extent` m from the
// world's origin. Normals are those of the facets or, if `smooth`, of the slope between the heights
// half a grid spacing to either side of the vertex.
TriangleMesh terrain_mesh(const HeightField& terrain, double extent, bool smooth);
// The same ground relative to another origin.
GroundSquare around(GroundSquare ground, const Vec3& origin);

}  // namespace gambol
