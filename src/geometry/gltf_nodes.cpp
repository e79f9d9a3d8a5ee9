#include "geometry/gltf_nodes.h"

#include <algorithm>

namespace gambol {
namespace {

// The roots of the file's scene, or, in a file without scenes, all nodes without a parent.
std::vector<int> roots_of(const GltfSource& file) {
  if (!file.model.scenes.empty())
    return file.at(file.model.scenes, std::max(file.model.defaultScene, 0), "scene").nodes;
  std::vector<bool> carried(file.model.nodes.size(), false);
  for (const tinygltf::Node& node : file.model.nodes)
    for (int child : node.children) {
      file.at(file.model.nodes, child, "node");
      carried[child] = true;
    }
  std::vector<int> free;
  for (std::size_t i = 0; i < carried.size(); ++i)
    if (!carried[i]) free.push_back(static_cast<int>(i));
  return free;
}

// Goes depth first without recursion: a damaged file may nest its nodes without end.
void read_below(const GltfSource& file, int root, GltfNodes& nodes) {
  std::vector<std::pair<int, GltfAffine>> open{{root, GltfAffine::Identity()}};
  while (!open.empty()) {
    const auto [index, X_parent] = open.back();
    open.pop_back();
    const tinygltf::Node& node = file.at(file.model.nodes, index, "node");
    const GltfAffine X = X_parent * placed(file, GltfTransform(node));
    if (!X.matrix().allFinite())
      file.fail("a node's transform that is not finite", "finite numbers");
    if (!nodes.world.emplace(index, X).second)
      file.fail(fmt::format("node {} in two places", index), "a tree of nodes");
    nodes.order.push_back(index);
    for (const int child : node.children) nodes.parent.emplace(child, index);
    if (node.mesh >= 0) nodes.meshes.push_back(index);
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
      open.push_back({*child, nodes.world[index]});
  }
}

}  // namespace

GltfTransform::GltfTransform(const tinygltf::Node& node) {
  if (node.matrix.size() == 16) {
    matrix.emplace();
    for (int i = 0; i < 16; ++i) matrix->matrix()(i % 4, i / 4) = node.matrix[i];
    matrix->matrix().row(3) << 0, 0, 0, 1;
    return;
  }
  if (node.translation.size() == 3) translation = Vec3(node.translation.data());
  if (node.rotation.size() == 4) rotation = Eigen::Vector4d(node.rotation.data());
  if (node.scale.size() == 3) scale = Vec3(node.scale.data());
}

GltfAffine placed(const GltfSource& file, const GltfTransform& transform) {
  if (transform.matrix) return *transform.matrix;
  const Quat q(transform.rotation);
  if (!(q.norm() > 0)) file.fail("a rotation of zero length", "a unit quaternion");
  GltfAffine X = GltfAffine::Identity();
  X.translate(transform.translation);
  X.rotate(q.normalized());
  X.scale(transform.scale);
  return X;
}

GltfNodes read_gltf_nodes(const GltfSource& file) {
  GltfNodes nodes;
  for (const int root : roots_of(file)) read_below(file, root, nodes);
  return nodes;
}

}  // namespace gambol
