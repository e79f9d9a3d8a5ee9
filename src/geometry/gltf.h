#pragma once

// Meshes of glTF 2.0 files, with their skinning weights.

#include <array>
#include <cstdint>
#include <optional>
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

// A bone of a character: a joint of one of its skins.
struct GltfBone {
  std::string name;        // unique
  int parent = -1;         // index of an earlier bone, the next one up the tree of nodes; -1: none
  Vec3 at = Vec3::Zero();  // of its origin in the scene, in the posture of the file's nodes
};

// Where an animation has the bones, in the scene, at its keys and at least 24 times a second.
struct GltfBoneMotion {
  std::string name;
  std::vector<double> times;              // s, rising, from 0
  std::vector<std::vector<Quat>> turns;   // [bone][sample] from the posture of the file's nodes
  std::vector<std::vector<Vec3>> places;  // [bone][sample] of its origin
};

struct GltfUnused {
  std::string name, why;
};

struct GltfSkeleton {
  std::vector<GltfBone> bones;           // those that GltfMesh::bones names, and others
  std::optional<GltfBoneMotion> motion;  // of the first animation that moves a bone and can be read
  std::vector<GltfUnused> unused;        // other animations
  std::vector<std::string> unskinned;    // names of nodes whose meshes no bone moves
  GltfMesh skin;
  std::string bytes;  // binary glTF of the skinned meshes and the nodes, without materials
};

// The bones of the skins in a file's scene, and the meshes that they move. Throws InputError also
// if there are none, or two have the same name.
GltfSkeleton load_gltf_skeleton(const std::string& path);

// As load_gltf_skin() for any file that load_mesh() reads; an OBJ file has no bones.
GltfMesh load_skin_mesh(const std::string& path);

}  // namespace gambol
