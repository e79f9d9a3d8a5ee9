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
  // Texture coordinates: none, or one pair per position; u to the right and v up in the texture's
  // image, whose corners are (0, 0) and (1, 1).
  std::vector<Vec2> uvs;
};

// The visible surface, in the body's frame: rounded or bevelled edges, smooth normals where the
// surface is smooth. Closed, outward. Curved parts use at least `segments` segments per full turn.
// A box with both `edge` and `bevel` is seen rounded by `edge`: its bevel then counts only as mass.
TriangleMesh surface_mesh(const Shape& shape, int segments = 48);

inline constexpr std::size_t most_obj_elements = 40'000'000;  // some gigabytes

// Wavefront OBJ: v, vt, vn, f (polygons are fanned). Without vn, normals are smooth, weighted by
// the angle of each corner. Throws InputError naming file and line, also for more than `most` of
// any of them or of corners.
TriangleMesh load_obj(const std::string& path, std::size_t most = most_obj_elements);

// All meshes of a glTF 2.0 file's scene (.gltf with its buffers, or .glb), in the root's frame,
// their nodes' transforms applied. Axes are as in the file, units metres. Normals and the first
// texture coordinates are kept; smooth normals are made for what has none. Throws InputError naming
// the file.
TriangleMesh load_gltf(const std::string& path);

// One of the two, by the ending of its name.
TriangleMesh load_mesh(const std::string& path);

// Everything that the mesh in a file is made of: the file, and the buffers beside a .gltf.
std::vector<std::string> mesh_files(const std::string& path);

// What a mesh or height field is before X_BS places it: read from its file or built, and mirrored.
TriangleMesh solid_mesh(const Shape& shape);

// The block of ground under a height field, down to `depth` below its lowest height: its surface
// above (facet by facet, or with smooth normals), walls and a level bottom. Closed.
TriangleMesh height_block(const HeightField& field, double depth, bool smooth);
// No point of it lies farther from the origin.
double reach(const HeightField& field, double depth);

// Volume integrals over a closed mesh (divergence theorem).
MassProperties mass_properties(const TriangleMesh& mesh, double density);

}  // namespace gambol
