#include "movie/burn_in.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shot/shot_spec.h"

namespace gambol {
namespace {

std::string lens_of(const CameraSpec& camera, double film) {
  if (camera.projection == Projection::equirectangular) return "360 deg";
  return camera.projection == Projection::orthographic
             ? fmt::format("{:.3g} mm wide", 1e3 * camera.view_width.at(film))
             : fmt::format("{:.3g} mm", 1e3 * camera.focal_length.at(film));
}

std::string camera_text(const ShotSpec& shot, double film) {
  if (shot.views.empty()) return lens_of(shot.camera, film);
  std::string text;
  for (std::size_t i = 0; i < shot.views.size(); ++i) {
    if (!shot.views[i].is_on(film)) continue;
    const std::string& name = shot.views[i].name;
    text += (text.empty() ? "" : " + ") + (name.empty() ? fmt::format("view {}", i + 1) : name);
  }
  return text;
}

std::string time_code(int frame, double fps) {
  const int base = std::max(1, static_cast<int>(std::ceil(fps - 1e-9)));
  const int seconds = frame / base;
  return fmt::format("{:02}:{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60,
                     frame % base);
}

}  // namespace

BurnInFacts burn_in_facts(const ShotSpec& shot, int frame) {
  const std::size_t at = shot.name.find('@');
  return {.shot = shot.name.substr(0, at),
          .take = at == shot.name.npos ? "" : shot.name.substr(at + 1),
          .frame = frame + shot.film.first_frame - 1,
          .fps = shot.film.fps,
          .camera = camera_text(shot, frame / shot.film.fps),
          .seed = shot.motion.seed};
}

std::string burn_in_text(const BurnInSpec& spec, const BurnInFacts& facts) {
  std::string text;
  const auto add = [&](bool shown, const std::string& part) {
    if (shown && !part.empty()) text += (text.empty() ? "" : "   ") + part;
  };
  add(spec.shot, facts.shot);
  add(spec.take, facts.take.empty() ? "" : "@" + facts.take);
  add(spec.frame, fmt::format("{:04}", facts.frame + 1));
  add(spec.timecode, time_code(facts.frame, facts.fps));
  add(spec.camera, facts.camera);
  add(spec.seed, fmt::format("seed {}", facts.seed));
  return text;
}

}  // namespace gambol
