// What a shot file must satisfy beyond its fields' types.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "shot/check_names.h"
#include "shot/names.h"
#include "shot/reading.h"
#include "shot/values.h"

namespace gambol {
namespace {

void check_times(const ShotSpec& shot, Findings& findings) {
  constexpr double rounding = 1e-9;
  const double end = shot.simulated_time(shot.film.duration);
  if (shot.motion.simulate_until < end - rounding)
    findings.report(shot.place, "simulate_until", fmt::format("{} s", shot.motion.simulate_until),
                    fmt::format("at least the end of the film, {} s", end));
  constexpr double most_frames = 1e6;
  if (shot.film.duration * shot.film.fps > most_frames)
    findings.report(shot.place, "film",
                    fmt::format("{:.0f} frames", shot.film.duration * shot.film.fps),
                    "at most a million");
  if (shot.motion.integrator.min_step > shot.motion.integrator.max_step)
    findings.report(shot.motion.integrator.place, "min_step",
                    fmt::format("{} s", shot.motion.integrator.min_step),
                    fmt::format("at most max_step, {} s", shot.motion.integrator.max_step));
}

void check_materials(const ShotSpec& shot, Findings& findings) {
  // A look that could not be read names nothing, and is reported already.
  if (shot.look.materials.empty() && !shot.look.file.empty()) return;
  const std::vector<std::string> known = names_in(shot.look.materials);
  std::set<std::string> reported;
  const auto check = [&](const Place& owner, const std::string& name) {
    if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return;
    if (reported.insert(name).second)
      report_unknown(findings, owner, "material", name, "a material of the look", known);
  };
  for (const CastSpec& cast : shot.motion.figures) {
    check(cast.figure.place, cast.figure.material);
    for (const BodySpec& body : cast.figure.bodies) {
      check(body.place, body.material);
      for (const ShapeSpec& shape : body.visible) check(shape.place, shape.material);
    }
  }
}

void complete_controller(ControllerSpec& c, const Findings& findings) {
  if (c.name.empty())
    c.name = std::visit(
        [](const auto& kind) { return std::string(variant_name<std::decay_t<decltype(kind)>>); },
        c.kind);
  auto* gait = std::get_if<OscillatorGaitSpec>(&c.kind);
  if (!gait || !gait->metabolism) return;
  if (!findings.written(c.place, "step_time")) gait->step_time = *gait->metabolism;
  if (!findings.written(c.place, "delay")) gait->delay = *gait->metabolism;
}

}  // namespace

void complete_shot(ShotSpec& shot, const Findings& findings) {
  const bool single = shot.motion.figures.size() == 1;
  const auto only = [&](std::string& figure) {
    if (single && figure.empty()) figure = shot.motion.figures[0].name;
  };
  for (CastSpec& cast : shot.motion.figures)
    for (ControllerSpec& c : cast.controllers) complete_controller(c, findings);
  for (CueSpec& cue : shot.motion.cues)
    if (cue.push) only(cue.push->figure);
  if (shot.camera.follow) only(shot.camera.follow->figure);
  for (ViewSpec& view : shot.views)
    if (view.camera.follow) only(view.camera.follow->figure);
  for (OverlaySpec& overlay : shot.overlays) complete_overlay(shot, overlay);
  for (ExpectSpec& e : shot.expect) {
    only(e.figure);
    for (const char* field : {"min", "max", "reference"}) {
      const Written* at = findings.written(e.place, field);
      if (at && at->dimension && !e.dimension) e.dimension = at->dimension;
    }
  }
  if (!findings.written(shot.place, "simulate_until"))
    shot.motion.simulate_until = shot.simulated_time(shot.film.duration);
}

void check_shot(const ShotSpec& shot, Findings& findings) {
  check_cast(shot, findings);
  check_cues(shot, findings);
  check_times(shot, findings);
  check_world(shot, findings);
  check_expectations(shot, findings);
  check_views(shot, findings);
  check_overlays(shot, findings);
  check_look(shot.look, findings);
  check_materials(shot, findings);
}

}  // namespace gambol
