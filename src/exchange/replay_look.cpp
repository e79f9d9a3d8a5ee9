#include <cmath>
#include <numbers>

#include "exchange/replay_json.h"

namespace gambol {
namespace {

Json material_json(const MaterialSpec& m) {
  return Json::object()
      .add("color", replay_vector(m.color))
      .add("emission", replay_vector(m.emission))
      .add("metallic", replay_number(m.metallic))
      .add("roughness", replay_number(m.roughness))
      .add("specular", replay_number(m.specular))
      .add("coat", replay_number(m.coat))
      .add("coatRoughness", replay_number(m.coat_roughness));
}

// A light. Area lights of other shapes become squares with the same power.
Json light_json(const SceneLight& light) {
  const bool sun = light.kind == LightKind::sun;
  Json json = Json::object()
                  .add("kind", sun ? "sun" : "area")
                  .add("color", replay_vector(light.color))
                  .add("intensity", packed(floats(light.intensity)));
  if (sun)
    return json.add("direction", replay_vector(light.direction))
        .add("angle", replay_number(light.angle));
  const bool flat = light.kind == LightKind::area;
  const double side = light.kind == LightKind::spot ? 1  // its intensity is not per area
                                                    : light.radius * std::sqrt(std::numbers::pi);
  return json.add("position", replay_vector(light.position.front()))
      .add("target", replay_vector(light.target.front()))
      .add("width", replay_number(flat ? light.width : side))
      .add("height", replay_number(flat ? light.height : side))
      .add("follow", light.follow);
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
  for (const MaterialSpec& m : scene.materials) materials.push(material_json(m));
  for (const SceneLight& light : scene.lights) lights.push(light_json(light));
  const Json sky = Json::object()
                       .add("zenith", replay_vector(scene.sky.zenith))
                       .add("horizon", replay_vector(scene.sky.horizon))
                       .add("nadir", replay_vector(scene.sky.nadir))
                       .add("intensity", packed(floats(scene.sky.intensity)));
  return Json::object()
      .add("materials", materials)
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
