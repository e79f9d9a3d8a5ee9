#pragma once

// Subdivision surfaces (Catmull and Clark 1978; Loop 1987), by OpenSubdiv.

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/mesh.h"

namespace gambol {

// Faces of any number of corners, welded: faces that meet share their vertices.
struct PolygonMesh {
  std::vector<Vec3> positions;
  std::vector<std::vector<std::uint32_t>> faces;
  std::vector<Vec2> uvs;                             // may be empty
  std::vector<std::vector<std::uint32_t>> face_uvs;  // likewise; into uvs, corner by corner
};

// Every face of an OBJ file, as it is written.
PolygonMesh load_obj_polygons(const std::string& path);

// The same of any mesh file: of a glTF one its triangles, vertices at one place joined. Throws
// InputError as load_mesh() does.
PolygonMesh load_polygons(const std::string& path);

// The faces split `levels` times, their corners on the limit surface with its normals; quads as
// pairs of triangles. Catmull-Clark's scheme, or Loop's where all faces are triangles. Open borders
// stay curves of their own. Texture coordinates follow linearly. `path` is for errors.
TriangleMesh subdivided(const PolygonMesh& mesh, int levels, const std::string& path);

// Throws InputError for faces that subdivided() refuses.
void check_subdivides(const PolygonMesh& mesh, const std::string& path);

}  // namespace gambol
