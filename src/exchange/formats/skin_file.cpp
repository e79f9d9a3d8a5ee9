#include "exchange/formats/skin_file.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "exchange/formats/gltf_file.h"
#include "exchange/formats/seen.h"

namespace gambol {
namespace {

class SkinFile {
 public:
  SkinFile(const GltfSkeleton& skeleton, int material)
      : skeleton_(skeleton), skin_(skeleton.skin), material_(material) {}

  std::string bytes() {
    choose_vertices();
    const int skin = add_bones();
    const Json primitive =
        Json::object().add("attributes", attributes()).add("indices", file_.indices(corners_));
    const int mesh =
        file_.add("meshes", Json::object().add("primitives", Json::array().push(primitive)));
    file_.add_root(
        file_.add_node(Json::object().add("name", "skin").add("mesh", mesh).add("skin", skin)));
    return file_.binary("skin", "");
  }

 private:
  void choose_vertices() {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> kept(skin_.mesh.positions.size(), none);
    for (std::size_t t = 0; t < skin_.mesh.triangles.size(); ++t) {
      if (skin_.material_of[t] != material_) continue;
      for (const std::uint32_t v : skin_.mesh.triangles[t]) {
        if (kept[v] == none) {
          kept[v] = static_cast<std::uint32_t>(vertices_.size());
          vertices_.push_back(v);
        }
        corners_.push_back(kept[v]);
      }
    }
  }

  static void append(const Vec3& v, std::vector<float>& to) {
    for (const double x : from_gltf_axes().conjugate() * v) to.push_back(static_cast<float>(x));
  }

  int add_bones() {
    std::vector<float> binds;
    Json joints = Json::array();
    for (const std::string& name : skin_.bones) {
      Vec3 at = Vec3::Zero();
      for (const GltfBone& bone : skeleton_.bones)
        if (bone.name == name) at = from_gltf_axes().conjugate() * bone.at;
      const int node =
          file_.add_node(Json::object().add("name", name).add("translation", gltf_vector(at)));
      file_.add_root(node);
      joints.push(node);
      Eigen::Matrix4f bind = Eigen::Matrix4f::Identity();
      bind.topRightCorner<3, 1>() = -at.cast<float>();
      binds.insert(binds.end(), bind.data(), bind.data() + 16);
    }
    return file_.add("skins",
                     Json::object()
                         .add("joints", joints)
                         .add("inverseBindMatrices", file_.floats(binds, 16, GltfFile::Use::data)));
  }

  Json attributes() {
    std::vector<float> positions, normals, uvs;
    for (const std::uint32_t v : vertices_) {
      append(skin_.mesh.positions[v], positions);
      append(unit_normal(skin_.mesh.normals[v]), normals);
      if (!skin_.mesh.uvs.empty()) {
        uvs.push_back(static_cast<float>(skin_.mesh.uvs[v].x()));
        uvs.push_back(static_cast<float>(1 - skin_.mesh.uvs[v].y()));
      }
    }
    constexpr auto use = GltfFile::Use::vertices;
    Json list = Json::object()
                    .add("POSITION", file_.floats(positions, 3, use, true))
                    .add("NORMAL", file_.floats(normals, 3, use));
    if (!uvs.empty()) list.add("TEXCOORD_0", file_.floats(uvs, 2, use));
    for (std::size_t first = 0; first < BoneShares::most; first += 4) add_weights(first, list);
    return list;
  }

  void add_weights(std::size_t first, Json& list) {
    std::vector<float> weights;
    std::vector<std::uint16_t> joints;
    bool any = first == 0;
    for (const std::uint32_t v : vertices_)
      for (std::size_t k = first; k < first + 4; ++k) {
        any = any || skin_.shares[v].weight[k] > 0;
        joints.push_back(static_cast<std::uint16_t>(skin_.shares[v].bone[k]));
        weights.push_back(static_cast<float>(skin_.shares[v].weight[k]));
      }
    if (!any) return;
    list.add(fmt::format("JOINTS_{}", first / 4), file_.joints(joints));
    list.add(fmt::format("WEIGHTS_{}", first / 4),
             file_.floats(weights, 4, GltfFile::Use::vertices));
  }

  const GltfSkeleton& skeleton_;
  const GltfMesh& skin_;
  int material_;
  GltfFile file_;
  std::vector<std::uint32_t> vertices_, corners_;
};

}  // namespace

Quat from_gltf_axes() {
  return Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ())) *
         Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()));
}

std::string skin_file(const GltfSkeleton& skeleton, int material) {
  return SkinFile(skeleton, material).bytes();
}

}  // namespace gambol
