#include "exchange/formats/wavefront.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "exchange/formats/unique_names.h"

namespace gambol {
namespace {

std::map<std::size_t, std::string> material_names(const Scene& scene) {
  std::map<std::size_t, std::string> named;
  UniqueNames names;
  for (const std::size_t index : used_materials(scene)) {
    const std::string& name = scene.materials[index].name;
    named[index] = names.word(name.empty() ? "grey" : name);
  }
  return named;
}

class WavefrontText {
 public:
  WavefrontText(const Scene& scene, std::size_t frame)
      : scene_(scene), frame_(frame), materials_(material_names(scene)) {}

  std::string text(const std::string& materials) {
    // No line breaks in comments: the name of a shot has none.
    out_ =
        fmt::format("# {}, frame {}. gambol " GAMBOL_VERSION "; y is up, lengths in m\nmtllib {}\n",
                    scene_.name, frame_ + 1, materials);
    if (scene_.ground) {
      object("ground");
      add(ground_surface(*scene_.ground), Transform(), scene_.ground->material);
    }
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) add_body(b);
    for (const SceneSkin& skin : scene_.skins) add_skin(skin);
    return std::move(out_);
  }

 private:
  bool is_there(std::size_t body) const {
    return scene_.bodies[body].figure >= 0 && scene_.bodies[body].appears <= int(frame_);
  }

  void object(const std::string& name) {
    fmt::format_to(std::back_inserter(out_), "o {}\n", names_.word(name));
  }

  void add_body(std::size_t b) {
    const SceneBody& body = scene_.bodies[b];
    if (!is_there(b)) return;
    bool begun = false;
    for (const SceneShape& shape : body.shapes) {
      if (!layer_is_seen(scene_, shape.layer)) continue;
      if (!begun) object(scene_.figures[body.figure].name + "/" + body.name);
      begun = true;
      const Transform& X_WB = scene_.placements[frame_ * scene_.bodies.size() + b];
      add(scene_.meshes[shape.mesh], X_WB * shape.X_BS, shape.material);
    }
  }

  void add(const TriangleMesh& mesh, const Transform& X_WM, std::size_t material) {
    for (const Vec3& p : mesh.positions) vertex(X_WM * p);
    for (const Vec3& n : mesh.normals) normal(X_WM.R * unit_normal(n));
    use(material);
    for (const auto& triangle : mesh.triangles) face(triangle);
    begin_ += mesh.positions.size();
  }

  void add_skin(const SceneSkin& skin) {
    const SceneFigure& figure = scene_.figures[skin.figure];
    if (!layer_is_seen(scene_, skin.layer) || !is_there(std::size_t(figure.root))) return;
    object(figure.name + "/skin");
    std::vector<Vec3> positions, normals;
    bend_skin(scene_, skin, frame_, positions, normals);
    for (const Vec3& p : positions) vertex(p);
    for (const Vec3& n : normals) normal(unit_normal(n));
    for (std::size_t m = 0; m < skin.materials.size(); ++m) {
      bool begun = false;
      for (std::size_t t = 0; t < skin.mesh.mesh.triangles.size(); ++t) {
        if (skin.mesh.material_of[t] != m) continue;
        if (!begun) use(skin.materials[m]);
        begun = true;
        face(skin.mesh.mesh.triangles[t]);
      }
    }
    begin_ += positions.size();
  }

  // z up to y up.
  void vertex(const Vec3& p) {
    fmt::format_to(std::back_inserter(out_), "v {:.9g} {:.9g} {:.9g}\n", p.x(), p.z(), -p.y());
  }
  void normal(const Vec3& n) {
    fmt::format_to(std::back_inserter(out_), "vn {:.6g} {:.6g} {:.6g}\n", n.x(), n.z(), -n.y());
  }
  void use(std::size_t material) {
    fmt::format_to(std::back_inserter(out_), "usemtl {}\n", materials_.at(material));
  }
  // Corners count from 1, over the whole file.
  void face(const std::array<std::uint32_t, 3>& triangle) {
    out_ += 'f';
    for (const std::uint32_t corner : triangle)
      fmt::format_to(std::back_inserter(out_), " {0}//{0}", begin_ + corner + 1);
    out_ += '\n';
  }

  const Scene& scene_;
  std::size_t frame_;
  std::map<std::size_t, std::string> materials_;
  UniqueNames names_;
  std::size_t begin_ = 0;  // vertices that are written
  std::string out_;
};

std::string triple(const char* key, const Vec3& v) {
  return fmt::format("{} {:.6g} {:.6g} {:.6g}\n", key, v.x(), v.y(), v.z());
}

}  // namespace

std::string wavefront_text(const Scene& scene, std::size_t frame, const std::string& materials) {
  return WavefrontText(scene, frame).text(materials);
}

std::string material_library(const Scene& scene) {
  std::string text;
  for (const auto& [index, name] : material_names(scene)) {
    const MaterialSpec& m = scene.materials[index];
    // Metal reflects in its colour, other surfaces 8 % times `specular` in white.
    const Vec3 mirrored =
        m.metallic * m.color + Vec3::Constant((1 - m.metallic) * 0.08 * m.specular);
    // The exponent of Blinn's highlight that is as wide as that of a roughness.
    const double a = std::max(m.roughness * m.roughness, 1e-2);
    const double shine = std::clamp(2 / (a * a) - 2, 0.0, 1000.0);
    text += fmt::format("newmtl {}\n", name);
    text += triple("Ka", Vec3::Zero()) + triple("Kd", m.color) + triple("Ks", mirrored) +
            triple("Ke", m.emission);
    text += fmt::format("Ns {:.6g}\nNi {:.6g}\nd {:.6g}\nPr {:.6g}\nPm {:.6g}\nillum 2\n\n", shine,
                        m.index, 1 - m.transmission, m.roughness, m.metallic);
  }
  return text;
}

}  // namespace gambol
