#include <algorithm>
#include <cmath>
#include <cstdint>

#include "exchange/replay.h"
#include "exchange/replay_figures.h"
#include "geometry/height_field.h"
#include "poses/spans.h"

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

// A curve over film time, a number per frame.
std::string per_frame(const Curve& curve, const Poses& poses) {
  std::vector<float> values;
  for (int frame = 0; frame < poses.frames; ++frame)
    values.push_back(static_cast<float>(curve.at(frame / poses.fps)));
  return packed(values);
}

std::string light_json(const LightSpec& light, const Poses& poses) {
  JsonObject json;
  json.text("kind", light.kind == LightKind::sun ? "sun" : "area").vector("color", light.color);
  json.json("intensity", per_frame(light.intensity, poses));
  if (light.kind == LightKind::sun)
    return json.vector("direction", light.direction.normalized())
        .number("angle", light.angle)
        .str();
  json.vector("position", light.position).vector("target", light.target);
  json.number("width", light.width).number("height", light.height).flag("follow", light.follow);
  return json.str();
}

std::string look_json(const LookSpec& look, const Poses& poses) {
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

std::string ground_json(const GroundSpec& ground, const LookSpec& look) {
  const GroundLookSpec& seen = *look.ground;
  const auto materials = material_numbers(look);
  const auto material = materials.find(seen.material);
  JsonObject json;
  json.number("height", ground.height).number("extent", seen.extent);
  json.number("material", material == materials.end() ? 0 : static_cast<double>(material->second));
  if (seen.grid) {
    JsonObject grid;
    grid.number("spacing", seen.grid->spacing).number("width", seen.grid->width);
    grid.number("boldSpacing", seen.grid->spacing * seen.grid->bold_every);
    grid.number("boldWidth", seen.grid->bold_width).vector("color", seen.grid->color);
    json.json("grid", grid.str());
  }
  if (ground.terrain)
    json.json("terrain", terrain_json(*ground.terrain->field, ground.terrain->smooth));
  return json.str();
}

// Rows of position, target, lens and ride.
std::string view_json(const ViewSpec& view, const std::vector<ReplayCamera>& cameras) {
  std::vector<float> rows;
  for (const ReplayCamera& c : cameras) {
    const auto add = [&](const Vec3& v) {
      for (const double x : v) rows.push_back(static_cast<float>(x));
    };
    add(c.position), add(c.target);
    rows.push_back(static_cast<float>(c.lens));
    add(c.ride);
  }
  JsonObject json;
  json.json("corner", fmt::format("[{},{}]", view.corner.x(), view.corner.y()));
  json.json("size", fmt::format("[{},{}]", view.size.x(), view.size.y()));
  json.number("sensor", view.camera.sensor_width);
  json.flag("parallel", view.camera.projection == Projection::orthographic);
  if (view.camera.up) json.vector("up", *view.camera.up);
  json.json("cameras", packed(rows));
  return json.str();
}

// Particles at the beginning of every frame: where, of which emitter, and how much of their life,
// in parts of 255, is over.
std::string particles_json(const ShotSpec& shot, const Poses& poses, const ReplaySight& sight) {
  std::vector<std::uint32_t> first{0};
  std::vector<float> places;
  std::vector<std::uint8_t> kinds, ages;
  for (int frame = 0; frame < poses.frames; ++frame) {
    const auto sample = static_cast<std::size_t>(frame) * poses.samples_per_frame;
    for (std::size_t row = poses.first_particle[sample]; row < poses.first_particle[sample + 1];
         ++row) {
      const ParticleRow& p = poses.particles[row];
      for (const float x : p.p) places.push_back(x);
      kinds.push_back(static_cast<std::uint8_t>(p.emitter));
      ages.push_back(static_cast<std::uint8_t>(
          std::lround(255 * std::clamp(p.life > 0 ? p.age / p.life : 1.0f, 0.0f, 1.0f))));
    }
    first.push_back(static_cast<std::uint32_t>(kinds.size()));
  }
  std::vector<std::string> emitters;
  for (std::size_t e = 0; e < poses.emitters.size(); ++e) {
    ParticleLookSpec look;
    for (const EmitterSpec& emitter : shot.motion.world.particles)
      if (emitter.name == poses.emitters[e]) look = emitter.look;
    std::vector<float> colors;
    if (e < sight.embers.size())
      for (const Vec3& color : sight.embers[e])
        for (const double x : color) colors.push_back(static_cast<float>(x));
    JsonObject emitter;
    emitter.number("radius", look.radius).number("glow", look.glow);
    emitters.push_back(emitter.json("colors", packed(colors)).str());
  }
  JsonObject json;
  json.json("first", packed(first)).json("places", packed(places));
  json.json("emitter", packed(kinds))
      .json("age", packed(ages))
      .json("emitters", json_list(emitters));
  return json.str();
}

std::string marks_json(const Poses& poses) {
  const double begin = poses.sample_times.front(), end = poses.sample_times.back();
  std::vector<std::string> marks;
  for (const Mark& mark : poses.marks) {
    if (mark.time < begin || mark.time > end) continue;
    JsonObject json;
    json.number("frame", film_time_of(poses, mark.time) * poses.fps).number("time", mark.time);
    json.text("name", mark.name).text("text", mark.text);
    marks.push_back(json.str());
  }
  return json_list(marks);
}

}  // namespace

std::string replay_data(const ShotSpec& shot, const Poses& poses, const ReplaySight& sight) {
  std::vector<double> times;
  for (int frame = 0; frame < poses.frames; ++frame) times.push_back(poses.time_at(frame));
  std::vector<std::string> views;
  const std::vector<ViewSpec> specs = shot.all_views();
  for (std::size_t v = 0; v < specs.size(); ++v)
    views.push_back(view_json(specs[v], sight.views[v]));
  JsonObject data;
  data.text("shot", shot.name).text("about", shot.about).text("failure", poses.failure);
  data.number("fps", poses.fps).number("frames", poses.frames).json("times", packed(times));
  data.json("marks", marks_json(poses)).json("look", look_json(shot.look, poses));
  data.number("aspect", sight.aspect)
      .json("views", json_list(views))
      .vector("background", shot.background);
  if (shot.motion.world.ground && shot.look.ground)
    data.json("ground", ground_json(*shot.motion.world.ground, shot.look));
  if (!poses.emitters.empty()) data.json("particles", particles_json(shot, poses, sight));
  add_replay_figures(shot, poses, data);
  return data.str();
}

}  // namespace gambol
