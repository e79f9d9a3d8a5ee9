// Materials, the ground, cameras and lights.

#include <algorithm>
#include <cmath>

#include "exchange/formats/gltf_parts.h"
#include "exchange/formats/surface_pictures.h"

namespace gambol {
namespace {

constexpr double lumens_per_watt = 683;

double clamped(double x) { return std::clamp(x, 0.0, 1.0); }

Json gltf_camera(const Scene& scene, const SceneView& view, const SceneCamera& first) {
  const double aspect = view_aspect(scene, view);
  const auto [near, far] = clipping_range(first);
  if (view.parallel)
    return Json::object()
        .add("type", "orthographic")
        .add("orthographic", Json::object()
                                 .add("xmag", Json::number(first.lens / 2, 9))
                                 .add("ymag", Json::number(first.lens / 2 / aspect, 9))
                                 .add("znear", Json::number(near, 6))
                                 .add("zfar", Json::number(far, 6)));
  const double half_width = view.sensor_width / 2 / first.lens;
  return Json::object()
      .add("type", "perspective")
      .add("perspective", Json::object()
                              .add("aspectRatio", Json::number(aspect, 9))
                              .add("yfov", Json::number(2 * std::atan(half_width / aspect), 9))
                              .add("znear", Json::number(near, 6))
                              .add("zfar", Json::number(far, 6)));
}

// glTF's lights are points: an area's power comes from its middle.
Json gltf_light(const SceneLight& light, std::size_t frame, double shown) {
  const double strongest = std::max(light.color.maxCoeff(), 1e-9);
  const double intensity = light.intensity[frame] * strongest * shown * lumens_per_watt;
  Json json = Json::object().add("color", gltf_vector((light.color / strongest).cwiseMax(0)));
  if (light.kind == LightKind::sun)
    return json.add("type", "directional").add("intensity", Json::number(intensity, 7));
  json.add("type", light.kind == LightKind::spot ? "spot" : "point")
      .add("intensity", Json::number(intensity * light_area(light), 7));
  if (light.kind == LightKind::spot)
    json.add("spot", Json::object()
                         .add("innerConeAngle", Json::number(light.cone / 2 * (1 - light.soft), 7))
                         .add("outerConeAngle", Json::number(light.cone / 2, 7)));
  return json;
}

}  // namespace

Json gltf_node(const std::string& name, const SceneTrack& track) {
  return Json::object()
      .add("name", name)
      .add("translation", gltf_vector(track.places.front()))
      .add("rotation", gltf_quaternion(track.turns.front()));
}

int GltfMaterials::index(std::size_t number, bool pictured) {
  const auto [known, is_new] = written_.try_emplace({number, pictured}, 0);
  if (is_new) known->second = file_.add("materials", material(scene_.materials[number], pictured));
  return known->second;
}

bool GltfMaterials::is_pictured(std::size_t number, const TriangleMesh& mesh) const {
  return wants_uvs(scene_, scene_.materials[number], mesh);
}

Json GltfMaterials::material(const MaterialSpec& m, bool pictured) {
  const SurfacePictures pictures = pictured ? pictures_of(scene_, m) : SurfacePictures();
  const Vec3 base = pictures.color ? pictures.color->color : mean_color(scene_, m);
  Json color = Json::array();
  for (const double c : base) color.push(Json::number(clamped(c), 7));
  Json item = Json::object().add("name", m.name.empty() ? "grey" : m.name);
  Json pbr =
      Json::object()
          .add("baseColorFactor", color.push(Json::number(clamped(1 - m.transmission), 7)))
          .add("metallicFactor",
               Json::number(clamped(pictures.metallic ? pictures.metallic->value : m.metallic), 7))
          .add("roughnessFactor",
               Json::number(clamped(pictures.roughness ? pictures.roughness->value : m.roughness),
                            7));
  if (pictures.color) pbr.add("baseColorTexture", picture(*pictures.color));
  if (pictures.roughness) pbr.add("metallicRoughnessTexture", picture(*pictures.roughness));
  item.add("pbrMetallicRoughness", pbr);
  if (pictures.normal)
    item.add("normalTexture",
             picture(*pictures.normal).add("scale", Json::number(pictures.normal->amount, 7)));
  if (pictures.opacity)
    item.add("alphaMode", "MASK").add("alphaCutoff", Json::number(pictures.opacity->cutoff, 7));
  else if (m.transmission > 0)
    item.add("alphaMode", "BLEND");
  const Vec3 emission = pictures.emission ? pictures.emission->color : m.emission;
  const double glow = emission.maxCoeff();
  if (glow > 0) item.add("emissiveFactor", gltf_vector(emission / std::max(glow, 1.0)));
  if (pictures.emission) item.add("emissiveTexture", picture(*pictures.emission));
  return item.add("doubleSided", true);
}

// A picture that is `size` wide in texture coordinates begins at their lower left.
Json GltfMaterials::picture(const TextureSpec& texture) {
  const ScenePictureFile& file = scene_.picture_files.at(file_of(texture));
  const auto [known, is_new] = textures_.try_emplace(file.name, 0);
  if (is_new)
    known->second =
        file_.texture(file.bytes, file.is_png() ? "image/png" : "image/jpeg", file.name);
  Json info = Json::object().add("index", known->second);
  if (texture.size == 1) return info;
  if (!transforms_) file_.use_extension("KHR_texture_transform");
  transforms_ = true;
  const double per = 1 / texture.size;
  const Json transform =
      Json::object()
          .add("offset", Json::array().push(Json::number(0)).push(Json::number(1 - per, 9)))
          .add("scale", Json::array().push(Json::number(per, 9)).push(Json::number(per, 9)));
  return info.add("extensions", Json::object().add("KHR_texture_transform", transform));
}

void add_gltf_ground(const Scene& scene, GltfMaterials& materials, GltfFile& file, int root) {
  if (!scene.ground) return;
  const int mesh =
      add_gltf_mesh(ground_surface(*scene.ground), scene.ground->material, materials, file);
  file.add_child(root, file.add_node(Json::object().add("name", "ground").add("mesh", mesh)));
}

void add_gltf_cameras(const Scene& scene, SceneSpan span, GltfFile& file, GltfMotion& motion,
                      int root) {
  for (std::size_t v = 0; v < scene.views.size(); ++v) {
    const SceneView& view = scene.views[v];
    if (view.cameras.size() < span.to) continue;
    const SceneTrack track = camera_track(view, span);
    const int camera = file.add("cameras", gltf_camera(scene, view, view.cameras[span.from]));
    const int node = file.add_node(gltf_node(view_name(scene, v), track).add("camera", camera));
    file.add_child(root, node);
    motion.follow(node, track);
  }
}

void add_gltf_lights(const Scene& scene, SceneSpan span, GltfFile& file, GltfMotion& motion,
                     int root) {
  Json lights = Json::array();
  int count = 0;
  for (const SceneLight& light : scene.lights) {
    const double shown = std::exp2(scene.exposure);
    lights.push(gltf_light(light, span.from, shown));
    const SceneTrack track = light_track(scene, light, span);
    const Json which =
        Json::object().add("KHR_lights_punctual", Json::object().add("light", count));
    const int node = file.add_node(
        gltf_node("light " + std::to_string(++count), track).add("extensions", which));
    file.add_child(root, node);
    motion.follow(node, track);
  }
  if (count > 0) file.use_extension("KHR_lights_punctual", Json::object().add("lights", lights));
}

}  // namespace gambol
