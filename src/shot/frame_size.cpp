#include <fmt/format.h>

#include <cmath>

#include "shot/frame_spec.h"
#include "shot/reading.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

double even(double pixels) { return std::max(2 * std::round(pixels / 2), 2.0); }

// The largest rectangle of that width over height inside the box.
Vec2 fitted(const Vec2& box, double shape) {
  return {std::min(box.x(), box.y() * shape), std::min(box.y(), box.x() / shape)};
}

PresetSpec with_size(PresetSpec preset, double width, double height) {
  if (std::max(width, height) > most_frame_side)
    throw InputError(Problem{preset.place, "preset", fmt::format("{} x {} pixels", width, height),
                             fmt::format("frames of at most {} pixels a side", most_frame_side)});
  preset.width = int(width), preset.height = int(height);
  preset.scale.reset();
  return preset;
}

}  // namespace

void check_frame(const FrameSpec& frame, const Place& owner, Findings& findings) {
  if (!frame.resolution) return;
  const Vec2& size = *frame.resolution;
  for (const double side : {size.x(), size.y()})
    if (side != 2 * std::round(side / 2)) {
      findings.report(owner, "resolution", fmt::format("[{:g}, {:g}]", size.x(), size.y()),
                      "even numbers of pixels, as films need");
      return;
    }
}

PresetSpec sized(PresetSpec preset, const FrameSpec& frame) {
  if (!preset.scale && !frame.resolution && !frame.aspect) return preset;
  const Vec2 full = frame.resolution.value_or(Vec2(usual_width, usual_height));
  const Vec2 box = preset.scale ? Vec2(*preset.scale * full) : Vec2(preset.width, preset.height);
  const double shape = frame.aspect ? *frame.aspect / frame.pixel_aspect : full.x() / full.y();
  const Vec2 size = fitted(box, shape);
  return with_size(std::move(preset), even(size.x()), even(size.y()));
}

PresetSpec sized(PresetSpec given, const ShotSpec& shot) {
  const PresetSpec eye = sized(std::move(given), shot.film.frame);
  if (!shot.camera.stereo || !shot.views.empty()) return eye;
  const bool above = shot.camera.stereo->layout == StereoLayout::top_bottom;
  return with_size(eye, eye.width * (above ? 1 : 2), eye.height * (above ? 2 : 1));
}

}  // namespace gambol
