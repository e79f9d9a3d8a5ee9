// Checks views and overlays beyond the types of their fields.

#include <fmt/format.h>

#include "schema/names.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double rounding = 1e-9;

void check_box(const Place& owner, const Vec2& corner, const Vec2& size, Findings& findings) {
  if (corner.x() + size.x() > 1 + rounding || corner.y() + size.y() > 1 + rounding)
    findings.report(
        owner, "size",
        fmt::format("{} x {} from [{}, {}]", size.x(), size.y(), corner.x(), corner.y()),
        "a place inside the frame, place + size <= 1 in both directions");
}

// Checks a span of film time, s, in a film of `duration`. Returns whether it begins before it ends.
bool check_span(const Place& owner, double from, const std::optional<double>& until,
                double duration, Findings& findings) {
  const double to = until.value_or(duration);
  if (from < to) return true;
  findings.report(owner, until ? "to" : "from",
                  fmt::format("from {:g} s to {:g} s of film", from, to), "from < to");
  return false;
}

// The moments of the rows must increase from 0 to 1, and at one of them the shutter must be open.
void check_shutter(const CameraSpec& camera, Findings& findings) {
  if (!findings.written(camera.place, "shutter_curve")) return;
  const auto& rows = camera.shutter_curve;
  const auto refuse = [&](const std::string& found, const char* expected) {
    findings.report(camera.place, "shutter_curve", found, expected);
  };
  if (rows.size() < 2) return refuse(fmt::format("{} rows", rows.size()), "at least two");
  bool any = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != 2)
      return refuse(fmt::format("{} numbers in row {}", rows[i].size(), i + 1),
                    "two: the moment, from 0 to 1, and how open the shutter is");
    if (i > 0 && !(rows[i][0] > rows[i - 1][0]))
      return refuse(fmt::format("the moment {:g} after {:g}", rows[i][0], rows[i - 1][0]),
                    "increasing moments");
    any = any || rows[i][1] > 0;
  }
  if (rows.front()[0] != 0 || rows.back()[0] != 1)
    return refuse(fmt::format("moments from {:g} to {:g}", rows.front()[0], rows.back()[0]),
                  "moments from 0, when the shutter begins to open, to 1, when it is closed");
  if (!any) refuse("a shutter that never opens", "a row whose opening is greater than 0");
}

void check_projection(const CameraSpec& camera, Findings& findings);

void check_camera(const ShotSpec& shot, const CameraSpec& camera, const Place& owner,
                  Findings& findings) {
  if (const auto& follow = camera.follow) {
    const CastSpec* cast = check_figure_name(shot, follow->place, follow->figure, findings);
    check_body_name(cast, follow->place, follow->body, findings);
  }
  if (camera.position.is_constant() && camera.target.is_constant() &&
      camera.position.keys[0].value == camera.target.keys[0].value)
    findings.report(owner, "camera", "a camera whose target is its own position",
                    "a target away from its position");
  if (camera.up && camera.up->norm() == 0)
    findings.report(camera.place, "up", "a direction of length 0", "a direction");
  if (camera.up && camera.up->norm() > 0 && camera.position.is_constant() &&
      camera.target.is_constant()) {
    const Vec3 view = camera.target.keys[0].value - camera.position.keys[0].value;
    if (camera.up->cross(view).norm() <= rounding * camera.up->norm() * view.norm())
      findings.report(camera.place, "up", "the direction of view", "another direction");
  }
  check_shutter(camera, findings);
  check_projection(camera, findings);
}

void check_projection(const CameraSpec& camera, Findings& findings) {
  const bool parallel = camera.projection == Projection::orthographic;
  const bool around = camera.projection == Projection::equirectangular;
  if (parallel && !findings.written(camera.place, "view_width"))
    findings.report(camera.place, "projection", "orthographic", "view_width beside it");
  if (!parallel && findings.written(camera.place, "view_width"))
    findings.report(camera.place, "view_width",
                    around ? "an equirectangular camera" : "a perspective camera",
                    around ? "no such key: it sees all directions"
                           : "focal_length, or `projection: orthographic`");
  for (const char* field : {"focal_length", "f_number", "focus", "sensor_width"}) {
    if (!findings.written(camera.place, field)) continue;
    if (parallel && field != std::string("sensor_width"))
      findings.report(camera.place, field, "an orthographic camera",
                      "view_width, which replaces the lens");
    if (around)
      findings.report(camera.place, field, "an equirectangular camera",
                      "no such key: it sees all directions, and has no lens");
  }
  if (camera.stereo && camera.projection != Projection::perspective)
    findings.report(camera.place, "stereo",
                    parallel ? "an orthographic camera" : "an equirectangular camera",
                    "a perspective camera: only its two pictures give depth (stereoscopic "
                    "panoramas are not supported)");
}

// The part of a gait that an overlay shows: the steps, which every gait has, or the flashes of
// oscillators.
enum class Shown { steps, oscillators };

bool is_gait(const ControllerSpec& c, Shown shown) {
  return shown == Shown::steps ? c.kind.commands_steps() : c.kind.oscillates();
}

std::vector<std::string> gaits_of(const CastSpec& cast, Shown shown) {
  std::vector<std::string> names;
  for (const ControllerSpec& c : cast.controllers)
    if (is_gait(c, shown)) names.push_back(c.name);
  return names;
}

const ControllerSpec* check_gait_name(const CastSpec& cast, Shown shown, const Place& owner,
                                      const std::string& controller, Findings& findings) {
  const std::vector<std::string> gaits = gaits_of(cast, shown);
  const std::string wanted = "a skill of " + in_quotes(cast.name) + " of type oscillators" +
                             (shown == Shown::steps ? " or kinematic" : "");
  if (gaits.empty())
    findings.report(owner, controller.empty() ? "type" : "skill",
                    fmt::format("{}, which has no gait", in_quotes(cast.name)), wanted);
  else if (controller.empty())
    findings.report(owner, "skill", "nothing", "this key, as there are several gaits");
  else
    for (const ControllerSpec& c : cast.controllers)
      if (c.name == controller && is_gait(c, shown)) return &c;
  if (!gaits.empty() && !controller.empty())
    report_unknown(findings, owner, "skill", controller, wanted, gaits);
  return nullptr;
}

void check_gait_of(const ShotSpec& shot, const OverlaySpec& overlay, Shown shown,
                   const std::string& figure, const std::string& controller, Findings& findings) {
  const CastSpec* cast = check_figure_name(shot, overlay.place, figure, findings);
  if (!is_loaded(cast)) return;
  if (cast->figure.legs.empty()) {
    findings.report(overlay.place, "type",
                    fmt::format("{}, which has no legs", in_quotes(cast->name)),
                    "a figure with legs");
    return;
  }
  const ControllerSpec* gait = check_gait_name(*cast, shown, overlay.place, controller, findings);
  // A trigger lasts one tick. At a lower track rate, some triggers would not be recorded.
  if (gait && shot.motion.track_rate * gait->tick < 1 - rounding)
    findings.report(shot.place, "track_rate", fmt::format("{} Hz", shot.motion.track_rate),
                    fmt::format("at least {:g} Hz, once per tick of the gait that an overlay shows",
                                1 / gait->tick));
}

void check_overlay(const ShotSpec& shot, const OverlaySpec& overlay, Findings& findings) {
  check_overlay_layout(overlay, shot.film.duration, findings);
  if (const auto* s = std::get_if<SteppingSpec>(&overlay.kind))
    check_gait_of(shot, overlay, Shown::steps, s->figure, s->controller, findings);
  if (const auto* o = std::get_if<OscillatorsSpec>(&overlay.kind))
    check_gait_of(shot, overlay, Shown::oscillators, o->figure, o->controller, findings);
  if (const auto* b = std::get_if<BalanceSpec>(&overlay.kind))
    check_figure_name(shot, overlay.place, b->figure, findings);
  if (const auto* c = std::get_if<ClockSpec>(&overlay.kind))
    if (!c->time && !c->rate && !c->frame)
      findings.report(overlay.place, "type", "a clock that shows nothing",
                      "time, rate or frame to be true");
}

}  // namespace

void check_overlay_layout(const OverlaySpec& overlay, double duration, Findings& findings) {
  check_box(overlay.place, overlay.corner, overlay.size, findings);
  const double to = overlay.to.value_or(duration);
  if (check_span(overlay.place, overlay.from, overlay.to, duration, findings) &&
      overlay.fade_in + overlay.fade_out > to - overlay.from + rounding)
    findings.report(overlay.place, findings.written(overlay.place, "fade") ? "fade" : "fade_out",
                    fmt::format("{:g} s of fades in {:g} s", overlay.fade_in + overlay.fade_out,
                                to - overlay.from),
                    "an overlay that lasts at least as long as its fades");
  if (const auto* b = std::get_if<BurnInSpec>(&overlay.kind))
    if (!b->shot && !b->take && !b->frame && !b->timecode && !b->camera && !b->seed)
      findings.report(overlay.place, "type", "a burn_in that shows nothing",
                      "shot, take, frame, timecode, camera or seed to be true");
}

void complete_overlay(const ShotSpec& shot, OverlaySpec& overlay) {
  const CastSpec* meant = meant_figure(shot.motion.figures);
  if (auto* b = std::get_if<BalanceSpec>(&overlay.kind))
    if (b->figure.empty() && meant) b->figure = meant->name;
  const auto complete = [&](Shown shown, std::string& figure, std::string& controller) {
    if (figure.empty() && meant) figure = meant->name;
    const CastSpec* cast = find_cast(shot, figure);
    if (!cast || !controller.empty()) return;
    const std::vector<std::string> gaits = gaits_of(*cast, shown);
    if (gaits.size() == 1) controller = gaits[0];
  };
  if (auto* s = std::get_if<SteppingSpec>(&overlay.kind))
    complete(Shown::steps, s->figure, s->controller);
  if (auto* o = std::get_if<OscillatorsSpec>(&overlay.kind))
    complete(Shown::oscillators, o->figure, o->controller);
}

void check_views(const ShotSpec& shot, Findings& findings) {
  check_camera(shot, shot.camera, shot.place, findings);
  if (!shot.views.empty() && findings.written(shot.place, "camera"))
    findings.report(shot.place, "views", "camera as well", "one of the two");
  if (shot.views.empty() && findings.written(shot.place, "background"))
    findings.report(shot.place, "background", "no views",
                    "views that leave part of the frame uncovered");
  for (const ViewSpec& view : shot.views) {
    check_camera(shot, view.camera, view.place, findings);
    if (view.camera.stereo)
      findings.report(view.camera.place, "stereo", "a camera of `views`",
                      "`stereo` of the shot's `camera`, whose eyes share the whole frame");
    check_box(view.place, view.corner, view.size, findings);
    check_span(view.place, view.from, view.to, shot.film.duration, findings);
  }
}

void check_overlays(const ShotSpec& shot, Findings& findings) {
  for (const OverlaySpec& overlay : shot.overlays) check_overlay(shot, overlay, findings);
}

}  // namespace gambol
