#include "exchange/mujoco/mjcf_assets.h"

#include <fmt/format.h>

#include <algorithm>

namespace gambol {
namespace {

class TidyingAssets {
 public:
  explicit TidyingAssets(RobotTidying& tidying) : t_(tidying) {}

  void tidy(XmlNode& asset) {
    for (XmlNode& node : asset.children)
      if (node.tag == "mesh") t_.names.insert(node.get("name"));
    std::erase_if(asset.children, [&](XmlNode& node) {
      if (node.tag == "mesh") return !takes_mesh(node);
      if (node.tag == "texture") make_flat(node);
      if (node.tag == "hfield") make_level(node);
      if (node.tag == "material")
        for (const XmlNode& layer : node.children)
          t_.leave_out(layer, "materials get their colours; a look can add pictures");
      if (node.tag == "material") node.children.clear();
      if (node.tag == "skin") t_.leave_out(node, "skins of MuJoCo are not read; those of glTF are");
      return node.tag == "skin";
    });
  }

  MjcfMeshes meshes;

 private:
  static Vec3 vector_of(const XmlNode& node, const char* key, const Vec3& otherwise) {
    const std::vector<double> x = numbers_in(node.get(key));
    return x.size() == 3 ? Vec3(x[0], x[1], x[2]) : otherwise;
  }

  // Meshes whose vertices stand in the text stay there if they are no more than a convex hull.
  bool takes_mesh(XmlNode& mesh) {
    const std::string name = mesh.get("name");
    if (mesh.find("vertex") && !mesh.find("file") && !mesh.find("face")) return true;
    MeshUse use;
    use.scale = vector_of(mesh, "scale", Vec3::Ones());
    use.at = vector_of(mesh, "refpos", Vec3::Zero());
    if (const std::vector<double> q = numbers_in(mesh.get("refquat")); q.size() == 4)
      use.turned = Quat(q[0], q[1], q[2], q[3]).normalized();
    std::string why;
    std::vector<TakenMesh> own;
    if (mesh.find("file"))
      own = t_.take_mesh(mesh.get("file"), use, why);
    else if (mesh.find("face"))
      own = t_.take_triangles(name, triangles_of(mesh), use, why);
    else
      why = mesh.find("builtin") ? "shapes that MuJoCo 3 builds itself are not known"
                                 : "it has neither a file nor vertices";
    if (own.empty()) {
      meshes.missing.insert(name);
      const std::string written = mesh.find("file") ? mesh.get("file") : "";
      add_left_out(t_.left_out, mesh.place, "mesh",
                   written.empty() ? name : fmt::format("{}, {}", name, written), why);
      return false;
    }
    for (const char* key : {"refpos", "refquat", "content_type", "vertex", "face", "normal",
                            "texcoord", "smoothnormal"})
      mesh.remove(key);
    mesh.set("file", own[0].file());
    mesh.set("scale", "1 1 1");
    if (const auto flips = t_.out.flipped.find(own[0].name); flips != t_.out.flipped.end())
      t_.out.flipped[name] = std::set<std::size_t>(flips->second);
    if (own[0].surface != MeshSurface::closed) meshes.open.insert(name);
    return true;
  }

  static Triangles triangles_of(const XmlNode& mesh) {
    Triangles out;
    const std::vector<double> p = numbers_in(mesh.get("vertex")), f = numbers_in(mesh.get("face"));
    for (std::size_t i = 0; i + 2 < p.size(); i += 3)
      out.positions.emplace_back(p[i], p[i + 1], p[i + 2]);
    for (std::size_t i = 0; i + 2 < f.size(); i += 3) {
      std::array<std::uint32_t, 3>& t = out.corners.emplace_back();
      for (std::size_t k = 0; k < 3; ++k)
        t[k] = static_cast<std::uint32_t>(std::clamp(f[i + k], 0.0, 4e9));
    }
    return out;
  }

  // MuJoCo keeps pictures in memory; only names of textures are needed.
  void make_flat(XmlNode& texture) {
    const std::string name = texture.get("name"), type = texture.get("type");
    bool pictures = false;
    for (const auto& [key, value] : texture.attributes) pictures |= key.starts_with("file");
    if (pictures) t_.leave_out(texture, "materials get their colours; a look can add pictures");
    texture.attributes = {{"builtin", "flat"},
                          {"type", type.empty() ? "cube" : type},
                          {"width", "1"},
                          {"height", type == "2d" ? "1" : "6"}};
    if (!name.empty())
      texture.set("name", name);
    else if (type != "skybox")
      texture.set("name", fmt::format("picture {}", ++unnamed_));
  }

  void make_level(XmlNode& field) {
    for (const char* key : {"file", "elevation", "content_type"}) field.remove(key);
    field.set("nrow", "2");
    field.set("ncol", "2");
  }

  RobotTidying& t_;
  int unnamed_ = 0;
};

}  // namespace

MjcfMeshes tidy_assets(RobotTidying& tidying, XmlNode& root) {
  TidyingAssets assets(tidying);
  for (XmlNode& section : root.children)
    if (section.tag == "asset") assets.tidy(section);
  return std::move(assets.meshes);
}

}  // namespace gambol
