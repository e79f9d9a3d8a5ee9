#include "exchange/formats/skeleton_skins.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "exchange/formats/skin_file.h"
#include "exchange/formats/unique_names.h"
#include "exchange/formats/yaml_words.h"

namespace gambol {
namespace {

constexpr double same_color = 2e-3;
const Vec3 plain_color(0.485, 0.366, 0.283);  // of what has no material: #b9a391

class SkeletonSkins {
 public:
  SkeletonSkins(GltfSkeleton& skeleton, Imported& made, ImportedFigure& figure)
      : skeleton_(skeleton), made_(made), figure_(figure) {}

  std::string add() {
    const std::set<int> used(skeleton_.skin.material_of.begin(), skeleton_.skin.material_of.end());
    if (used.empty()) return "";
    std::string text = "\nskins:\n";
    for (const int material : used) {
      const std::string name = names_.identifier(name_of(material));
      const std::string mesh = used.size() == 1
                                   ? fmt::format("{0}/{0}.glb", figure_.name)
                                   : fmt::format("{0}/{0}_{1}.glb", figure_.name, name);
      const MaterialSpec look = look_of(material, name);
      figure_.looks.push_back(look);
      place_uvs(material);
      figure_.files.push_back({mesh, skin_file(skeleton_, material)});
      text += fmt::format("  {}:\n    mesh: {}\n", yaml_text(name), yaml_text(mesh));
      for (const std::string& part :
           {yaml_at(-skeleton_.bones[0].at), yaml_rotate(from_gltf_axes()),
            fmt::format(", material: {}", yaml_text(look.name))})
        if (!part.empty()) text += fmt::format("    {}\n", part.substr(2));
    }
    return text;
  }

 private:
  const GltfSurface* surface(int material) const {
    return material < 0 ? nullptr : &skeleton_.surfaces.at(material);
  }

  std::string name_of(int material) const {
    const GltfSurface* from = surface(material);
    return from && !from->name.empty() ? from->name : "skin";
  }

  void leave_out(const std::string& kind, const std::string& name, const std::string& why) {
    add_left_out(made_.left_out, Place{}, kind, name, why);
  }

  MaterialSpec look_of(int material, const std::string& name) {
    MaterialSpec look;
    look.name = fmt::format("{}_of_{}", name, figure_.name);
    look.color = plain_color;
    look.roughness = 0.45;
    if (const GltfSurface* from = surface(material)) add_surface(*from, look);
    if (!skeleton_.skin.colors.empty())
      look.color = look.color.cwiseProduct(color_of_vertices(material, look.name));
    if (!look.textures.empty() && look.textures[0].on == TextureTarget::color)
      look.textures[0].color = look.color;
    look.color = look.color.cwiseMin(1);
    return look;
  }

  void add_surface(const GltfSurface& from, MaterialSpec& look) {
    look.color = from.color;
    look.metallic = from.metallic;
    look.roughness = from.roughness;
    look.emission = from.emission;
    look.transmission = from.transmission;
    look.index = from.index;
    look.coat = from.coat;
    look.coat_roughness = from.coat > 0 ? from.coat_roughness : look.coat_roughness;
    const bool pictured = from.color_picture && has_file(*from.color_picture);
    if (from.blends && from.alpha < 1 && from.transmission == 0) {
      look.transmission = 1 - from.alpha;
      look.index = unbent;
    }
    if (from.color_picture)
      add_picture(*from.color_picture, TextureTarget::color, ImageChannel::rgb, look);
    if (from.metal_picture) {
      if (add_picture(*from.metal_picture, TextureTarget::roughness, ImageChannel::green, look)) {
        look.textures.back().value = from.roughness;
        look.roughness = 0;
      }
      if (add_picture(*from.metal_picture, TextureTarget::metallic, ImageChannel::blue, look)) {
        look.textures.back().value = from.metallic;
        look.metallic = 0;
      }
    }
    if (from.emission_picture && !from.emission.isZero() &&
        add_picture(*from.emission_picture, TextureTarget::emission, ImageChannel::rgb, look)) {
      look.textures.back().color = from.emission;
      look.emission = Vec3::Zero();
    }
    if (from.normal_picture &&
        add_picture(*from.normal_picture, TextureTarget::normal, ImageChannel::rgb, look))
      look.textures.back().amount = std::clamp(from.normal_scale, 0.0, 1.0);
    if (pictured && (from.cutoff || from.blends)) {
      add_picture(*from.color_picture, TextureTarget::opacity, ImageChannel::alpha, look);
      look.textures.back().cutoff =
          std::clamp(from.cutoff.value_or(0.5) / std::max(from.alpha, 1e-3), 0.0, 1.0);
      if (from.blends)
        leave_out("amounts of opacity of material", from.name,
                  "a surface is there or not: what has less than half is a hole");
    } else if (from.cutoff && from.alpha < *from.cutoff) {
      leave_out("opacity of material", from.name, "the file hides it whole; it is seen here");
    }
    for (const std::string& what : from.unsaid)
      leave_out(what + " of material", from.name, "a look has no such thing");
  }

  // The file's name, written once; "" if it cannot be read.
  std::string file_of(int image) {
    const GltfImage& from = skeleton_.images.at(image);
    const char* ending = from.bytes.starts_with("\x89PNG")        ? "png"
                         : from.bytes.starts_with("\xFF\xD8\xFF") ? "jpg"
                                                                  : nullptr;
    if (!ending) return "";
    const std::string name = fmt::format("{}/picture_{}.{}", figure_.name, image + 1, ending);
    if (written_.insert(image).second) figure_.files.push_back({name, from.bytes});
    return name;
  }
  bool has_file(const GltfPicture& picture) { return !file_of(picture.image).empty(); }

  bool add_picture(const GltfPicture& picture, TextureTarget on, ImageChannel channel,
                   MaterialSpec& look) {
    const std::string file = file_of(picture.image);
    if (file.empty()) {
      const GltfImage& image = skeleton_.images[picture.image];
      if (missing_.insert(picture.image).second)
        leave_out("picture", image.name.empty() ? fmt::format("{}", picture.image + 1) : image.name,
                  image.bytes.empty() ? "there is no file that can be read"
                                      : "it is neither a PNG nor a JPEG file");
      return false;
    }
    TextureSpec texture;
    texture.on = on;
    texture.space = TextureSpace::uv;
    texture.size = 1;
    texture.kind = ImageTexture{file, channel};
    look.textures.push_back(texture);
    return true;
  }

  // The mean of the factors at the corners of a material's triangles, by area.
  Vec3 color_of_vertices(int material, const std::string& name) {
    const GltfMesh& skin = skeleton_.skin;
    Vec3 sum = Vec3::Zero(), low = Vec3::Constant(1e9), high = Vec3::Constant(-1e9);
    double weight = 0;
    for (std::size_t t = 0; t < skin.mesh.triangles.size(); ++t) {
      if (skin.material_of[t] != material) continue;
      const auto& c = skin.mesh.triangles[t];
      const Vec3& a = skin.mesh.positions[c[0]];
      const double area =
          (skin.mesh.positions[c[1]] - a).cross(skin.mesh.positions[c[2]] - a).norm() + 1e-12;
      for (const std::uint32_t v : c) {
        sum += area * skin.colors[v];
        weight += area;
        low = low.cwiseMin(skin.colors[v]);
        high = high.cwiseMax(skin.colors[v]);
      }
    }
    if ((high - low).maxCoeff() > same_color)
      leave_out("colours of vertices of material", name,
                "a look has none: their mean is the material's colour");
    return sum / weight;
  }

  // Puts the texture coordinates of a material's corners where its pictures have them.
  void place_uvs(int material) {
    const GltfSurface* from = surface(material);
    const GltfPicture* picture = from ? from->any_picture() : nullptr;
    GltfMesh& skin = skeleton_.skin;
    if (!picture || skin.mesh.uvs.empty()) return;
    std::set<std::uint32_t> vertices;
    for (std::size_t t = 0; t < skin.mesh.triangles.size(); ++t)
      if (skin.material_of[t] == material)
        vertices.insert(skin.mesh.triangles[t].begin(), skin.mesh.triangles[t].end());
    for (const std::uint32_t v : vertices)
      skin.mesh.uvs[v] = picture->uv * skin.mesh.uvs[v].homogeneous();
  }

  GltfSkeleton& skeleton_;
  Imported& made_;
  ImportedFigure& figure_;
  UniqueNames names_;
  std::set<int> written_, missing_;  // images
};

}  // namespace

std::string add_skins(GltfSkeleton& skeleton, Imported& made, ImportedFigure& figure) {
  return SkeletonSkins(skeleton, made, figure).add();
}

}  // namespace gambol
