#pragma once

// Meshes of glTF 2.0 files, with their skinning weights.

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "geometry/mesh.h"

namespace gambol {

// The bones that move a vertex, by their indices: as many as a skin has (geometry/skin.h). Weights
// add up to 1, or are all 0 if the file binds the vertex to no bone.
struct BoneShares {
  static constexpr std::size_t most = 8;
  std::array<std::uint32_t, most> bone{};
  std::array<double, most> weight{};
};

struct GltfMesh {
  TriangleMesh mesh;
  std::vector<std::string> bones;  // names of the joints' nodes; empty without a skin
  std::vector<BoneShares> shares;  // one per position; empty without a skin
  std::vector<int> nodes;          // [bone] its number in the file
  std::vector<int> material_of;    // [triangle] number of its material in the file; -1: none
  std::vector<Vec3> colors;        // [position] factors, linear; empty if the file has none
  std::set<int> without_uvs;       // materials with pictures on meshes without places for them
  bool shares_lost = false;        // whether a vertex has more bones than there is room for
};

// The meshes of a file's scene, read as load_gltf() does; skinned meshes in the posture of the
// file's nodes.
GltfMesh load_gltf_skin(const std::string& path);

// A part of a figure that moves by itself: a joint of a skin, or a node that an animation moves or
// that has a mesh.
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
  std::vector<bool> resized;              // [bone] whether its size changes
};

struct GltfUnused {
  std::string kind, name, why;
};

// A picture on a surface. A corner's place on it is `uv` * (u, v, 1); v from the bottom.
struct GltfPicture {
  int image = 0;   // index into GltfSkeleton::images
  int uv_set = 0;  // TEXCOORD_n
  Eigen::Matrix<double, 2, 3> uv = Eigen::Matrix<double, 2, 3>::Identity();
};

// A material. Colours are linear. Pictures are multiplied by the numbers.
struct GltfSurface {
  std::string name;
  Vec3 color = Vec3::Ones();
  double alpha = 1, metallic = 1, roughness = 1;
  Vec3 emission = Vec3::Zero();
  double transmission = 0, index = 1.5, coat = 0, coat_roughness = 0;
  std::optional<double> cutoff;  // of a surface with holes: the least alpha that is there
  bool blends = false;           // alpha is an amount
  double normal_scale = 1;
  std::optional<GltfPicture> color_picture, metal_picture, normal_picture, emission_picture;
  std::vector<std::string> unsaid;  // what else it has

  // One of its pictures, which all have the same place; nullptr if there is none.
  const GltfPicture* any_picture() const {
    for (const auto* one : {&color_picture, &normal_picture, &metal_picture, &emission_picture})
      if (*one) return &**one;
    return nullptr;
  }
};

struct GltfImage {
  std::string name, bytes;  // of a PNG or JPEG file; none if it cannot be read
};

struct GltfSkeleton {
  std::vector<GltfBone> bones;           // those that GltfMesh::bones names, and others
  std::optional<GltfBoneMotion> motion;  // of the first animation that moves a bone and can be read
  std::vector<GltfUnused> unused;        // what else the file has
  GltfMesh skin;                         // empty if it has no meshes
  std::vector<GltfSurface> surfaces;     // [material of the file]
  std::vector<GltfImage> images;
};

// What moves in a file's scene: bones, and the meshes that they move; in a file without skins the
// nodes that have meshes or that an animation moves. Throws InputError also if there is nothing.
GltfSkeleton load_gltf_skeleton(const std::string& path);

// As load_gltf_skin() for any file that load_mesh() reads; an OBJ file has no bones.
GltfMesh load_skin_mesh(const std::string& path);

}  // namespace gambol
