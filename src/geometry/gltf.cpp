#include "geometry/gltf.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "base/allowed_paths.h"
#include "base/error.h"

namespace gambol {
namespace {

using Affine = Eigen::Affine3d;

[[noreturn]] void refuse(const std::string& path, const std::string& found,
                         const std::string& expected) {
  const Place place{path, 0, 0};
  throw InputError(Problem{place, "mesh", found, expected});
}

// A glTF file may name other files as its buffers; a file from an untrusted author may only name
// allowed ones. `refusal` is a text that gets why the first file that cannot be read is not.
bool is_allowed_file(const std::string& path, void* refusal) {
  const std::string why = why_no_file(path, "a file of numbers");
  auto& first = *static_cast<std::string*>(refusal);
  if (first.empty()) first = why;
  return why.empty();
}

// Images are not decoded: the renderer's look names its textures itself.
bool skip_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
                int, void*) {
  return true;
}

class GltfReader {
 public:
  explicit GltfReader(const std::string& path) : path_(path) {}

  // The paths of the buffers beside the file, as it writes them.
  std::vector<std::string> buffer_files() {
    open();
    std::vector<std::string> files;
    for (const tinygltf::Buffer& buffer : model_.buffers)
      if (!buffer.uri.empty() && !buffer.uri.starts_with("data:")) files.push_back(buffer.uri);
    return files;
  }

  GltfSkeleton read_skeleton() {
    GltfSkeleton skeleton;
    open();
    for (std::size_t i = 0; i < model_.nodes.size(); ++i) {
      tinygltf::Node& node = model_.nodes[i];
      if (node.mesh < 0 || node.skin >= 0) continue;
      skeleton.unskinned.push_back(bone_name(static_cast<int>(i)));
      node.mesh = -1;
    }
    if (skeleton.unskinned.size() == model_.nodes.size() || model_.skins.empty())
      fail("no mesh with a skin", "a character, whose mesh bones move");
    skeleton.skin = read_open();
    std::map<int, int> bones;  // of nodes
    for (const tinygltf::Skin& skin : model_.skins)
      for (int node : skin.joints)
        if (world_.contains(node)) bones.emplace(node, -1);
    if (bones.empty() || skeleton.skin.bones.empty())
      fail("no mesh with a skin", "a character, whose mesh bones move");
    std::map<std::string, int> names;
    for (const int node : order_) {
      const auto own = bones.find(node);
      if (own == bones.end()) continue;
      own->second = static_cast<int>(skeleton.bones.size());
      GltfBone& bone = skeleton.bones.emplace_back();
      bone.name = bone_name(node);
      if (!names.emplace(bone.name, node).second)
        fail(fmt::format("two bones of the name \"{}\"", bone.name), "names of their own");
      bone.at = world_.at(node).translation();
      for (auto up = parent_.find(node); up != parent_.end(); up = parent_.find(up->second))
        if (const auto found = bones.find(up->second); found != bones.end()) {
          bone.parent = found->second;
          break;
        }
    }
    for (const tinygltf::Animation& animation : model_.animations)
      skeleton.animations.push_back(animation.name);
    skeleton.bytes = bare_bytes();
    return skeleton;
  }

  GltfMesh read() {
    open();
    return read_open();
  }

 private:
  GltfMesh read_open() {
    for (int root : roots()) read_node(root, Affine::Identity());
    refuse_endless();
    for (int node : mesh_nodes_) add_node(node);
    if (out_.mesh.triangles.empty()) fail("no triangles", "a scene with at least one triangle");
    if (!any_uv_) out_.mesh.uvs.clear();
    if (out_.bones.empty()) out_.shares.clear();
    return std::move(out_);
  }

  // Nodes, meshes and skins alone, in one file.
  std::string bare_bytes() {
    for (tinygltf::Buffer& buffer : model_.buffers) buffer.uri.clear();
    for (tinygltf::Node& node : model_.nodes) {
      node.camera = -1;
      node.extensions.clear();
    }
    for (tinygltf::Mesh& mesh : model_.meshes)
      for (tinygltf::Primitive& primitive : mesh.primitives) {
        primitive.material = -1;
        primitive.extensions.clear();
      }
    model_.materials.clear();
    model_.textures.clear();
    model_.images.clear();
    model_.samplers.clear();
    model_.animations.clear();
    model_.cameras.clear();
    model_.lights.clear();
    model_.extensions.clear();
    std::erase_if(model_.extensionsUsed,
                  [](const std::string& name) { return name != "KHR_mesh_quantization"; });
    std::erase_if(model_.extensionsRequired,
                  [](const std::string& name) { return name != "KHR_mesh_quantization"; });
    std::ostringstream stream;
    if (!tinygltf::TinyGLTF().WriteGltfSceneToStream(&model_, stream, false, true))
      fail("a file that cannot be written again", "glTF 2.0");
    return stream.str();
  }

  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    refuse(path_, found, expected);
  }

  void open() {
    // The library reads a folder as a file without an end.
    std::error_code none;
    if (!std::filesystem::is_regular_file(path_, none))
      fail("no file that can be read", "a glTF file");
    tinygltf::TinyGLTF loader;
    std::string refusal;
    loader.SetFsCallbacks({is_allowed_file, tinygltf::ExpandFilePath, tinygltf::ReadWholeFile,
                           tinygltf::WriteWholeFile, &refusal});
    loader.SetImageLoader(skip_image, nullptr);
    std::string error, warning;
    const bool binary = std::filesystem::path(path_).extension() != ".gltf";
    bool good = false;
    try {
      good = binary ? loader.LoadBinaryFromFile(&model_, &error, &warning, path_)
                    : loader.LoadASCIIFromFile(&model_, &error, &warning, path_);
    } catch (const std::exception& e) {
      error = e.what();
    }
    if (!good && !refusal.empty()) fail("a buffer in another file", refusal);
    if (!good) {
      std::replace(error.begin(), error.end(), '\n', ' ');
      while (error.ends_with(' ')) error.pop_back();
      fail(error.empty() ? "a damaged file" : fmt::format("a damaged file ({})", error),
           "glTF 2.0");
    }
    for (const std::string& name : model_.extensionsRequired)
      if (!name.starts_with("KHR_materials") && !name.starts_with("KHR_texture") &&
          name != "KHR_lights_punctual" && name != "KHR_mesh_quantization")
        fail(fmt::format("a file that needs the extension {}", name),
             "one without, such as an export with compression off");
  }

  // A small file can refer to the same numbers many times.
  void refuse_endless() const {
    constexpr double most = 20e6;
    double corners = 0;
    for (const int index : mesh_nodes_)
      for (const auto& primitive : at(model_.meshes, model_.nodes[index].mesh, "mesh").primitives) {
        int list = primitive.indices;
        const auto position = primitive.attributes.find("POSITION");
        if (position == primitive.attributes.end()) continue;
        corners += static_cast<double>(at(model_.accessors, position->second, "accessor").count);
        if (list >= 0) corners += static_cast<double>(at(model_.accessors, list, "accessor").count);
        if (corners > most) fail("an oversized mesh", fmt::format("at most {} corners", most));
      }
  }

  template <class T>
  const T& at(const std::vector<T>& list, int index, const char* what) const {
    if (index < 0 || static_cast<std::size_t>(index) >= list.size())
      fail(fmt::format("{} {} of {}", what, index, list.size()), "an index within the file");
    return list[index];
  }

  // The roots of the file's scene, or, in a file without scenes, all nodes without a parent.
  std::vector<int> roots() const {
    if (!model_.scenes.empty())
      return at(model_.scenes, std::max(model_.defaultScene, 0), "scene").nodes;
    std::vector<bool> carried(model_.nodes.size(), false);
    for (const tinygltf::Node& node : model_.nodes)
      for (int child : node.children) {
        at(model_.nodes, child, "node");
        carried[child] = true;
      }
    std::vector<int> free;
    for (std::size_t i = 0; i < carried.size(); ++i)
      if (!carried[i]) free.push_back(static_cast<int>(i));
    return free;
  }

  Affine transform_of(const tinygltf::Node& node) const {
    Affine X = Affine::Identity();
    if (node.matrix.size() == 16) {
      for (int i = 0; i < 16; ++i) X.matrix()(i % 4, i / 4) = node.matrix[i];
      X.matrix().row(3) << 0, 0, 0, 1;
    } else {
      if (node.translation.size() == 3) X.translate(Vec3(node.translation.data()));
      if (node.rotation.size() == 4) {
        const Quat q(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
        if (!(q.norm() > 0)) fail("a rotation of zero length", "a unit quaternion");
        X.rotate(q.normalized());
      }
      if (node.scale.size() == 3) X.scale(Vec3(node.scale.data()));
    }
    return X;
  }

  // Goes depth first without recursion: a damaged file may nest its nodes without end.
  void read_node(int root, const Affine& X) {
    std::vector<std::pair<int, Affine>> open{{root, X}};
    while (!open.empty()) {
      const auto [index, X_parent] = open.back();
      open.pop_back();
      const tinygltf::Node& node = at(model_.nodes, index, "node");
      const Affine X = X_parent * transform_of(node);
      if (!X.matrix().allFinite()) fail("a node's transform that is not finite", "finite numbers");
      if (!world_.emplace(index, X).second)
        fail(fmt::format("node {} in two places", index), "a tree of nodes");
      order_.push_back(index);
      for (const int child : node.children) parent_.emplace(child, index);
      if (node.mesh >= 0) mesh_nodes_.push_back(index);
      for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
        open.push_back({*child, world_[index]});
    }
  }

  // An accessor's numbers, `width` per element; normalised integers become numbers from 0 or -1
  // to 1.
  std::vector<double> numbers(int index, int width, const char* what) const {
    const tinygltf::Accessor& a = at(model_.accessors, index, "accessor");
    if (a.sparse.isSparse || a.bufferView < 0)
      fail(fmt::format("{} in a sparse accessor", what), "plain accessors");
    const tinygltf::BufferView& view = at(model_.bufferViews, a.bufferView, "buffer view");
    const tinygltf::Buffer& buffer = at(model_.buffers, view.buffer, "buffer");
    const int size = tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(a.componentType));
    const int stride = a.ByteStride(view);
    if (tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(a.type)) != width ||
        size <= 0 || stride < size * width)
      fail(fmt::format("{} of another type", what), fmt::format("{} numbers each", width));
    const std::size_t bytes = buffer.data.size();
    if (a.count == 0) return {};
    if (view.byteOffset > bytes || a.byteOffset > bytes || a.count > bytes ||
        view.byteOffset + a.byteOffset + (a.count - 1) * stride + size * width > bytes)
      fail(fmt::format("{} beyond the end of their buffer", what), "a whole file");
    const unsigned char* from = buffer.data.data() + view.byteOffset + a.byteOffset;
    std::vector<double> out;
    out.reserve(a.count * width);
    for (std::size_t i = 0; i < a.count; ++i)
      for (int k = 0; k < width; ++k)
        out.push_back(number(from + i * stride + k * size, a.componentType, a.normalized, what));
    return out;
  }

  template <class T>
  static double integer(const unsigned char* from, bool normalized) {
    T value;
    std::memcpy(&value, from, sizeof value);
    if (!normalized) return static_cast<double>(value);
    return std::max(static_cast<double>(value) / std::numeric_limits<T>::max(), -1.0);
  }

  double number(const unsigned char* from, int type, bool normalized, const char* what) const {
    switch (type) {
      case TINYGLTF_COMPONENT_TYPE_BYTE:
        return integer<std::int8_t>(from, normalized);
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return integer<std::uint8_t>(from, normalized);
      case TINYGLTF_COMPONENT_TYPE_SHORT:
        return integer<std::int16_t>(from, normalized);
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return integer<std::uint16_t>(from, normalized);
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        return integer<std::uint32_t>(from, normalized);
      case TINYGLTF_COMPONENT_TYPE_FLOAT: {
        float value;
        std::memcpy(&value, from, sizeof value);
        if (!std::isfinite(value)) fail(fmt::format("{} that are not finite", what), "numbers");
        return value;
      }
      default:
        fail(fmt::format("{} of type {}", what, type), "integers or floats");
    }
  }

  std::vector<double> attribute(const tinygltf::Primitive& primitive, const char* name, int width,
                                std::size_t count) const {
    const auto it = primitive.attributes.find(name);
    if (it == primitive.attributes.end()) return {};
    std::vector<double> values = numbers(it->second, width, name);
    if (values.size() != count * width)
      fail(fmt::format("{} {}s for {} positions", values.size() / width, name, count),
           "as many as positions");
    return values;
  }

  // The transforms that move a skin's bones from the bind posture to that of the file's nodes.
  std::vector<Affine> bone_moves(const tinygltf::Skin& skin) const {
    std::vector<double> inverse;
    if (skin.inverseBindMatrices >= 0)
      inverse = numbers(skin.inverseBindMatrices, 16, "inverse bind matrices");
    if (!inverse.empty() && inverse.size() < 16 * skin.joints.size())
      fail(fmt::format("{} inverse bind matrices for {} joints", inverse.size() / 16,
                       skin.joints.size()),
           "one for each joint");
    std::vector<Affine> moves;
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      const auto node = world_.find(skin.joints[j]);
      if (node == world_.end()) fail("a joint outside the scene", "joints in the mesh's scene");
      Affine bind = Affine::Identity();
      for (int i = 0; i < 16 && !inverse.empty(); ++i)
        bind.matrix()(i % 4, i / 4) = inverse[16 * j + i];
      bind.matrix().row(3) << 0, 0, 0, 1;
      moves.push_back(node->second * bind);
    }
    return moves;
  }

  std::string bone_name(int node) const {
    const std::string& name = at(model_.nodes, node, "node").name;
    return name.empty() ? fmt::format("node {}", node) : name;
  }

  std::uint32_t bone_number(int node) {
    const std::string name = bone_name(node);
    const auto it = std::find(out_.bones.begin(), out_.bones.end(), name);
    if (it != out_.bones.end()) return static_cast<std::uint32_t>(it - out_.bones.begin());
    out_.bones.push_back(name);
    return static_cast<std::uint32_t>(out_.bones.size() - 1);
  }

  void add_node(int index) {
    const tinygltf::Node& node = model_.nodes[index];
    const tinygltf::Mesh& mesh = at(model_.meshes, node.mesh, "mesh");
    for (const tinygltf::Primitive& primitive : mesh.primitives) {
      const bool area = primitive.mode == TINYGLTF_MODE_TRIANGLES || primitive.mode < 0 ||
                        primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
                        primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN;
      if (area) add_primitive(primitive, world_[index], node.skin);
    }
  }

  void add_primitive(const tinygltf::Primitive& primitive, const Affine& X_node, int skin) {
    const auto it = primitive.attributes.find("POSITION");
    if (it == primitive.attributes.end()) return;
    const std::vector<double> places = numbers(it->second, 3, "POSITION");
    const std::size_t count = places.size() / 3;
    const std::vector<double> normals = attribute(primitive, "NORMAL", 3, count);
    const std::vector<double> uvs = attribute(primitive, "TEXCOORD_0", 2, count);
    const std::vector<BoneShares> shares = bound(primitive, skin, count);
    std::vector<Affine> moves;
    if (!shares.empty()) moves = bone_moves(model_.skins[skin]);
    TriangleMesh part;
    for (std::size_t i = 0; i < count; ++i) {
      Affine X = X_node;
      if (!shares.empty()) X = blended(shares[i], moves, X_node);
      part.positions.push_back(X * Vec3(&places[3 * i]));
      // The volume of a larger mesh could be infinite or NaN.
      if (!(part.positions.back().cwiseAbs().maxCoeff() <= 1e30))
        fail("positions too far away", "at most 1e30 m");
      Vec3 n = Vec3::Zero();  // unknown yet
      if (!normals.empty()) n = cofactors(X.linear()) * Vec3(&normals[3 * i]);
      part.normals.push_back(n.norm() > 0 ? n.normalized() : Vec3::Zero());
      // glTF measures v from the top.
      part.uvs.push_back(uvs.empty() ? Vec2::Zero() : Vec2(uvs[2 * i], 1 - uvs[2 * i + 1]));
    }
    any_uv_ = any_uv_ || !uvs.empty();
    part.triangles = triangles(primitive, count);
    if (shares.empty() && X_node.linear().determinant() < 0)
      for (auto& t : part.triangles) std::swap(t[1], t[2]);
    append(part, name_bones(shares, skin));
  }

  // The matrix that transforms normals as X transforms planes; they stay outward if X mirrors.
  static Mat3 cofactors(const Mat3& X) {
    Mat3 C;
    for (int i = 0; i < 3; ++i) C.col(i) = X.col((i + 1) % 3).cross(X.col((i + 2) % 3));
    return X.determinant() < 0 ? Mat3(-C) : C;
  }

  std::vector<BoneShares> bound(const tinygltf::Primitive& primitive, int skin,
                                std::size_t count) const {
    if (skin < 0) return {};
    const std::size_t bones = at(model_.skins, skin, "skin").joints.size();
    const std::vector<double> joints = attribute(primitive, "JOINTS_0", 4, count);
    const std::vector<double> weights = attribute(primitive, "WEIGHTS_0", 4, count);
    if (joints.empty() || weights.empty()) return {};
    std::vector<BoneShares> shares(count);
    for (std::size_t i = 0; i < count; ++i) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) sum += std::max(weights[4 * i + k], 0.0);
      for (int k = 0; k < 4 && sum > 0; ++k) {
        if (joints[4 * i + k] < 0 || joints[4 * i + k] >= static_cast<double>(bones))
          fail(fmt::format("joint {} of {}", joints[4 * i + k], bones), "a joint of the skin");
        shares[i].bone[k] = static_cast<std::uint32_t>(joints[4 * i + k]);
        shares[i].weight[k] = std::max(weights[4 * i + k], 0.0) / sum;
      }
    }
    return shares;
  }

  static Affine blended(const BoneShares& s, const std::vector<Affine>& moves,
                        const Affine& else_) {
    Affine X;
    X.matrix().setZero();
    for (int k = 0; k < 4; ++k)
      if (s.weight[k] > 0) X.matrix() += s.weight[k] * moves[s.bone[k]].matrix();
    return X.matrix()(3, 3) > 0 ? X : else_;
  }

  // Replaces indices into the skin's joints by indices into all bones of the file.
  std::vector<BoneShares> name_bones(std::vector<BoneShares> shares, int skin) {
    if (shares.empty()) return shares;
    std::vector<std::uint32_t> numbers;
    for (int node : model_.skins[skin].joints) numbers.push_back(bone_number(node));
    for (BoneShares& s : shares)
      for (std::uint32_t& b : s.bone) b = numbers[b];
    return shares;
  }

  std::vector<std::array<std::uint32_t, 3>> triangles(const tinygltf::Primitive& primitive,
                                                      std::size_t count) const {
    std::vector<std::uint32_t> order;
    if (primitive.indices >= 0) {
      for (double v : numbers(primitive.indices, 1, "indices")) {
        if (v < 0 || v >= static_cast<double>(count))
          fail(fmt::format("vertex {} of {}", v, count), "an index within the mesh");
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

  // glTF requires flat facets for a mesh without normals: each of their corners becomes a separate
  // vertex.
  void append(const TriangleMesh& part, const std::vector<BoneShares>& shares) {
    TriangleMesh& mesh = out_.mesh;
    const auto add = [&](std::uint32_t i, const Vec3& normal) {
      mesh.positions.push_back(part.positions[i]);
      mesh.normals.push_back(normal);
      mesh.uvs.push_back(part.uvs[i]);
      out_.shares.push_back(shares.empty() ? BoneShares() : shares[i]);
      return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    };
    std::map<std::uint32_t, std::uint32_t> added;
    for (const auto& t : part.triangles) {
      const Vec3& p = part.positions[t[0]];
      const Vec3 cross = (part.positions[t[1]] - p).cross(part.positions[t[2]] - p);
      const Vec3 facet = cross.norm() > 0 ? cross.normalized() : Vec3::UnitZ();
      auto& corners = mesh.triangles.emplace_back();
      for (int k = 0; k < 3; ++k) {
        const Vec3& normal = part.normals[t[k]];
        if (normal.isZero()) {
          corners[k] = add(t[k], facet);
          continue;
        }
        const auto [it, first] = added.try_emplace(t[k], 0);
        if (first) it->second = add(t[k], normal);
        corners[k] = it->second;
      }
    }
  }

  std::string path_;
  tinygltf::Model model_;
  std::map<int, Affine> world_;  // [node] its transform to the scene's frame
  std::vector<int> order_;       // nodes, parents first
  std::map<int, int> parent_;    // [node] that it hangs on
  std::vector<int> mesh_nodes_;
  bool any_uv_ = false;
  GltfMesh out_;
};

}  // namespace

GltfMesh load_gltf_skin(const std::string& path) { return GltfReader(path).read(); }

GltfSkeleton load_gltf_skeleton(const std::string& path) {
  return GltfReader(path).read_skeleton();
}

TriangleMesh load_gltf(const std::string& path) { return load_gltf_skin(path).mesh; }

GltfMesh load_skin_mesh(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension();
  if (ending == ".glb" || ending == ".gltf") return load_gltf_skin(path);
  GltfMesh plain;
  plain.mesh = load_mesh(path);
  return plain;
}

std::vector<std::string> mesh_files(const std::string& path) {
  std::vector<std::string> files{path};
  if (std::filesystem::path(path).extension() != ".gltf") return files;
  try {
    for (const std::string& uri : GltfReader(path).buffer_files())
      files.push_back(std::filesystem::path(path).parent_path() / uri);
  } catch (const InputError&) {  // load_gltf() will report it
  }
  return files;
}

TriangleMesh load_mesh(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension();
  if (ending == ".obj" || ending == ".OBJ") return load_obj(path);
  if (ending == ".glb" || ending == ".gltf") return load_gltf(path);
  refuse(path, fmt::format("a file ending in '{}'", ending), "an .obj, .gltf or .glb file");
}

}  // namespace gambol
