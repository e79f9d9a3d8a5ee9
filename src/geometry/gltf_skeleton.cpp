#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "geometry/gltf_nodes.h"

namespace gambol {
namespace {

constexpr std::size_t most_bones = 2000;

class SkeletonReader {
 public:
  explicit SkeletonReader(const std::string& path)
      : file_(path, GltfImages::kept), nodes_(read_gltf_nodes(file_)) {}

  GltfSkeleton read() {
    choose_bones();
    name_bones();
    skeleton_.surfaces = read_gltf_surfaces(file_);
    for (const tinygltf::Image& image : file_.model.images)
      skeleton_.images.push_back({image.name, {image.image.begin(), image.image.end()}});
    read_meshes();
    add_unused(file_, nodes_, skeleton_);
    read_gltf_motion(file_, nodes_, nodes_of_bones_, skeleton_);
    if (skeleton_.skin.mesh.triangles.empty() && !skeleton_.motion)
      file_.fail("neither a mesh nor an animation of nodes", "a character, a thing, or a motion");
    return std::move(skeleton_);
  }

 private:
  std::set<int> joints() const {
    std::set<int> all;
    for (const tinygltf::Skin& skin : file_.model.skins)
      for (const int node : skin.joints)
        if (nodes_.world.contains(node)) all.insert(node);
    return all;
  }

  std::set<int> animated() const {
    std::set<int> all;
    for (const tinygltf::Animation& animation : file_.model.animations)
      for (const tinygltf::AnimationChannel& channel : animation.channels)
        if (channel.target_path != "weights" && nodes_.world.contains(channel.target_node))
          all.insert(channel.target_node);
    return all;
  }

  bool is_skinned(int node) const {
    return nodes_.world.contains(node) && file_.model.nodes[node].skin >= 0;
  }

  // The node or the next one up the tree that is in the set; -1 if there is none.
  int next_up(int node, const std::set<int>& in) const {
    while (!in.contains(node)) {
      const auto up = nodes_.parent.find(node);
      if (up == nodes_.parent.end()) return -1;
      node = up->second;
    }
    return node;
  }

  void choose_bones() {
    bones_ = joints();
    const std::set<int> moved = animated();
    const bool skinned = !bones_.empty() && std::any_of(nodes_.meshes.begin(), nodes_.meshes.end(),
                                                        [&](int node) { return is_skinned(node); });
    const std::set<int> of_skins = bones_;
    for (const int node : nodes_.order) {
      const bool has_mesh = file_.model.nodes[node].mesh >= 0 && !is_skinned(node);
      if (skinned ? has_mesh && moved.contains(node) && next_up(node, of_skins) >= 0
                  : has_mesh || moved.contains(node) ||
                        (nodes_.meshes.empty() && next_up(node, moved) >= 0))
        bones_.insert(node);
    }
    if (bones_.empty())
      file_.fail("neither a mesh nor an animation of nodes", "a character, a thing, or a motion");
    if (bones_.size() > most_bones)
      file_.fail(fmt::format("{} nodes that move or have meshes", bones_.size()),
                 fmt::format("at most {}", most_bones));
  }

  // A format without unique names gets them, as in other programs: Hips, Hips_2.
  void name_bones() {
    std::set<std::string> used;
    std::map<int, int> index;  // [node]
    for (const int node : nodes_.order) {
      if (!bones_.contains(node)) continue;
      index.emplace(node, static_cast<int>(nodes_of_bones_.size()));
      nodes_of_bones_.push_back(node);
      GltfBone& bone = skeleton_.bones.emplace_back();
      const std::string name = file_.name_of(node);
      bone.name = name;
      for (int k = 2; !used.insert(bone.name).second; ++k)
        bone.name = fmt::format("{}_{}", name, k);
      names_.emplace(node, bone.name);
      bone.at = nodes_.world.at(node).translation();
      const auto up = nodes_.parent.find(node);
      const int parent = up == nodes_.parent.end() ? -1 : next_up(up->second, bones_);
      if (parent >= 0) bone.parent = index.at(parent);
    }
  }

  void read_meshes() {
    GltfMeshUse use;
    for (std::size_t m = 0; m < skeleton_.surfaces.size(); ++m)
      if (const GltfPicture* picture = skeleton_.surfaces[m].any_picture())
        use.uv_sets[static_cast<int>(m)] = picture->uv_set;
    GltfNodes seen = nodes_;
    seen.meshes.clear();
    for (const int node : nodes_.meshes) {
      const int carrier = is_skinned(node) ? -1 : next_up(node, bones_);
      if (carrier >= 0) use.carriers.emplace(node, carrier);
      if (carrier >= 0 || is_skinned(node))
        seen.meshes.push_back(node);
      else
        skeleton_.unused.push_back({"mesh of node", file_.name_of(node), "no bone moves it"});
    }
    if (seen.meshes.empty()) return;
    skeleton_.skin = read_gltf_meshes(file_, seen, use);
    for (std::size_t b = 0; b < skeleton_.skin.bones.size(); ++b)
      skeleton_.skin.bones[b] = names_.at(skeleton_.skin.nodes[b]);
    check_area();
    for (const int material : skeleton_.skin.without_uvs) {
      GltfSurface& surface = skeleton_.surfaces.at(material);
      skeleton_.unused.push_back(
          {"pictures of material", surface.name, "a mesh has no texture coordinates for them"});
      surface.color_picture = surface.metal_picture = std::nullopt;
      surface.normal_picture = surface.emission_picture = std::nullopt;
    }
    if (skeleton_.skin.shares_lost)
      skeleton_.unused.push_back(
          {"weights of bones", "", fmt::format("a vertex follows at most {}", BoneShares::most)});
    if (skeleton_.skin.bones.empty())
      file_.fail("a skin without weights", "meshes that bones move");
  }

  void check_area() const {
    const TriangleMesh& mesh = skeleton_.skin.mesh;
    for (const auto& [a, b, c] : mesh.triangles) {
      const Vec3& p = mesh.positions[a];
      if ((mesh.positions[b] - p).cross(mesh.positions[c] - p).norm() > 0) return;
    }
    file_.fail("meshes without an area", "a thing that can be seen");
  }

  GltfSource file_;
  GltfNodes nodes_;
  std::set<int> bones_;               // nodes
  std::vector<int> nodes_of_bones_;   // [bone]
  std::map<int, std::string> names_;  // [node]
  GltfSkeleton skeleton_;
};

}  // namespace

GltfSkeleton load_gltf_skeleton(const std::string& path) { return SkeletonReader(path).read(); }

}  // namespace gambol
