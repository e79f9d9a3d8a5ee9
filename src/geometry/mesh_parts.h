#pragma once

// Steps in building triangle meshes.

#include "geometry/mesh.h"

namespace gambol {

// Returns the index of the new vertex.
std::uint32_t add_vertex(TriangleMesh& mesh, const Vec3& p, const Vec3& n);

// Leaves out triangles that collapse to a line, as at the poles of a sphere.
void add_triangle(TriangleMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c);
void add_quad(TriangleMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c,
              std::uint32_t d);

// Adds a convex polygon with one normal, which faces away from the origin.
void add_flat(TriangleMesh& mesh, std::vector<Vec3> corners);

// Whether triangles pass each edge equally often in both directions. Vertices are identified by
// position, because a file may write one vertex several times.
bool is_closed(const TriangleMesh& mesh);

// Mirrors the mesh, y -> -y; it still faces outward.
void reflect(TriangleMesh& mesh);

}  // namespace gambol
