#include "live/tracer.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "render/film.h"

namespace gambol {
namespace {

constexpr const char* watch_preset = "watch";

int even(double pixels) { return std::max(2 * static_cast<int>(std::lround(pixels / 2)), 2); }

// As many pixels as the preset has, in the shape of the viewer's window.
PresetSpec shaped(const ShotSpec& shot, const std::optional<FreeCamera>& camera) {
  PresetSpec preset = load_preset(watch_preset);
  if (!camera) return sized(preset, shot);
  preset = sized(preset, FrameSpec());
  const double pixels = double(preset.width) * preset.height;
  preset.width = even(std::sqrt(pixels * camera->aspect));
  preset.height = even(preset.width / camera->aspect);
  return preset;
}

// The page shows what is seen from between the eyes.
ShotSpec with_one_eye(ShotSpec shot) {
  shot.camera.stereo.reset();
  return shot;
}

}  // namespace

ShotSpec seen_by(const FreeCamera& camera, const ShotSpec& shot) {
  ShotSpec seen = shot;
  CameraSpec spec;
  spec.shutter = shot.all_views().front().camera.shutter;
  spec.shutter_curve = shot.all_views().front().camera.shutter_curve;
  spec.position = VecCurve(camera.position);
  spec.target = VecCurve(camera.target);
  spec.focal_length = Curve(spec.sensor_width / (2 * std::tan(camera.angle / 2) * camera.aspect));
  seen.camera = spec;
  seen.views.clear();
  seen.film.frame.pixel_aspect = 1;
  return seen;
}

std::string picture_bytes(const Image8& picture) {
  std::string bytes;
  for (const int size : {picture.width, picture.height})
    for (int k = 0; k < 4; ++k) bytes.push_back(static_cast<char>((size >> (8 * k)) & 0xFF));
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    if (static_cast<int>(i % picture.channels) < 3)
      bytes.push_back(static_cast<char>(picture.pixels[i]));
  return bytes;
}

Tracer::Tracer(Board& board) : board_(board), thread_([this] { run(); }) {}

Tracer::~Tracer() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    give_up_ = true;
    asked_.notify_all();
  }
  thread_.join();
}

void Tracer::play(Played played) {
  const std::lock_guard lock(mutex_);
  played_ = std::move(played);
  next_.reset();
  give_up_ = true;
  gets_ready_at_ = Clock::now() + rest;
  asked_.notify_all();
}

void Tracer::ask(TraceRequest request) {
  const std::lock_guard lock(mutex_);
  next_ = std::move(request);
  give_up_ = true;
  asked_.notify_all();
}

void Tracer::end(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (next_ && (name.empty() || next_->name == name)) next_.reset();
  if (name.empty()) gets_ready_at_.reset();
  if (name.empty() || now_ == name) give_up_ = true;
}

std::optional<Tracer::Work> Tracer::await_work() {
  std::unique_lock lock(mutex_);
  now_.clear();
  while (!ends_) {
    const bool is_asked = next_ && played_.shot;
    if (!is_asked && !gets_ready_at_) {
      asked_.wait(lock);
      continue;
    }
    if (!is_asked && Clock::now() < *gets_ready_at_) {
      asked_.wait_until(lock, *gets_ready_at_);
      continue;
    }
    Work work{{}, played_};
    if (is_asked) work.request.swap(next_);
    if (is_asked) now_ = work.request->name;
    gets_ready_at_.reset();  // a picture gets everything ready
    give_up_ = false;
    return work;
  }
  return {};
}

void Tracer::run() {
  while (const std::optional<Work> work = await_work()) {
    try {
      if (work->request)
        trace(*work->request, work->played);
      else
        get_ready(work->played);
    } catch (const std::exception& error) {  // a look whose pictures are gone, a stop
      renderer_.reset();
      if (work->request) board_.show_picture({work->request->name, 0, true, nullptr, error.what()});
    }
  }
}

void Tracer::require_renderer(const std::optional<FreeCamera>& camera, const Played& played) {
  const bool is_set_up =
      renderer_ && made_of_.shot == played.shot && made_of_.poses == played.poses;
  if (is_set_up && made_for_ == camera) return;
  if (!is_set_up) renderer_.reset();  // before what it is made of
  made_of_ = played;
  made_for_ = camera;
  seen_by_it_ = std::make_shared<const ShotSpec>(camera ? seen_by(*camera, *played.shot)
                                                        : with_one_eye(*played.shot));
  const PresetSpec preset = shaped(*seen_by_it_, camera);
  if (is_set_up) return renderer_->look_through(*seen_by_it_, preset);
  ++set_ups_;
  renderer_ = std::make_unique<FrameRenderer>(*seen_by_it_, *made_of_.poses, preset);
}

// One sample of the first frame loads what is loaded on first use: the pictures of textures, and
// the library that reads them.
void Tracer::get_ready(const Played& played) {
  if (played.poses->frames < 1) return;
  require_renderer({}, played);
  renderer_->refine(
      0, [](const Image&, int) { return false; }, give_up_);
}

void Tracer::trace(const TraceRequest& request, const Played& played) {
  require_renderer(request.camera, played);
  const LookSpec& look = seen_by_it_->look;
  const int frame = std::clamp(request.frame, 0, played.poses->frames - 1);
  TracedPicture picture{request.name, 0, false, nullptr, ""};
  renderer_->refine(
      frame,
      [&](const Image& light, int samples) {
        picture.samples = samples;
        picture.bytes = std::make_shared<const std::string>(
            picture_bytes(tone_map(light, look.exposure, look.tone)));
        board_.show_picture(picture);
        return !give_up_;
      },
      give_up_);
  if (give_up_) return;
  picture.ended = true;
  board_.show_picture(picture);
}

}  // namespace gambol
