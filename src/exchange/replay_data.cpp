#include <algorithm>
#include <cmath>
#include <cstdint>

#include "exchange/replay.h"
#include "exchange/replay_figures.h"
#include "exchange/replay_look.h"
#include "poses/spans.h"

namespace gambol {
namespace {

// A view: `cameras` has a row of position, target, lens and ride per frame; `on` says whether the
// view is shown in the frame.
std::string view_json(const ViewSpec& view, const std::vector<ReplayCamera>& cameras, double fps) {
  std::vector<float> rows;
  std::vector<std::uint8_t> on;
  for (std::size_t frame = 0; frame < cameras.size(); ++frame)
    on.push_back(view.is_on(double(frame) / fps));
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
  json.json("cameras", packed(rows)).json("on", packed(on));
  return json.str();
}

// Particles at the beginning of every frame: position, emitter, and age as a fraction of their
// life, times 255.
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
    views.push_back(view_json(specs[v], sight.views[v], poses.fps));
  JsonObject data;
  data.text("shot", shot.name).text("about", shot.about).text("failure", poses.failure);
  data.number("fps", poses.fps).number("frames", poses.frames).json("times", packed(times));
  data.json("marks", marks_json(poses)).json("look", replay_look(shot.look, poses));
  data.number("aspect", sight.aspect)
      .json("views", json_list(views))
      .vector("background", shot.background);
  if (shot.motion.world.ground && shot.look.ground)
    data.json("ground", replay_ground(*shot.motion.world.ground, shot.look));
  if (!poses.emitters.empty()) data.json("particles", particles_json(shot, poses, sight));
  add_replay_figures(shot, poses, sight.segments, data);
  return data.str();
}

}  // namespace gambol
