#pragma once

// Subdivision surfaces (Catmull and Clark 1978; Loop 1987), by OpenSubdiv.

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/mesh.h"

namespace gambol {

// Faces with any number of corners, welded: faces that meet share their vertices.
struct PolygonMesh {
  std::vector<Vec3> positions;
  std::vector<std::vector<std::uint32_t>> faces;
  std::vector<Vec2> uvs;                             // may be empty
  std::vector<std::vector<std::uint32_t>> face_uvs;  // may be empty; [face][corner] index into uvs
};

// Every face of an OBJ file, as the file has it.
PolygonMesh load_obj_polygons(const std::string& path);

// The same for any mesh file: of a glTF file its triangles, with vertices at one place merged.
// Throws InputError as load_mesh() does.
PolygonMesh load_polygons(const std::string& path);

// Splits the faces `levels` times, and moves their corners onto the limit surface, with its
// normals; quads become pairs of triangles. The scheme is Catmull and Clark's, or Loop's if all
// faces are triangles. Open borders become smooth curves that depend on the border alone. Texture
// coordinates are interpolated linearly. `path` is for error messages.
TriangleMesh subdivided(const PolygonMesh& mesh, int levels, const std::string& path);

// Throws InputError for faces that subdivided() refuses.
void check_subdivides(const PolygonMesh& mesh, const std::string& path);

}  // namespace gambol
