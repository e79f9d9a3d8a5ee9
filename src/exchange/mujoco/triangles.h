#pragma once

// Triangles of the mesh files that robots name, judged and mended so that MuJoCo takes them.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

struct Triangles {
  std::vector<Vec3> positions;
  std::vector<std::array<std::uint32_t, 3>> corners;
};

// A mesh of one colour. Files without colours are one part.
struct MeshPart {
  Triangles triangles;
  std::string name;  // of its material; may be empty
  std::string rgba;  // "0.8 0.1 0.1 1"; "" if the file says none
};

// How an OBJ file gets its colours: returns the text of a file (MTL) that lies beside it, or
// nullopt. Empty if they are not wanted.
using MeshColors = std::function<std::optional<std::string>(const std::string& name)>;

// Reads STL, OBJ, MuJoCo's MSH, or Collada (`ending`: ".stl", ".obj", ".msh", ".dae"). Returns
// nothing, and sets `why`, if there are no triangles in it. `pictures`: whether the file also names
// textures, which are not read.
std::vector<MeshPart> read_triangles(const std::string& ending, const std::string& bytes,
                                     const MeshColors& colors, std::string& why, bool& pictures);
// The same of OBJ alone: positions, faces, and colours of materials.
std::vector<MeshPart> read_obj(const std::string& bytes, const MeshColors& colors, bool& pictures);
// The same of Collada alone, in metres. Its axes are taken as they are, whichever the file calls
// up, as ROS does.
std::vector<MeshPart> read_collada(const std::string& bytes, std::string& why, bool& pictures);

// What a surface encloses.
enum class MeshSurface { closed, open, flat };

struct MendedMesh {
  Triangles triangles;
  MeshSurface surface = MeshSurface::open;
  std::set<std::size_t> flipped;  // triangles that were turned for MuJoCo's masses alone
};

// Joins equal corners and turns triangles so that the normals of a closed surface point out of it:
// then MuJoCo's `exactmeshinertia` is exact. Of an open surface, every triangle is turned such that
// the same law adds up the volumes of all pyramids from its middle; a flat one gets a second side,
// a ten-thousandth of its size away. Returns false if it has no area.
bool mend(Triangles mesh, MendedMesh& mended);

// As MuJoCo's binary format of meshes.
std::string msh_bytes(const Triangles& mesh);

}  // namespace gambol
