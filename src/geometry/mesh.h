#pragma once

// Triangle meshes: how every shape is seen, and how meshes and bevelled boxes get their inertia.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vec.h"
#include "geometry/shape.h"

namespace gambol {

struct TriangleMesh {
  std::vector<Vec3> positions;  // m, in the body's frame
  std::vector<Vec3> normals;    // one per position; unit, outward, for shading
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise seen from outside
};

// The visible surface, in the body's frame: rounded or bevelled edges, smooth normals where the
// surface is smooth. Closed, outward. Curved parts use at least `segments` segments per full turn.
// A box with both `edge` and `bevel` is seen rounded by `edge`: its bevel then counts only as mass.
TriangleMesh surface_mesh(const Shape& shape, int segments = 48);

// Wavefront OBJ: v, vn, f (polygons are fanned). Without vn, normals are smooth, weighted by the
// angle of each corner. Throws InputError naming file and line.
TriangleMesh load_obj(const std::string& path);

// Volume integrals over a closed mesh (divergence theorem).
MassProperties mass_properties(const TriangleMesh& mesh, double density);

}  // namespace gambol
