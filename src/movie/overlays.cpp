#include "movie/overlays.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "movie/overlay_box.h"

namespace gambol {
namespace {

double anchor_of(Align align) {
  return align == Align::left ? 0 : align == Align::center ? 0.5 : 1;
}

// Lines from the top of the box, a quarter of an em from its sides.
void add_text(const std::string& text, Align align, const OverlayBox& box, Drawing& drawing) {
  const double margin = 0.25 * box.em, anchor = anchor_of(align);
  const double x = box.x + margin + anchor * (box.width - 2 * margin);
  double y = box.y + 0.5 * line_height * box.em;
  for (std::size_t begin = 0; begin < text.size(); y += line_height * box.em) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    drawing.add(Drawing::Text{Vec2(x, y), anchor, box.em, box.color,
                              text.substr(begin, end - begin), box.width - 2 * margin});
    begin = end + 1;
  }
}

std::string rate_text(double rate) {
  const auto whole = [](double x) { return std::abs(x - std::round(x)) < 0.005 * x; };
  if (whole(1 / rate) && rate < 1) return fmt::format("1/{:.0f} real time", 1 / rate);
  if (std::abs(rate - 1) < 0.005) return "real time";
  return fmt::format("{:.3g} × real time", rate);
}

std::string clock_text(const ClockSpec& spec, const OverlayInstant& now) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "   ") + part; };
  if (spec.time) add(fmt::format("{:.3f} s", now.simulated()));
  if (spec.rate) add(rate_text(now.shot.film.playback.at(now.film())));
  if (spec.frame) add(fmt::format("frame {}", now.frame + 1));
  return text;
}

void add_overlay(const OverlaySpec& overlay, const OverlayInstant& now, int width, int height,
                 Drawing& drawing) {
  const OverlayBox box(overlay, width, height);
  if (overlay.background)
    drawing.add(Drawing::Box{box.x, box.y, box.width, box.height,
                             shown_color(*overlay.background, overlay.opacity)});
  if (const auto* stepping = std::get_if<SteppingSpec>(&overlay.kind))
    add_stepping(*stepping, overlay.place, now, box, drawing);
  else if (const auto* oscillators = std::get_if<OscillatorsSpec>(&overlay.kind))
    add_oscillators(*oscillators, overlay.place, now, box, drawing);
  else if (const auto* caption = std::get_if<CaptionSpec>(&overlay.kind))
    add_text(caption->text, caption->align, box, drawing);
  else if (const auto* clock = std::get_if<ClockSpec>(&overlay.kind))
    add_text(clock_text(*clock, now), clock->align, box, drawing);
}

}  // namespace

const Channel& gait_channel(const Poses& poses, const std::string& figure,
                            const std::string& controller, const Place& place) {
  const std::string name = figure + "/" + controller;
  if (const Channel* channel = poses.channel(name)) return *channel;
  throw InputError(
      Problem{place, "overlays", fmt::format("poses without a channel {}", name),
              "poses that were simulated from this shot, whose controller says what it does"});
}

Drawing overlay_drawing(const ShotSpec& shot, const Poses& poses, int frame, int width,
                        int height) {
  Drawing drawing;
  drawing.width = width, drawing.height = height;
  const OverlayInstant now{shot, poses, frame};
  constexpr double rounding = 1e-9;
  for (const OverlaySpec& overlay : shot.overlays)
    if (now.film() >= overlay.from - rounding &&
        (!overlay.to || now.film() < *overlay.to - rounding))
      add_overlay(overlay, now, width, height, drawing);
  return drawing;
}

void draw_overlays(const ShotSpec& shot, const Poses& poses, int frame, Image8& picture) {
  if (shot.overlays.empty()) return;
  draw(overlay_drawing(shot, poses, frame, picture.width, picture.height), picture);
}

std::string overlays_hash(const ShotSpec& shot, const Poses& poses) {
  Hasher hash;
  const auto add = [&](const std::string& figure, const std::string& controller) {
    const Channel* channel = poses.channel(figure + "/" + controller);
    if (!channel) return;
    for (const std::string& column : channel->columns) hash.add(column);
    for (const double value : channel->values) hash.add(value);
    for (const double time : poses.track_times) hash.add(time);
  };
  for (const OverlaySpec& overlay : shot.overlays) {
    if (const auto* s = std::get_if<SteppingSpec>(&overlay.kind)) add(s->figure, s->controller);
    if (const auto* o = std::get_if<OscillatorsSpec>(&overlay.kind)) add(o->figure, o->controller);
  }
  return hash.hex();
}

}  // namespace gambol
