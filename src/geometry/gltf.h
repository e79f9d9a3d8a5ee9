#pragma once

// Meshes of glTF 2.0 files, with their skinning weights.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/mesh.h"

namespace gambol {

// The bones that move a vertex: up to four, by their indices. Weights add up to 1, or are all 0 if
// the file binds the vertex to no bone.
struct BoneShares {
  std::array<std::uint32_t, 4> bone{};
  std::array<double, 4> weight{};
};

struct GltfMesh {
  TriangleMesh mesh;
  std::vector<std::string> bones;  // names of the joints' nodes; empty without a skin
  std::vector<BoneShares> shares;  // one per position; empty without a skin
};

// The meshes of a file's scene, read as load_gltf() does; skinned meshes in the posture of the
// file's nodes.
GltfMesh load_gltf_skin(const std::string& path);

// The same for any file that load_mesh() reads; an OBJ file has no bones.
GltfMesh load_skin_mesh(const std::string& path);

}  // namespace gambol
