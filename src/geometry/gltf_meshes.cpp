#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/gltf_nodes.h"

namespace gambol {
namespace {

class GltfMeshReader {
 public:
  GltfMeshReader(const GltfSource& file, const GltfNodes& nodes, const GltfMeshUse& use)
      : file_(file), nodes_(nodes), use_(use) {}

  GltfMesh read() {
    refuse_endless();
    for (const int node : nodes_.meshes) add_node(node);
    if (out_.mesh.triangles.empty())
      file_.fail("no triangles", "a scene with at least one triangle");
    if (!any_uv_) out_.mesh.uvs.clear();
    if (!any_color_) out_.colors.clear();
    if (out_.bones.empty()) out_.shares.clear();
    return std::move(out_);
  }

 private:
  // A small file can refer to the same numbers many times.
  void refuse_endless() const {
    constexpr double most = 20e6;
    double corners = 0;
    for (const int index : nodes_.meshes)
      for (const auto& primitive :
           file_.at(file_.model.meshes, file_.model.nodes[index].mesh, "mesh").primitives) {
        int list = primitive.indices;
        const auto position = primitive.attributes.find("POSITION");
        if (position == primitive.attributes.end()) continue;
        corners += static_cast<double>(
            file_.at(file_.model.accessors, position->second, "accessor").count);
        if (list >= 0)
          corners += static_cast<double>(file_.at(file_.model.accessors, list, "accessor").count);
        if (corners > most)
          file_.fail("an oversized mesh", fmt::format("at most {} corners", most));
      }
  }

  std::vector<double> attribute(const tinygltf::Primitive& primitive, const char* name, int width,
                                std::size_t count) const {
    const auto it = primitive.attributes.find(name);
    if (it == primitive.attributes.end()) return {};
    std::vector<double> values = file_.numbers(it->second, width, name);
    if (values.size() != count * width)
      file_.fail(fmt::format("{} {}s for {} positions", values.size() / width, name, count),
                 "as many as positions");
    return values;
  }

  // The transforms that move a skin's bones from the bind posture to that of the file's nodes.
  std::vector<GltfAffine> bone_moves(const tinygltf::Skin& skin) const {
    std::vector<double> inverse;
    if (skin.inverseBindMatrices >= 0)
      inverse = file_.numbers(skin.inverseBindMatrices, 16, "inverse bind matrices");
    if (!inverse.empty() && inverse.size() < 16 * skin.joints.size())
      file_.fail(fmt::format("{} inverse bind matrices for {} joints", inverse.size() / 16,
                             skin.joints.size()),
                 "one for each joint");
    std::vector<GltfAffine> moves;
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      const auto node = nodes_.world.find(skin.joints[j]);
      if (node == nodes_.world.end())
        file_.fail("a joint outside the scene", "joints in the mesh's scene");
      GltfAffine bind = GltfAffine::Identity();
      for (int i = 0; i < 16 && !inverse.empty(); ++i)
        bind.matrix()(i % 4, i / 4) = inverse[16 * j + i];
      bind.matrix().row(3) << 0, 0, 0, 1;
      moves.push_back(node->second * bind);
    }
    return moves;
  }

  std::uint32_t bone_number(int node) {
    const auto [known, is_new] =
        numbers_.try_emplace(node, static_cast<std::uint32_t>(out_.bones.size()));
    if (is_new) {
      out_.bones.push_back(file_.name_of(node));
      out_.nodes.push_back(node);
    }
    return known->second;
  }

  void add_node(int index) {
    const tinygltf::Node& node = file_.model.nodes[index];
    const tinygltf::Mesh& mesh = file_.at(file_.model.meshes, node.mesh, "mesh");
    for (const tinygltf::Primitive& primitive : mesh.primitives) {
      const bool area = primitive.mode == TINYGLTF_MODE_TRIANGLES || primitive.mode < 0 ||
                        primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
                        primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN;
      if (area) add_primitive(primitive, index, node.weights.empty() ? mesh.weights : node.weights);
    }
  }

  // `weights`: of morph targets.
  void add_primitive(const tinygltf::Primitive& primitive, int node,
                     const std::vector<double>& weights) {
    const int skin = file_.model.nodes[node].skin;
    const GltfAffine& X_node = nodes_.world.at(node);
    const auto it = primitive.attributes.find("POSITION");
    if (it == primitive.attributes.end()) return;
    std::vector<double> places = file_.numbers(it->second, 3, "POSITION");
    const std::size_t count = places.size() / 3;
    std::vector<double> normals = attribute(primitive, "NORMAL", 3, count);
    add_morphs(primitive, weights, "POSITION", places);
    add_morphs(primitive, weights, "NORMAL", normals);
    const std::vector<double> uvs = uvs_of(primitive, count);
    const std::vector<Vec3> colors = colors_of(primitive, count);
    const std::vector<BoneShares> shares = bound(primitive, skin, count);
    std::vector<GltfAffine> moves;
    if (!shares.empty()) moves = bone_moves(file_.model.skins[skin]);
    TriangleMesh part;
    for (std::size_t i = 0; i < count; ++i) {
      GltfAffine X = X_node;
      if (!shares.empty()) X = blended(shares[i], moves, X_node);
      part.positions.push_back(X * Vec3(&places[3 * i]));
      // The volume of a larger mesh could be infinite or NaN.
      if (!(part.positions.back().cwiseAbs().maxCoeff() <= 1e30))
        file_.fail("positions too far away", "at most 1e30 m");
      Vec3 n = Vec3::Zero();  // unknown yet
      if (!normals.empty()) n = cofactors(X.linear()) * Vec3(&normals[3 * i]);
      part.normals.push_back(n.norm() > 0 ? n.normalized() : Vec3::Zero());
      // glTF measures v from the top.
      part.uvs.push_back(uvs.empty() ? Vec2::Zero() : Vec2(uvs[2 * i], 1 - uvs[2 * i + 1]));
    }
    any_uv_ = any_uv_ || !uvs.empty();
    any_color_ = any_color_ || !colors.empty();
    part.triangles = triangles(primitive, count);
    if (shares.empty() && X_node.linear().determinant() < 0)
      for (auto& t : part.triangles) std::swap(t[1], t[2]);
    append(part, shares.empty() ? carried(node, count) : name_bones(shares, skin), colors,
           primitive.material);
  }

  void add_morphs(const tinygltf::Primitive& primitive, const std::vector<double>& weights,
                  const char* what, std::vector<double>& to) const {
    for (std::size_t m = 0; m < std::min(weights.size(), primitive.targets.size()); ++m) {
      const auto target = primitive.targets[m].find(what);
      if (to.empty() || weights[m] == 0 || target == primitive.targets[m].end()) continue;
      const std::vector<double> offsets = file_.numbers(target->second, 3, what);
      if (offsets.size() != to.size())
        file_.fail(fmt::format("{} {}s of a morph target", offsets.size() / 3, what),
                   "as many as positions");
      for (std::size_t i = 0; i < to.size(); ++i) to[i] += weights[m] * offsets[i];
    }
  }

  std::vector<double> uvs_of(const tinygltf::Primitive& primitive, std::size_t count) {
    const auto set = use_.uv_sets.find(primitive.material);
    const std::string name =
        fmt::format("TEXCOORD_{}", set == use_.uv_sets.end() ? 0 : set->second);
    if (set != use_.uv_sets.end() && !primitive.attributes.contains(name))
      out_.without_uvs.insert(primitive.material);
    return attribute(primitive, name.c_str(), 2, count);
  }

  std::vector<Vec3> colors_of(const tinygltf::Primitive& primitive, std::size_t count) const {
    const auto it = primitive.attributes.find("COLOR_0");
    if (it == primitive.attributes.end()) return {};
    const int type = file_.at(file_.model.accessors, it->second, "accessor").type;
    const std::size_t width = type == TINYGLTF_TYPE_VEC4 ? 4 : 3;
    const std::vector<double> values =
        attribute(primitive, "COLOR_0", static_cast<int>(width), count);
    std::vector<Vec3> colors;
    for (std::size_t i = 0; i < count; ++i) colors.emplace_back(&values[width * i]);
    return colors;
  }

  // The shares of a mesh without a skin: one bone carries it all.
  std::vector<BoneShares> carried(int node, std::size_t count) {
    const auto carrier = use_.carriers.find(node);
    if (carrier == use_.carriers.end()) return {};
    BoneShares whole;
    whole.bone[0] = bone_number(carrier->second);
    whole.weight[0] = 1;
    return std::vector<BoneShares>(count, whole);
  }

  // The matrix that transforms normals as X transforms planes; they stay outward if X mirrors.
  static Mat3 cofactors(const Mat3& X) {
    Mat3 C;
    for (int i = 0; i < 3; ++i) C.col(i) = X.col((i + 1) % 3).cross(X.col((i + 2) % 3));
    return X.determinant() < 0 ? Mat3(-C) : C;
  }

  // The weights of a vertex by all sets of four (JOINTS_0, JOINTS_1, ...); the largest count.
  std::vector<BoneShares> bound(const tinygltf::Primitive& primitive, int skin, std::size_t count) {
    if (skin < 0) return {};
    const std::size_t bones = file_.at(file_.model.skins, skin, "skin").joints.size();
    std::vector<std::vector<double>> joints, weights;  // [set]
    for (int set = 0;; ++set) {
      joints.push_back(attribute(primitive, fmt::format("JOINTS_{}", set).c_str(), 4, count));
      weights.push_back(attribute(primitive, fmt::format("WEIGHTS_{}", set).c_str(), 4, count));
      if (joints.back().empty() || weights.back().empty()) break;
    }
    joints.pop_back();
    if (joints.empty()) return {};
    std::vector<BoneShares> shares(count);
    std::vector<std::pair<double, double>> all;  // weight, joint
    for (std::size_t i = 0; i < count; ++i) {
      all.clear();
      for (std::size_t set = 0; set < joints.size(); ++set)
        for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
          if (!(weights[set][k] > 0)) continue;
          if (joints[set][k] < 0 || joints[set][k] >= static_cast<double>(bones))
            file_.fail(fmt::format("joint {} of {}", joints[set][k], bones), "a joint of the skin");
          all.emplace_back(weights[set][k], joints[set][k]);
        }
      shares[i] = heaviest(all);
    }
    return shares;
  }

  BoneShares heaviest(std::vector<std::pair<double, double>>& all) {
    if (all.size() > BoneShares::most) {
      std::stable_sort(all.begin(), all.end(),
                       [](const auto& a, const auto& b) { return a.first > b.first; });
      all.resize(BoneShares::most);
      out_.shares_lost = true;
    }
    double sum = 0;
    for (const auto& [weight, joint] : all) sum += weight;
    BoneShares shares;
    for (std::size_t k = 0; k < all.size(); ++k) {
      shares.bone[k] = static_cast<std::uint32_t>(all[k].second);
      shares.weight[k] = all[k].first / sum;
    }
    return shares;
  }

  static GltfAffine blended(const BoneShares& s, const std::vector<GltfAffine>& moves,
                            const GltfAffine& else_) {
    GltfAffine X;
    X.matrix().setZero();
    for (std::size_t k = 0; k < BoneShares::most; ++k)
      if (s.weight[k] > 0) X.matrix() += s.weight[k] * moves[s.bone[k]].matrix();
    return X.matrix()(3, 3) > 0 ? X : else_;
  }

  // Replaces indices into the skin's joints by indices into all bones of the file.
  std::vector<BoneShares> name_bones(std::vector<BoneShares> shares, int skin) {
    if (shares.empty()) return shares;
    std::vector<std::uint32_t> numbers;
    for (int node : file_.model.skins[skin].joints) numbers.push_back(bone_number(node));
    for (BoneShares& s : shares)
      for (std::uint32_t& b : s.bone) b = numbers[b];
    return shares;
  }

  std::vector<std::array<std::uint32_t, 3>> triangles(const tinygltf::Primitive& primitive,
                                                      std::size_t count) const {
    std::vector<std::uint32_t> order;
    if (primitive.indices >= 0) {
      for (double v : file_.numbers(primitive.indices, 1, "indices")) {
        if (v < 0 || v >= static_cast<double>(count))
          file_.fail(fmt::format("vertex {} of {}", v, count), "an index within the mesh");
        order.push_back(static_cast<std::uint32_t>(v));
      }
    } else {
      for (std::size_t i = 0; i < count; ++i) order.push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<std::array<std::uint32_t, 3>> list;
    const bool strip = primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP,
               fan = primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN;
    for (std::size_t i = 0; i + 2 < order.size(); i += strip || fan ? 1 : 3) {
      if (fan)
        list.push_back({order[0], order[i + 1], order[i + 2]});
      else if (strip && i % 2)
        list.push_back({order[i + 1], order[i], order[i + 2]});
      else
        list.push_back({order[i], order[i + 1], order[i + 2]});
    }
    return list;
  }

  static Vec3 facet_normal(const TriangleMesh& part, const std::array<std::uint32_t, 3>& t) {
    const Vec3& p = part.positions[t[0]];
    const Vec3 cross = (part.positions[t[1]] - p).cross(part.positions[t[2]] - p);
    return cross.norm() > 0 ? cross.normalized() : Vec3::UnitZ();
  }

  // glTF requires flat facets for a mesh without normals: each of their corners becomes a separate
  // vertex.
  void append(const TriangleMesh& part, const std::vector<BoneShares>& shares,
              const std::vector<Vec3>& colors, int material) {
    TriangleMesh& mesh = out_.mesh;
    const auto add = [&](std::uint32_t i, const Vec3& normal) {
      mesh.positions.push_back(part.positions[i]);
      mesh.normals.push_back(normal);
      mesh.uvs.push_back(part.uvs[i]);
      out_.shares.push_back(shares.empty() ? BoneShares() : shares[i]);
      out_.colors.push_back(colors.empty() ? Vec3(Vec3::Ones()) : colors[i]);
      return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    };
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> added(part.positions.size(), none);  // vertices of the mesh
    for (const auto& t : part.triangles) {
      auto& corners = mesh.triangles.emplace_back();
      out_.material_of.push_back(material);
      for (int k = 0; k < 3; ++k) {
        const Vec3& normal = part.normals[t[k]];
        if (normal.isZero()) {
          corners[k] = add(t[k], facet_normal(part, t));
          continue;
        }
        if (added[t[k]] == none) added[t[k]] = add(t[k], normal);
        corners[k] = added[t[k]];
      }
    }
  }

  const GltfSource& file_;
  const GltfNodes& nodes_;
  const GltfMeshUse& use_;
  bool any_uv_ = false, any_color_ = false;
  std::map<int, std::uint32_t> numbers_;  // of nodes that are bones
  GltfMesh out_;
};

}  // namespace

GltfMesh read_gltf_meshes(const GltfSource& file, const GltfNodes& nodes, const GltfMeshUse& use) {
  return GltfMeshReader(file, nodes, use).read();
}

}  // namespace gambol
