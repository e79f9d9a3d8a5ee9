#include "render/frame_renderer.h"

#include <chrono>

#include "render/denoise.h"
#include "render/layers.h"
#include "render/reconstruct.h"
#include "render/stage.h"
#include "shot/shot_spec.h"

namespace gambol {

class Stopwatch {
 public:
  double lap() {  // s since the last lap
    const auto now = std::chrono::steady_clock::now();
    const double gone = std::chrono::duration<double>(now - begun_).count();
    begun_ = now;
    return gone;
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

struct FrameRenderer::Impl {
  Impl(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset, int texture_cache)
      : stage(shot, poses, preset, texture_cache),
        preset(preset),
        exposure(shot.look.exposure),
        background(shot.background) {
    setting_up = watch.lap();
  }

  // A view of a frame, ready to be sampled.
  struct Sight {
    const StageView& view;
    Vec3 origin;
    Camera camera;
    std::unique_ptr<FrameScene> scene;
    ViewPixels pixels;
  };

  RenderedFrame blank() const;
  ViewPixels blank_pixels(const StageView& view) const {
    return {view.left, view.top, std::min(view.width, preset.width - view.left),
            std::min(view.height, preset.height - view.top)};
  }
  Sight sight(const StageView& view, int index) const;
  void add_view(const StageView& view, int index, RenderedFrame& frame, Layers* layers) const;
  void add_layers(const StageView& view, int index, const FrameScene& scene, const Camera& camera,
                  const Vec3& origin, const ViewPixels& pixels, Layers& layers) const;
  void fill(const StageView& view, const FrameScene& scene, const Camera& camera, int index,
            ViewPixels& pixels, RenderedFrame& frame, bool with_mattes) const;
  void develop(const StageView& view, const ViewPixels& pixels, bool denoise, Image& picture) const;
  CameraPose strobe_camera(const StageView& view, const std::vector<int>& frames) const;

  Stopwatch watch;
  double setting_up = 0;
  Stage stage;
  PresetSpec preset;
  double exposure;
  Float3 background;
};

RenderedFrame FrameRenderer::Impl::blank() const {
  RenderedFrame frame;
  Image& image = frame.light;
  image = {preset.width, preset.height, 4, {}};
  image.pixels.reserve(std::size_t(4) * preset.width * preset.height);
  for (int i = 0; i < preset.width * preset.height; ++i)
    image.pixels.insert(image.pixels.end(), {background.x, background.y, background.z, 1.0f});
  frame.stats.shot = setting_up;
  frame.stats.frames = 1;
  return frame;
}

void FrameRenderer::Impl::develop(const StageView& view, const ViewPixels& pixels, bool denoise,
                                  Image& picture) const {
  std::vector<PixelPlane> light = denoise ? denoised(pixels) : means(pixels);
  light.push_back(planes_of<1>(
      pixels, [](const PixelSums& s, float* to) { to[0] = s.covered / float(s.samples); })[0]);
  reconstruct(light);
  for (int y = 0; y < pixels.height(); ++y)
    for (int x = 0; x < pixels.width(); ++x) {
      float* out = &picture.pixels[4 * (std::size_t(view.top + y) * preset.width + view.left + x)];
      for (int k = 0; k < 4; ++k) out[k] = light[k].at(x, y);
    }
}

void FrameRenderer::Impl::fill(const StageView& view, const FrameScene& scene, const Camera& camera,
                               int index, ViewPixels& pixels, RenderedFrame& frame,
                               bool with_mattes) const {
  Stopwatch watch;
  pixels.sample(scene, camera, view.shutter, preset, exposure, index, with_mattes);
  frame.stats.light += watch.lap();
  frame.stats.rays += pixels.rays();
  frame.stats.samples += pixels.samples();
  develop(view, pixels, preset.denoise, frame.light);
  frame.stats.finish += watch.lap();
}

void FrameRenderer::Impl::add_layers(const StageView& view, int index, const FrameScene& scene,
                                     const Camera& camera, const Vec3& origin,
                                     const ViewPixels& pixels, Layers& layers) const {
  const Poses& poses = stage.poses();
  const double last = std::max(index - 1, 0), next = std::min(index + 1, poses.frames);
  const auto camera_then = [&](double frame) {
    return view.camera({view.pose(poses.fps, frame)}, origin);
  };
  std::vector<PosedSkin::Bent> skins[2];  // a frame before and after
  for (const PosedSkin& skin : stage.figures().skins()) {
    skins[0].push_back(skin.at(poses, last, origin));
    skins[1].push_back(skin.at(poses, next, origin));
  }
  const auto moved = [&](const FirstHit& hit, int k) {
    if (hit.instance == FirstHit::no_instance) return hit.p;
    const MovingFigures::Shown shown = scene.figures.shown(hit.instance);
    const SurfaceHit& on = hit.surface;
    if (shown.is_skin) {
      const auto& t = stage.figures().skins()[shown.number].parts()[on.part].triangles[on.triangle];
      const auto& p = skins[k > 0][shown.number].positions[on.part];
      return p[t[0]] * (1 - on.u - on.v) + p[t[1]] * on.u + p[t[2]] * on.v;
    }
    const Vec3 p = Vec3(hit.p.x, hit.p.y, hit.p.z) + origin;
    const Transform then = stage.pose(shown.number, k < 0 ? last : next);
    return Float3(Vec3(then * (stage.pose(shown.number, index).inverse() * p) - origin));
  };
  layers.add_means(
      pixels, view.left, view.top,
      [&](std::uint32_t instance) { return stage.name_of(scene.figures, instance); },
      stage.material_names());
  layers.add_centers(view.left, view.top, pixels.width(), pixels.height(), scene, camera,
                     camera_then(last), camera_then(next), moved);
}

FrameRenderer::Impl::Sight FrameRenderer::Impl::sight(const StageView& view, int index) const {
  const std::vector<double> instants = stage.instants(view, index);
  std::vector<CameraPose> path;
  for (double t : instants) path.push_back(view.pose(stage.poses().fps, t));
  const Vec3 origin = path[0].position;
  const Stage::Ride ride{instants.front(), instants.back(), view.follow.at(instants.front()),
                         view.follow.at(instants.back())};
  const Camera camera = view.camera(path, origin);
  auto scene = stage.scene(stage.moving(instants, origin, view, camera), ride, origin);
  scene->sparks = stage.sparks(view, {double(index)}, instants.back() - index, origin, camera);
  return {view, origin, camera, std::move(scene), blank_pixels(view)};
}

void FrameRenderer::Impl::add_view(const StageView& view, int index, RenderedFrame& frame,
                                   Layers* layers) const {
  Stopwatch watch;
  Sight seen = sight(view, index);
  frame.stats.set_up += watch.lap();
  fill(view, *seen.scene, seen.camera, index, seen.pixels, frame, layers != nullptr);
  watch.lap();
  if (layers) add_layers(view, index, *seen.scene, seen.camera, seen.origin, seen.pixels, *layers);
  frame.stats.finish += watch.lap();
}

CameraPose FrameRenderer::Impl::strobe_camera(const StageView& view,
                                              const std::vector<int>& frames) const {
  CameraPose camera = view.pose(stage.poses().fps, frames.front());
  camera.position = camera.target = Vec3::Zero();
  std::vector<Vec3> extremes;
  for (int frame : frames) {
    const CameraPose at = view.pose(stage.poses().fps, frame);
    camera.position += at.position / double(frames.size());
    camera.target += at.target / double(frames.size());
    stage.add_extremes(frame, extremes);
  }
  return stepped_back(camera, view.spec.camera.sensor_width,
                      double(view.height) / view.width / view.pixel_aspect, extremes);
}

FrameRenderer::FrameRenderer(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                             int texture_cache)
    : impl_(std::make_unique<Impl>(shot, poses, preset, texture_cache)) {}

FrameRenderer::~FrameRenderer() = default;

void FrameRenderer::look_through(const ShotSpec& shot, const PresetSpec& preset) {
  impl_->stage.look_through(shot, preset);
  impl_->preset = preset;
}

RenderedFrame FrameRenderer::frame(int index, bool with_layers) const {
  const Impl& r = *impl_;
  RenderedFrame frame = r.blank();
  std::unique_ptr<Layers> layers;
  if (with_layers) layers = std::make_unique<Layers>(r.preset.width, r.preset.height);
  for (const StageView& view : r.stage.views())
    if (view.spec.is_on(index / r.stage.poses().fps)) r.add_view(view, index, frame, layers.get());
  r.stage.require_no_error();
  if (layers) {
    frame.layers = layers->channels();
    frame.metadata = layers->metadata();
  }
  return frame;
}

void FrameRenderer::refine(int index, const std::function<bool(const Image&, int)>& show,
                           const std::atomic<bool>& give_up) const {
  const Impl& r = *impl_;
  RenderedFrame frame = r.blank();
  std::vector<Impl::Sight> seen;
  for (const StageView& view : r.stage.views())
    if (view.spec.is_on(index / r.stage.poses().fps)) seen.push_back(r.sight(view, index));
  for (int from = 0, to = 1; from < r.preset.samples;
       from = to, to = std::min(2 * to, r.preset.samples)) {
    for (Impl::Sight& s : seen)
      s.pixels.sample_part(*s.scene, s.camera, s.view.shutter, r.preset, index, from, to, give_up);
    if (give_up) return;  // pixels lack samples
    // The denoiser compares two halves of the samples.
    for (const Impl::Sight& s : seen)
      r.develop(s.view, s.pixels, r.preset.denoise && to > 1, frame.light);
    r.stage.require_no_error();
    if (!show(frame.light, to)) return;
  }
}

Image FrameRenderer::strobe(const std::vector<int>& frames) const {
  const Impl& r = *impl_;
  RenderedFrame frame = r.blank();
  const std::vector<double> instants(frames.begin(), frames.end());
  for (const StageView& view : r.stage.views()) {
    if (!view.spec.is_on(frames.front() / r.stage.poses().fps)) continue;
    const CameraPose pose = r.strobe_camera(view, frames);
    const Vec3 origin = pose.position;
    Vec3 middle = Vec3::Zero();
    for (double frame : instants) middle += view.follow.at(frame) / double(instants.size());
    const Camera camera = view.camera({pose}, origin);
    const auto scene = r.stage.scene(r.stage.at_each(instants, origin, view, camera),
                                     {instants.front(), instants.front(), middle, middle}, origin);
    scene->sparks = r.stage.sparks(view, instants, 0, origin, camera);
    ViewPixels pixels = r.blank_pixels(view);
    r.fill(view, *scene, camera, frames.front(), pixels, frame, false);
  }
  r.stage.require_no_error();
  return frame.light;
}

}  // namespace gambol
