#include <benchmark/benchmark.h>
#include <tbb/task_arena.h>

#include "render/frame_renderer.h"
#include "render/roach_scene.h"
#include "render/sampling.h"
#include "render/stage.h"
#include "simulation/simulate.h"

namespace gambol {
namespace {

Scene walking_roach() {
  Scene scene = roach_scene(1, Vec3(0.002, 0, 0), 0.2);
  scene.shot.look = chitin_look();
  scene.shot.camera.position = VecCurve(Vec3(0.055, -0.085, 0.042));
  scene.shot.camera.target = VecCurve(Vec3(0.006, 0, 0.006));
  return scene;
}

// One frame of a 33-part insect under sun and sky, with motion blur and four bounces: Cycles
// renders this scene at 0.98 million samples a second on two cores.
void frame_1280x720_64_samples(benchmark::State& state) {
  const Scene scene = walking_roach();
  PresetSpec preset;
  preset.width = 1280;
  preset.height = 720;
  preset.samples = 64;
  preset.bounces = 4;
  const FrameRenderer renderer(scene.shot, scene.poses, preset);
  for (auto _ : state) benchmark::DoNotOptimize(renderer.render(0));
  const double samples = 1280.0 * 720 * 64 * double(state.iterations());
  state.counters["samples"] = benchmark::Counter(samples, benchmark::Counter::kIsRate);
}
BENCHMARK(frame_1280x720_64_samples)
    ->Iterations(1)
    ->Unit(benchmark::kSecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

// Times the path tracer, and all rays of the same paths traced by Embree alone, which bounds the
// path tracer's speed. Both run on one thread.
struct PathsAndRays {
  Scene scene;
  PresetSpec preset;
  Stage stage;
  Vec3 origin;
  std::unique_ptr<FrameScene> light;
  std::unique_ptr<Camera> camera;

  explicit PathsAndRays(Scene shown = walking_roach())
      : scene(std::move(shown)), preset(small_preset()), stage(scene.shot, scene.poses, preset) {
    const StageView& view = stage.views()[0];
    const std::vector<double> instants = stage.instants(view, scene.poses.frames / 2);
    std::vector<CameraPose> path;
    for (double t : instants) path.push_back(view.pose(stage.poses().fps, t));
    origin = path[0].position;
    camera = std::make_unique<Camera>(path, view.spec.camera.sensor_width, view.width, view.height,
                                      origin);
    light = stage.scene(stage.moving(instants, origin, view, *camera),
                        {instants.front(), instants.back(), Vec3::Zero(), Vec3::Zero()}, origin);
  }
  static PresetSpec small_preset() {
    PresetSpec preset;
    preset.width = 320;
    preset.height = 180;
    preset.samples = 16;
    preset.bounces = 4;
    return preset;
  }
  std::uint64_t trace() {
    ViewPixels pixels(0, 0, preset.width, preset.height);
    tbb::task_arena(1).execute(
        [&] { pixels.sample(*light, *camera, stage.views()[0].shutter, preset, 0, 0, false); });
    return pixels.rays();
  }
};

Scene shipped(const char* name) {
  const ShotSpec shot = load_shot(std::string(GAMBOL_SOURCE_DIR "/scenes/") + name);
  ShotSpec brief = shot;
  brief.film.duration = std::min(0.5, shot.film.duration);
  brief.motion.simulate_until = 0;
  brief.expect.clear();
  return {brief, simulate(brief)};
}

Scene scene_of(const char* name) { return name ? shipped(name) : walking_roach(); }

void rays_of_paths(benchmark::State& state, const char* name) {
  PathsAndRays paths(scene_of(name));
  std::uint64_t rays = 0;
  for (auto _ : state) rays += paths.trace();
  state.counters["rays"] = benchmark::Counter(double(rays), benchmark::Counter::kIsRate);
}

void the_same_rays_by_embree_alone(benchmark::State& state, const char* name) {
  PathsAndRays paths(scene_of(name));
  std::vector<FrameScene::TracedRay> traced;
  paths.light->traced = &traced;
  paths.trace();
  const RTCScene scene = paths.light->figures.embree();
  std::uint64_t rays = 0;
  float sum = 0;
  for (auto _ : state) {
    for (const FrameScene::TracedRay& t : traced) {
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      if (t.shadow) {
        RTCRay ray = embree_ray(t.reach);
        rtcOccluded1(scene, &context, &ray);
        sum += ray.tfar;
      } else {
        RTCRayHit hit;
        hit.ray = embree_ray(t.reach);
        hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene, &context, &hit);
        sum += hit.ray.tfar;
      }
    }
    rays += traced.size();
  }
  benchmark::DoNotOptimize(sum);
  state.counters["rays"] = benchmark::Counter(double(rays), benchmark::Counter::kIsRate);
}

#define RAYS(label, name)                                                       \
  BENCHMARK_CAPTURE(rays_of_paths, label, name)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(the_same_rays_by_embree_alone, label, name)->Unit(benchmark::kMillisecond)
RAYS(insect, nullptr);
RAYS(roach_tripod, "roach/roach_tripod.yaml");
RAYS(roach_terrain, "roach/roach_terrain.yaml");
RAYS(roach_wires, "roach/roach_wires.yaml");
RAYS(poda_biped, "poda/poda_biped.yaml");
RAYS(poda_quadruped, "poda/poda_quadruped.yaml");
RAYS(poda_dance, "poda/poda_dance.yaml");
RAYS(materials, "studies/materials.yaml");
RAYS(cradle, "studies/cradle.yaml");

void renderer_of_a_shot(benchmark::State& state) {
  const Scene scene = walking_roach();
  for (auto _ : state)
    benchmark::DoNotOptimize(FrameRenderer(scene.shot, scene.poses, PresetSpec{}));
}
BENCHMARK(renderer_of_a_shot)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gambol
