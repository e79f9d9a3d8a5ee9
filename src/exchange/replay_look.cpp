#include "exchange/replay_look.h"

#include <cmath>
#include <numbers>

#include "exchange/json_object.h"
#include "exchange/replay_figures.h"
#include "geometry/height_field.h"

namespace gambol {
namespace {

std::string material_json(const MaterialSpec& m) {
  JsonObject json;
  json.vector("color", m.color).vector("emission", m.emission);
  json.number("metallic", m.metallic).number("roughness", m.roughness);
  json.number("specular", m.specular).number("coat", m.coat);
  json.number("coatRoughness", m.coat_roughness);
  return json.str();
}

// A curve over film time, sampled once per frame.
std::string per_frame(const Curve& curve, const Poses& poses) {
  std::vector<float> values;
  for (int frame = 0; frame < poses.frames; ++frame)
    values.push_back(static_cast<float>(curve.at(frame / poses.fps)));
  return packed(values);
}

// A light. Area lights of other shapes become squares with the same power.
std::string light_json(const LightSpec& light, const Poses& poses) {
  JsonObject json;
  json.text("kind", light.kind == LightKind::sun ? "sun" : "area").vector("color", light.color);
  json.json("intensity", per_frame(light.intensity, poses));
  if (light.kind == LightKind::sun)
    return json.vector("direction", light.direction.normalized())
        .number("angle", light.angle)
        .str();
  json.vector("position", light.position.at(0)).vector("target", light.target.at(0));
  const bool flat = light.kind == LightKind::area;
  const double side = light.kind == LightKind::spot ? 1  // its intensity is not per area
                                                    : light.radius * std::sqrt(std::numbers::pi);
  json.number("width", flat ? light.width : side).number("height", flat ? light.height : side);
  json.flag("follow", light.follow);
  return json.str();
}

}  // namespace

std::string replay_look(const LookSpec& look, const Poses& poses) {
  std::vector<std::string> materials{material_json(MaterialSpec{})}, lights;
  for (const MaterialSpec& m : look.materials) materials.push_back(material_json(m));
  for (const LightSpec& light : look.lights) lights.push_back(light_json(light, poses));
  JsonObject sky;
  sky.vector("zenith", look.sky.zenith).vector("horizon", look.sky.horizon);
  sky.vector("nadir", look.sky.nadir).json("intensity", per_frame(look.sky.intensity, poses));
  JsonObject json;
  json.json("materials", json_list(materials)).json("lights", json_list(lights));
  json.json("sky", sky.str()).number("exposure", look.exposure);
  return json.str();
}

namespace {

std::string terrain_json(const HeightField& field, bool smooth) {
  std::vector<float> heights;
  for (int j = 0; j < field.ny(); ++j)
    for (int i = 0; i < field.nx(); ++i) heights.push_back(static_cast<float>(field.z(i, j)));
  JsonObject json;
  json.number("nx", field.nx()).number("ny", field.ny()).number("spacing", field.spacing());
  json.number("x", field.x(0)).number("y", field.y(0)).flag("smooth", smooth);
  json.json("heights", packed(heights));
  return json.str();
}

// The ruled lines of the ground's material; only the film shows its other patterns.
void add_rules(const MaterialSpec& material, JsonObject& json) {
  for (const TextureSpec& t : material.textures) {
    const auto* rules = std::get_if<GridTexture>(&t.kind);
    if (!rules || t.on != TextureTarget::color) continue;
    JsonObject grid;
    grid.number("spacing", t.size).number("width", rules->width);
    grid.number("boldSpacing", t.size * rules->bold_every);
    grid.number("boldWidth", rules->bold_width).vector("color", t.color);
    json.json("grid", grid.str());
    return;
  }
}

}  // namespace

std::string replay_ground(const GroundSpec& ground, const LookSpec& look) {
  const GroundLookSpec& seen = *look.ground;
  const auto materials = material_numbers(look);
  const auto material = materials.find(seen.material);
  JsonObject json;
  json.number("height", ground.height).number("extent", seen.extent);
  json.number("material", material == materials.end() ? 0 : static_cast<double>(material->second));
  if (material != materials.end() && material->second > 0)
    add_rules(look.materials[material->second - 1], json);
  if (ground.terrain)
    json.json("terrain", terrain_json(*ground.terrain->field, ground.terrain->smooth));
  return json.str();
}

}  // namespace gambol
