#pragma once

// The tree of nodes of a glTF file's scene. For the files gltf_*.cpp alone.

#include <map>
#include <optional>
#include <vector>

#include "base/vec.h"
#include "geometry/gltf.h"
#include "geometry/gltf_source.h"

namespace gambol {

using GltfAffine = Eigen::Affine3d;

// A node's transform to its parent, in the three parts that an animation moves, or as a matrix.
struct GltfTransform {
  explicit GltfTransform(const tinygltf::Node& node);

  std::optional<GltfAffine> matrix;
  Vec3 translation = Vec3::Zero(), scale = Vec3::Ones();
  Eigen::Vector4d rotation{0, 0, 0, 1};  // a quaternion x y z w of any length
};
// Fails for a rotation of no length.
GltfAffine placed(const GltfSource& file, const GltfTransform& transform);

struct GltfNodes {
  std::map<int, GltfAffine> world;  // [node] its transform to the scene's frame
  std::vector<int> order;           // nodes, parents first
  std::map<int, int> parent;        // [node] that it hangs on
  std::vector<int> meshes;          // nodes that have one
};
GltfNodes read_gltf_nodes(const GltfSource& file);

// What the reader of meshes need not find in the file itself.
struct GltfMeshUse {
  std::map<int, int> carriers;  // [node] the node that carries its mesh as a bone does, if no skin
  std::map<int, int> uv_sets;   // [material] the set of its pictures; default 0
};
// The meshes of the nodes; skinned ones in the posture of the nodes.
GltfMesh read_gltf_meshes(const GltfSource& file, const GltfNodes& nodes,
                          const GltfMeshUse& use = {});

// The materials, and the pictures that they name.
std::vector<GltfSurface> read_gltf_surfaces(const GltfSource& file);

// Names what else the file has: other scenes, cameras, lights, morph targets, lines and points,
// and extensions.
void add_unused(const GltfSource& file, const GltfNodes& nodes, GltfSkeleton& skeleton);

// Adds the first animation that moves a bone and can be read, and names what else animations do.
// `bones`: [bone] its node.
void read_gltf_motion(const GltfSource& file, const GltfNodes& nodes, const std::vector<int>& bones,
                      GltfSkeleton& skeleton);

}  // namespace gambol
