#include "exchange/scene_parts.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// A curve over film time, sampled once per frame.
template <class Value, class AnyCurve>
std::vector<Value> per_frame(const AnyCurve& curve, FrameSpan span, double fps) {
  std::vector<Value> values;
  for (int frame = span.first; frame <= span.last; ++frame) values.push_back(curve.at(frame / fps));
  return values;
}

SceneLight light_of(const LightSpec& spec) {
  SceneLight light;
  light.kind = spec.kind;
  light.color = spec.color;
  light.direction = spec.direction.normalized();
  light.angle = spec.angle;
  light.width = spec.width, light.height = spec.height, light.radius = spec.radius;
  light.cone = spec.cone, light.soft = spec.soft;
  light.follow = spec.follow, light.seen = spec.seen;
  return light;
}

// The ruled lines of a material. Its other patterns are only in the film.
std::optional<SceneGrid> grid_of(const MaterialSpec& material) {
  for (const TextureSpec& t : material.textures) {
    const auto* rules = std::get_if<GridTexture>(&t.kind);
    if (!rules || t.on != TextureTarget::color) continue;
    return SceneGrid{t.size, rules->width, t.size * rules->bold_every, rules->bold_width, t.color};
  }
  return std::nullopt;
}

SceneGround ground_of(const GroundSpec& spec, const GroundLookSpec& look, const Scene& scene) {
  SceneGround ground;
  ground.height = spec.height;
  ground.extent = look.extent;
  ground.material = material_named(scene, look.material);
  ground.grid = grid_of(scene.materials[ground.material]);
  if (!spec.terrain) return ground;
  ground.terrain = spec.terrain->field;
  ground.smooth = spec.terrain->smooth;
  return ground;
}

}  // namespace

std::size_t material_named(const Scene& scene, const std::string& name) {
  // From the last one: where two have one name, the later one counts.
  for (std::size_t i = scene.materials.size() - 1; i > 0; --i)
    if (scene.materials[i].name == name) return i;
  return 0;
}

void add_look(const ShotSpec& shot, const SceneSight& sight, Scene& scene) {
  const LookSpec& look = shot.look;
  scene.materials = {MaterialSpec{}};
  scene.materials.insert(scene.materials.end(), look.materials.begin(), look.materials.end());
  for (const LightSpec& light : look.lights) scene.lights.push_back(light_of(light));
  scene.lights.insert(scene.lights.end(), sight.suns.begin(), sight.suns.end());
  scene.sky = {sight.sky, look.sky.seen, look.sky.zenith, look.sky.horizon, look.sky.nadir, {}};
  scene.pictures = sight.pictures;
  scene.exposure = look.exposure;
  scene.tone = look.tone;
  if (shot.motion.world.ground && look.ground)
    scene.ground = ground_of(*shot.motion.world.ground, *look.ground, scene);
}

// The lights of the look come first, then the suns of its sky.
void show_look(const ShotSpec& shot, FrameSpan span, Scene& scene) {
  const LookSpec& look = shot.look;
  scene.sky.intensity = per_frame<double>(look.sky.intensity, span, scene.fps);
  for (std::size_t i = 0; i < scene.lights.size(); ++i) {
    SceneLight& light = scene.lights[i];
    if (i >= look.lights.size()) {
      light.intensity = scene.sky.intensity;
      continue;
    }
    const LightSpec& spec = look.lights[i];
    light.intensity = per_frame<double>(spec.emitted(), span, scene.fps);
    light.position = per_frame<Vec3>(spec.position, span, scene.fps);
    light.target = per_frame<Vec3>(spec.target, span, scene.fps);
  }
}

}  // namespace gambol
