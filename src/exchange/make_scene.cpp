#include "exchange/make_scene.h"

#include <algorithm>
#include <numbers>

#include "exchange/scene_parts.h"
#include "poses/spans.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

void add_marks(const Poses& poses, Scene& scene) {
  const double begin = poses.sample_times.front(), end = poses.sample_times.back();
  for (const Mark& mark : poses.marks)
    if (mark.time >= begin && mark.time <= end)
      scene.marks.push_back(
          {film_time_of(poses, mark.time) * poses.fps, mark.time, mark.name, mark.text});
}

void add_views(const ShotSpec& shot, Scene& scene) {
  for (const ViewSpec& spec : shot.all_views()) {
    const CameraSpec& camera = spec.camera;
    scene.views.push_back({spec.corner,
                           spec.size,
                           camera.sensor_width,
                           camera.shutter / (2 * std::numbers::pi),
                           camera.projection == Projection::orthographic,
                           camera.up,
                           camera.follow.has_value(),
                           {},
                           {}});
  }
}

void show_views(const ShotSpec& shot, const SceneSight& sight, FrameSpan span, Scene& scene) {
  const std::vector<ViewSpec> specs = shot.all_views();
  for (std::size_t v = 0; v < specs.size(); ++v) {
    SceneView& view = scene.views[v];
    view.cameras.clear(), view.on.clear();
    for (int frame = span.first; frame <= span.last; ++frame) {
      view.cameras.push_back(sight.camera(v, frame));
      view.on.push_back(specs[v].is_on(frame / scene.fps));
    }
  }
}

void add_emitters(const ShotSpec& shot, const Poses& poses, const SceneSight& sight, Scene& scene) {
  for (std::size_t e = 0; e < poses.emitters.size(); ++e) {
    ParticleLookSpec look;
    for (const EmitterSpec& emitter : shot.motion.world.particles)
      if (emitter.name == poses.emitters[e]) look = emitter.look;
    scene.emitters.push_back({look.radius, look.glow, {}});
    if (e < sight.embers.size()) scene.emitters.back().colors = sight.embers[e];
  }
}

// Those at the beginning of every frame.
void show_particles(const Poses& poses, FrameSpan span, Scene& scene) {
  scene.first_particle = {0};
  scene.particles.clear();
  for (int frame = span.first; frame <= span.last; ++frame) {
    const auto sample = static_cast<std::size_t>(frame) * poses.samples_per_frame;
    for (const ParticleRow& p : poses.particles_at(sample)) {
      const float age = std::clamp(p.life > 0 ? p.age / p.life : 1.0f, 0.0f, 1.0f);
      scene.particles.push_back({p.p, static_cast<int>(p.emitter), age, p.id});
    }
    scene.first_particle.push_back(scene.particles.size());
  }
}

}  // namespace

std::string body_name(const CastSpec& cast, const std::string& body) {
  return cast.name + "/" + body;
}

Scene make_scene(const ShotSpec& shot, const Poses& poses, const SceneSight& sight) {
  Scene scene;
  scene.name = shot.name;
  scene.about = shot.about;
  scene.failure = poses.failure;
  scene.fps = scene.film_fps = poses.fps;
  scene.first_frame = shot.film.first_frame;
  scene.motion = poses.motion_hash;
  scene.film_frames = static_cast<std::size_t>(poses.frames);
  add_marks(poses, scene);
  add_look(shot, sight, scene);
  scene.aspect = sight.aspect;
  add_views(shot, scene);
  scene.background = shot.background;
  scene.sky_model = shot.look.sky.model;
  add_emitters(shot, poses, sight, scene);
  const BodyNumbers numbers(poses.bodies);
  add_bodies(shot, poses, numbers, sight.segments, scene);
  add_figures(shot, poses, numbers, scene);
  add_skins(shot, numbers, scene);
  return scene;
}

void show_frames(const ShotSpec& shot, const Poses& poses, const SceneSight& sight, FrameSpan span,
                 Scene& scene) {
  scene.times.clear();
  for (int frame = span.first; frame <= span.last; ++frame)
    scene.times.push_back(poses.time_at(frame));
  show_look(shot, span, scene);
  show_views(shot, sight, span, scene);
  if (!scene.emitters.empty()) show_particles(poses, span, scene);
  show_bodies(shot, poses, span, scene);
  show_figures(shot, poses, span, scene);
}

}  // namespace gambol
