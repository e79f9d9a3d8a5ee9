#include <immintrin.h>

#include <algorithm>
#include <map>

#include "exchange/replay_json.h"

namespace gambol {
namespace {

// With the keys of its kind.
Json texture_json(const TextureSpec& t, const std::map<std::string, std::size_t>& pictures) {
  Json json = Json::object()
                  .add("on", std::string(name_of(t.on)))
                  .add("space", std::string(name_of(t.space)))
                  .add("size", replay_number(t.size))
                  .add("amount", replay_number(t.amount))
                  .add("color", replay_vector(t.color))
                  .add("value", replay_number(t.value))
                  .add("depth", replay_number(t.depth));
  if (const auto* image = std::get_if<ImageTexture>(&t.kind)) {
    const auto found = pictures.find(image->file);
    return json.add("type", "image").add("picture", found == pictures.end() ? 0 : found->second);
  }
  if (const auto* grid = std::get_if<GridTexture>(&t.kind))
    return json.add("type", "grid")
        .add("boldEvery", replay_number(grid->bold_every))
        .add("width", replay_number(grid->width))
        .add("boldWidth", replay_number(grid->bold_width));
  if (const auto* noise = std::get_if<NoiseTexture>(&t.kind))
    return json.add("type", "noise")
        .add("octaves", noise->octaves)
        .add("gain", replay_number(noise->gain))
        .add("contrast", replay_number(noise->contrast));
  if (const auto* stone = std::get_if<StoneTexture>(&t.kind))
    return json.add("type", "stone")
        .add("joint", replay_number(stone->joint))
        .add("variety", replay_number(stone->variety))
        .add("roundness", replay_number(stone->roundness));
  return json.add("type", "checker");
}

// The page has no normals of pictures, no holes, and no channels of their own.
bool is_drawn(const TextureSpec& t, const std::map<std::string, std::size_t>& pictures) {
  if (t.on == TextureTarget::normal || t.on == TextureTarget::opacity) return false;
  const auto* image = std::get_if<ImageTexture>(&t.kind);
  return !image || (pictures.contains(image->file) &&
                    (image->channel == ImageChannel::rgba || image->channel == ImageChannel::rgb));
}

Json material_json(const MaterialSpec& m, const std::map<std::string, std::size_t>& pictures) {
  Json textures = Json::array();
  for (const TextureSpec& t : m.textures)
    if (is_drawn(t, pictures)) textures.push(texture_json(t, pictures));
  return Json::object()
      .add("color", replay_vector(m.color))
      .add("emission", replay_vector(m.emission))
      .add("metallic", replay_number(m.metallic))
      .add("roughness", replay_number(m.roughness))
      .add("specular", replay_number(m.specular))
      .add("coat", replay_number(m.coat))
      .add("coatRoughness", replay_number(m.coat_roughness))
      .add("transmission", replay_number(m.transmission))
      .add("textures", textures);
}

Json light_json(const SceneLight& light) {
  const bool sun = light.kind == LightKind::sun;
  Json json = Json::object()
                  .add("kind", std::string(name_of(light.kind)))
                  .add("color", replay_vector(light.color));
  if (sun)
    return json.add("direction", replay_vector(light.direction))
        .add("angle", replay_number(light.angle));
  return json.add("width", replay_number(light.width))
      .add("height", replay_number(light.height))
      .add("radius", replay_number(light.radius))
      .add("cone", replay_number(light.cone))
      .add("soft", replay_number(light.soft))
      .add("seen", light.seen)
      .add("follow", light.follow);
}

// As half floats, which graphics cards filter.
Json sky_map_json(const SceneSkyMap& map) {
  constexpr float most = 60000;  // half floats end at 65504
  std::vector<std::uint16_t> halves;
  for (const float v : map.pixels)
    halves.push_back(
        static_cast<std::uint16_t>(_cvtss_sh(std::min(v, most), _MM_FROUND_TO_NEAREST_INT)));
  return Json::object()
      .add("width", map.width)
      .add("height", map.height)
      .add("pixels", packed(halves));
}

Json terrain_json(const HeightField& field, bool smooth) {
  std::vector<float> heights;
  for (int j = 0; j < field.ny(); ++j)
    for (int i = 0; i < field.nx(); ++i) heights.push_back(static_cast<float>(field.z(i, j)));
  return Json::object()
      .add("nx", field.nx())
      .add("ny", field.ny())
      .add("spacing", replay_number(field.spacing()))
      .add("x", replay_number(field.x(0)))
      .add("y", replay_number(field.y(0)))
      .add("smooth", smooth)
      .add("heights", packed(heights));
}

Json grid_json(const SceneGrid& grid) {
  return Json::object()
      .add("spacing", replay_number(grid.spacing))
      .add("width", replay_number(grid.width))
      .add("boldSpacing", replay_number(grid.bold_spacing))
      .add("boldWidth", replay_number(grid.bold_width))
      .add("color", replay_vector(grid.color));
}

}  // namespace

Json replay_look(const Scene& scene) {
  Json materials = Json::array(), lights = Json::array();
  std::map<std::string, std::size_t> numbers;
  Json pictures = Json::array();
  for (const auto& [file, picture] : scene.pictures) {
    numbers.emplace(file, numbers.size());
    pictures.push(Json::object()
                      .add("width", picture.width)
                      .add("height", picture.height)
                      .add("pixels", packed(picture.pixels)));
  }
  for (const MaterialSpec& m : scene.materials) materials.push(material_json(m, numbers));
  for (const SceneLight& light : scene.lights) lights.push(light_json(light));
  Json sky = Json::object()
                 .add("seen", scene.sky.seen)
                 .add("zenith", replay_vector(scene.sky.zenith))
                 .add("horizon", replay_vector(scene.sky.horizon))
                 .add("nadir", replay_vector(scene.sky.nadir));
  if (scene.sky.map) sky = sky.add("map", sky_map_json(*scene.sky.map));
  const ToneSpec& tone = scene.tone;
  return Json::object()
      .add("materials", materials)
      .add("pictures", pictures)
      .add("tone", Json::object()
                       .add("curve", std::string(name_of(tone.curve)))
                       .add("contrast", replay_number(tone.contrast))
                       .add("saturation", replay_number(tone.saturation)))
      .add("lights", lights)
      .add("sky", sky)
      .add("exposure", replay_number(scene.exposure));
}

Json replay_ground(const SceneGround& ground) {
  Json json = Json::object()
                  .add("height", replay_number(ground.height))
                  .add("extent", replay_number(ground.extent))
                  .add("material", ground.material);
  if (ground.grid) json.add("grid", grid_json(*ground.grid));
  if (ground.terrain) json.add("terrain", terrain_json(*ground.terrain, ground.smooth));
  return json;
}

}  // namespace gambol
