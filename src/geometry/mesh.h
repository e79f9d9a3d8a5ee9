#pragma once

// Triangle meshes: the visible surface of every shape, and the source of the inertia of meshes
// and height fields.

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
  // Texture coordinates: empty, or one pair per position; u to the right and v up in the texture's
  // image, whose corners are (0, 0) and (1, 1).
  std::vector<Vec2> uvs;
};

// The visible surface, in the body's frame, with rounded or bevelled edges, and smooth normals
// where the surface is smooth. It is closed and faces outward. Curved parts have at least
// `segments` segments per full turn. The surface of a box with both `edge` and `bevel` is rounded
// by `edge`: its bevel then counts only as mass.
TriangleMesh surface_mesh(const Shape& shape, int segments = 48);

inline constexpr std::size_t most_obj_elements = 40'000'000;  // some gigabytes

// Wavefront OBJ: v, vt, vn, f (polygons are fanned). Without vn, normals are smooth, weighted by
// the angle of each corner. Throws InputError, which names file and line, also for more than `most`
// vertices, texture coordinates, normals or corners of faces.
TriangleMesh load_obj(const std::string& path, std::size_t most = most_obj_elements);

// All meshes of a glTF 2.0 file's scene (.gltf with its buffers, or .glb), in the root's frame,
// with their nodes' transforms applied. Axes are as in the file, units metres. Normals and the
// first texture coordinates are kept; a mesh without normals gets facet normals. Throws InputError,
// which names the file.
TriangleMesh load_gltf(const std::string& path);

// Calls one of the two, by the ending of the file's name.
TriangleMesh load_mesh(const std::string& path);

// All files that a mesh is read from: the file itself, and the buffers beside a .gltf.
std::vector<std::string> mesh_files(const std::string& path);

// The triangles of a shape that is not convex, such as a mesh or height field, in the shape's
// frame, before X_BS is applied: read from its file or built, and mirrored if the shape is.
TriangleMesh solid_mesh(const Shape& shape);

// The block of ground under a height field, down to `depth` m below its lowest height: the surface
// on top (with facet normals or smooth normals), walls and a level bottom. Closed.
TriangleMesh height_block(const HeightField& field, double depth, bool smooth);
// A distance from the origin, m, within which the whole block lies.
double reach(const HeightField& field, double depth);

// Volume integrals over a closed mesh (divergence theorem).
MassProperties mass_properties(const TriangleMesh& mesh, double density);

}  // namespace gambol
