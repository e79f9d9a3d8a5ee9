#pragma once

// Meshes of glTF 2.0 files, with what binds them to bones.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/mesh.h"

namespace gambol {

// What moves a vertex: up to four bones, by their indices; weights add up to 1, or are all 0 where
// the file binds the vertex to nothing.
struct BoneShares {
  std::array<std::uint32_t, 4> bone{};
  std::array<double, 4> weight{};
};

struct GltfMesh {
  TriangleMesh mesh;
  std::vector<std::string> bones;  // names of the joints' nodes; none without a skin
  std::vector<BoneShares> shares;  // one per position; none without a skin
};

// The meshes of a file's scene as load_gltf() says, skinned ones in the posture that the file's
// nodes have.
GltfMesh load_gltf_skin(const std::string& path);

// The same of any file that load_mesh() reads; an OBJ file has no bones.
GltfMesh load_skin_mesh(const std::string& path);

}  // namespace gambol
