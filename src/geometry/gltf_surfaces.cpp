// The materials of a glTF file.

#include <algorithm>
#include <cmath>

#include "geometry/gltf_nodes.h"

namespace gambol {
namespace {

Vec3 color_of(const std::vector<double>& list, const Vec3& else_) {
  return list.size() >= 3 ? Vec3(list[0], list[1], list[2]).cwiseMax(0) : else_;
}

double number_in(const tinygltf::Value& of, const char* key, double else_) {
  if (!of.IsObject() || !of.Has(key) || !of.Get(key).IsNumber()) return else_;
  return of.Get(key).GetNumberAsDouble();
}

Vec2 pair_in(const tinygltf::Value& of, const char* key, const Vec2& else_) {
  if (!of.Has(key) || !of.Get(key).IsArray() || of.Get(key).ArrayLen() != 2) return else_;
  return {of.Get(key).Get(0).GetNumberAsDouble(), of.Get(key).Get(1).GetNumberAsDouble()};
}

class SurfaceReader {
 public:
  SurfaceReader(const GltfSource& file, const tinygltf::Material& from)
      : file_(file), from_(from) {}

  GltfSurface read() {
    const tinygltf::PbrMetallicRoughness& pbr = from_.pbrMetallicRoughness;
    made_.name = from_.name;
    made_.color = color_of(pbr.baseColorFactor, Vec3::Ones());
    if (pbr.baseColorFactor.size() == 4) made_.alpha = std::clamp(pbr.baseColorFactor[3], 0.0, 1.0);
    made_.metallic = std::clamp(pbr.metallicFactor, 0.0, 1.0);
    made_.roughness = std::clamp(pbr.roughnessFactor, 0.0, 1.0);
    made_.emission = color_of(from_.emissiveFactor, Vec3::Zero());
    made_.color_picture = picture(pbr.baseColorTexture);
    made_.metal_picture = picture(pbr.metallicRoughnessTexture);
    made_.normal_picture = picture(from_.normalTexture);
    made_.normal_scale = from_.normalTexture.scale;
    made_.emission_picture = picture(from_.emissiveTexture);
    if (from_.occlusionTexture.index >= 0) made_.unsaid.emplace_back("occlusion");
    if (from_.alphaMode == "MASK") made_.cutoff = std::clamp(from_.alphaCutoff, 0.0, 1.0);
    made_.blends = from_.alphaMode == "BLEND";
    read_extensions();
    keep_one_place();
    return std::move(made_);
  }

 private:
  const tinygltf::Value* extension(const char* name) const {
    const auto it = from_.extensions.find(name);
    return it == from_.extensions.end() ? nullptr : &it->second;
  }

  void read_extensions() {
    if (const auto* x = extension("KHR_materials_emissive_strength"))
      made_.emission *= std::max(number_in(*x, "emissiveStrength", 1), 0.0);
    if (const auto* x = extension("KHR_materials_transmission"))
      made_.transmission = std::clamp(number_in(*x, "transmissionFactor", 0), 0.0, 1.0);
    if (const auto* x = extension("KHR_materials_ior"))
      made_.index = std::clamp(number_in(*x, "ior", 1.5), 1.0001, 4.0);
    if (const auto* x = extension("KHR_materials_clearcoat")) {
      made_.coat = std::clamp(number_in(*x, "clearcoatFactor", 0), 0.0, 1.0);
      made_.coat_roughness = std::clamp(number_in(*x, "clearcoatRoughnessFactor", 0), 0.0, 1.0);
    }
    if (const auto* x = extension("KHR_materials_pbrSpecularGlossiness")) read_glossiness(*x);
    for (const auto& [name, value] : from_.extensions)
      if (name != "KHR_materials_emissive_strength" && name != "KHR_materials_transmission" &&
          name != "KHR_materials_ior" && name != "KHR_materials_clearcoat" &&
          name != "KHR_materials_pbrSpecularGlossiness")
        made_.unsaid.push_back(name);
  }

  // The older model of materials: its diffuse part.
  void read_glossiness(const tinygltf::Value& x) {
    if (!x.IsObject()) return;
    if (x.Has("diffuseFactor") && x.Get("diffuseFactor").ArrayLen() == 4) {
      const tinygltf::Value& factor = x.Get("diffuseFactor");
      for (int k = 0; k < 3; ++k) made_.color[k] = std::max(factor.Get(k).GetNumberAsDouble(), 0.0);
      made_.alpha = std::clamp(factor.Get(3).GetNumberAsDouble(), 0.0, 1.0);
    }
    made_.metallic = 0;
    made_.roughness = std::clamp(1 - number_in(x, "glossinessFactor", 1), 0.0, 1.0);
    if (x.Has("diffuseTexture")) {
      tinygltf::TextureInfo info;
      info.index = static_cast<int>(number_in(x.Get("diffuseTexture"), "index", -1));
      info.texCoord = static_cast<int>(number_in(x.Get("diffuseTexture"), "texCoord", 0));
      made_.color_picture = picture(info);
    }
    made_.unsaid.emplace_back("specular colours");
  }

  template <class Info>
  std::optional<GltfPicture> picture(const Info& info) {
    if (info.index < 0) return std::nullopt;
    const tinygltf::Texture& texture = file_.at(file_.model.textures, info.index, "texture");
    GltfPicture picture;
    picture.image = texture.source;
    if (picture.image < 0) {  // it has a format of an extension alone
      made_.unsaid.emplace_back("a picture of another format");
      return std::nullopt;
    }
    file_.at(file_.model.images, picture.image, "image");
    picture.uv_set = std::clamp(info.texCoord, 0, 99);
    const auto transform = info.extensions.find("KHR_texture_transform");
    if (transform != info.extensions.end()) place(transform->second, picture);
    note_wrapping(texture);
    return picture;
  }

  // uv = offset + rotation * scale * uv where v counts from the top.
  static void place(const tinygltf::Value& x, GltfPicture& picture) {
    if (!x.IsObject()) return;
    const Vec2 offset = pair_in(x, "offset", {0, 0}), scale = pair_in(x, "scale", {1, 1});
    const double angle = number_in(x, "rotation", 0);
    picture.uv_set = static_cast<int>(number_in(x, "texCoord", picture.uv_set));
    Mat3 own, flip;
    own << std::cos(angle) * scale.x(), std::sin(angle) * scale.y(), offset.x(),
        -std::sin(angle) * scale.x(), std::cos(angle) * scale.y(), offset.y(), 0, 0, 1;
    flip << 1, 0, 0, 0, -1, 1, 0, 0, 1;
    picture.uv = (flip * own * flip).topRows<2>();
  }

  void note_wrapping(const tinygltf::Texture& texture) {
    if (texture.sampler < 0) return;
    const tinygltf::Sampler& sampler = file_.at(file_.model.samplers, texture.sampler, "sampler");
    if (sampler.wrapS == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT ||
        sampler.wrapT == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT)
      made_.unsaid.emplace_back("pictures that repeat mirrored");
  }

  // A mesh has one place on pictures: that of its colours, or of the first that it has.
  void keep_one_place() {
    std::optional<GltfPicture>* all[] = {&made_.color_picture, &made_.normal_picture,
                                         &made_.metal_picture, &made_.emission_picture};
    const GltfPicture* first = nullptr;
    for (std::optional<GltfPicture>* one : all) {
      if (!*one) continue;
      if (!first) first = &**one;
      if ((*one)->uv_set == first->uv_set && (*one)->uv == first->uv) continue;
      one->reset();
      made_.unsaid.emplace_back("pictures with texture coordinates of their own");
    }
  }

  const GltfSource& file_;
  const tinygltf::Material& from_;
  GltfSurface made_;
};

}  // namespace

std::vector<GltfSurface> read_gltf_surfaces(const GltfSource& file) {
  std::vector<GltfSurface> surfaces;
  for (const tinygltf::Material& material : file.model.materials)
    surfaces.push_back(SurfaceReader(file, material).read());
  return surfaces;
}

}  // namespace gambol
