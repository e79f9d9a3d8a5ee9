#include "cli/seen_scene.h"

#include "cli/output.h"
#include "cli/seen_light.h"
#include "exchange/make_scene.h"
#include "render/camera.h"
#include "render/spark_look.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

FollowPath path_of(const CameraSpec& spec, const Poses& poses) {
  if (!spec.follow) return {};
  const int body = poses.body_index(spec.follow->figure + "/" + spec.follow->body);
  return FollowPath(poses, static_cast<std::size_t>(body), spec.follow->smoothing);
}

SceneCamera camera_in(const CameraSpec& spec, const FollowPath& path, double fps, int frame) {
  const CameraPose pose = camera_at(spec, path, fps, frame);
  const double lens = pose.around           ? 0.5 * spec.sensor_width  // 90 deg of it
                      : pose.view_width > 0 ? pose.view_width
                                            : pose.focal_length;
  return {pose.position, pose.target, lens, path.at(frame), pose.focus, pose.lens_radius};
}

// The radiance of an emitter's particles at evenly spaced moments of their lives.
std::vector<Vec3> embers_of(const ShotSpec& shot, const std::string& emitter) {
  constexpr int parts = 32;
  std::vector<Vec3> colors;
  for (const EmitterSpec& spec : shot.motion.world.particles) {
    if (spec.name != emitter) continue;
    const SparkLook look(spec.look);
    for (int k = 0; k < parts; ++k) {
      const Float3 c = look.radiance(float(k) / (parts - 1));
      colors.emplace_back(c.x, c.y, c.z);
    }
  }
  return colors;
}

}  // namespace

FilmedScene seen_film(const ShotSpec& shot, const Poses& poses, int segments) {
  if (poses.frames == 0)
    throw RunError(ExitCode::bad_motion, poses.failure.empty()
                                             ? "the film has no frame: it is shorter than 1/fps"
                                             : poses.failure);
  const PresetSpec preset = sized(load_preset(default_preset), shot.film.frame);  // of one eye
  SceneSight sight;
  sight.segments = segments;
  sight.aspect = shot.film.frame.pixel_aspect * preset.width / preset.height;
  std::vector<FollowPath> paths;
  const std::vector<ViewSpec> views = shot.all_views();
  for (const ViewSpec& view : views) paths.push_back(path_of(view.camera, poses));
  sight.camera = [views, paths, fps = poses.fps](std::size_t view, int frame) {
    return camera_in(views[view].camera, paths[view], fps, frame);
  };
  for (const std::string& emitter : poses.emitters)
    sight.embers.push_back(embers_of(shot, emitter));
  SeenSky sky = seen_sky(shot.look.sky);
  sight.sky = std::move(sky.map);
  sight.suns = std::move(sky.suns);
  sight.pictures = seen_pictures(shot.look);
  Scene scene = make_scene(shot, poses, sight);
  return {std::move(scene), [&shot, &poses, sight](FrameSpan span, Scene& made) {
            show_frames(shot, poses, sight, span, made);
          }};
}

Scene seen_scene(const ShotSpec& shot, const Poses& poses, int segments) {
  FilmedScene film = seen_film(shot, poses, segments);
  film.show({0, poses.frames - 1}, film.scene);
  return std::move(film.scene);
}

}  // namespace gambol
