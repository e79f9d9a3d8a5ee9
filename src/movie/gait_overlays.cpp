// Stepping patterns and oscillators, as in Animations 2 to 4 of McKenna's MS thesis (MIT 1990, seed
// 000, section 5.4).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "figure/legs.h"
#include "movie/overlay_box.h"
#include "poses/channels.h"
#include "poses/footfalls.h"
#include "poses/spans.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

const FigureSpec& figure_of(const ShotSpec& shot, const std::string& name) {
  for (const CastSpec& cast : shot.motion.figures)
    if (cast.name == name) return cast.figure;
  throw std::logic_error("an overlay of an unknown figure");  // check_overlays() prevents this
}

// Simulated time from left to right.
struct TimeAxis {
  double from, to;  // s
  double x, width;  // px
  double at(double t) const { return x + width * (t - from) / (to - from); }
};

void add_time_axis(const TimeAxis& axis, const OverlayBox& box, double y, Drawing& drawing) {
  const double tick = tick_distance(axis.to - axis.from, 5);
  for (double n = std::ceil(axis.from / tick - 1e-9); n * tick <= axis.to + 1e-9; ++n) {
    const double x = axis.at(n * tick);
    drawing.add(Drawing::Box{x - 0.5 * box.hairline, y, box.hairline, 0.3 * box.em, box.color});
    // Near an end of the axis, a number would overlap what is beside the pattern.
    if (x > axis.x - 0.5 * box.em && x < axis.x + axis.width - box.em)
      drawing.add(Drawing::Text{Vec2(x, y + 0.9 * box.em), 0.5, 0.8 * box.em, box.color,
                                tick_text(n * tick, tick) + " s"});
  }
}

}  // namespace

void add_stepping(const SteppingSpec& spec, const Place& place, const OverlayInstant& now,
                  const OverlayBox& box, Drawing& drawing) {
  const Channel& channel = gait_channel(now.poses, spec.figure, spec.controller, place);
  const std::vector<LegSpec> legs = legs_in_rows(figure_of(now.shot, spec.figure));
  const double begin = now.poses.track_times.front(), end = now.poses.sample_times.back();
  const double names = spec.names ? 2 * box.em : 0, below = 1.4 * box.em;
  const double t = now.simulated();
  // A window fills from its left and then scrolls. Its pattern ends at the present time.
  const double first =
      spec.window ? std::max(t - *spec.window, begin) : now.poses.sample_times.front();
  const TimeAxis axis{first, spec.window ? first + *spec.window : end, box.x + names,
                      box.width - names};
  const double shown = spec.window ? t : end;
  const double pitch = (box.height - below) / double(legs.size()), row = 0.8 * pitch;
  const Color step = shown_color(spec.step), stance = shown_color(spec.stance);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const double y = box.y + double(i) * pitch + 0.5 * (pitch - row);
    const auto add = [&](double from, double to, const Color& color) {
      const double a = axis.at(std::clamp(from, axis.from, shown));
      const double b = axis.at(std::clamp(to, axis.from, shown));
      if (b > a) drawing.add(Drawing::Box{a, y, b - a, row, color});
    };
    if (spec.names)
      drawing.add(Drawing::Text{Vec2(box.x + 0.25 * box.em, y + 0.5 * row), 0, box.em, box.color,
                                short_name(legs[i]), names});
    add(begin, shown, spec.shown == StepsShown::contact ? step : stance);
    const std::string& leg = legs[i].name;
    const bool real = spec.shown == StepsShown::contact;
    // Contact is drawn over a background of steps, commanded steps over one of stance.
    for (const TimeSpan& s : real
                                 ? spans_of(now.poses, bearing(now.poses, spec.figure, leg))
                                 : spans_of(now.poses, find_column(channel, outputs::step.of(leg))))
      add(s.from, s.to, real ? stance : step);
  }
  const double bottom = box.y + box.height - below;
  add_time_axis(axis, box, bottom, drawing);
  const double cursor = 2 * box.hairline;
  drawing.add(Drawing::Box{std::min(axis.at(t), axis.x + axis.width - 0.5 * cursor) - 0.5 * cursor,
                           box.y, cursor, box.height - below, box.color});
}

void add_oscillators(const OscillatorsSpec& spec, const Place& place, const OverlayInstant& now,
                     const OverlayBox& box, Drawing& drawing) {
  const Channel& channel = gait_channel(now.poses, spec.figure, spec.controller, place);
  const std::vector<LegSpec> legs = legs_in_rows(figure_of(now.shot, spec.figure));
  int rows = 0;
  for (const LegSpec& leg : legs) rows = std::max(rows, leg.row + 1);
  const double pitch = std::min(box.height / rows, 0.5 * box.width);
  const double apart = std::min(1.6 * pitch, 0.5 * box.width), radius = 0.33 * pitch;
  const auto center = [&](const LegSpec& leg) {
    const double side = -0.5 * outward(leg.side);
    return Vec2(box.x + 0.5 * box.width + side * apart,
                box.y + 0.5 * box.height + (leg.row - 0.5 * (rows - 1)) * pitch);
  };
  // Lines between opposite legs, and between neighbours along a side (seed 000 section 3.2).
  for (const LegSpec& a : legs)
    for (const LegSpec& b : legs) {
      const bool across = a.row == b.row && a.side == Side::left && b.side == Side::right;
      const bool along = a.side == b.side && b.row == a.row + 1;
      if (across || along)
        drawing.add(Drawing::Line{{center(a), center(b)}, 2 * box.hairline, box.color});
    }
  const Color lit = shown_color(spec.lit), dark = shown_color(spec.dark);
  const double t = now.simulated(), film = now.film();
  const double begins =
      now.poses.sample_times.front() - 1e-9;  // flashes of a preroll have gone out
  for (const LegSpec& leg : legs) {
    double glow = 0;
    for (const TimeSpan& s : spans_of(now.poses, find_column(channel, outputs::flash.of(leg.name))))
      if (s.from <= t + 1e-9 && s.from >= begins)
        glow = 1 - (film - film_time_of(now.poses, s.from)) / spec.flash;
    glow = std::clamp(glow, 0.0, 1.0);
    drawing.add(
        Drawing::Disc{center(leg), radius, blend(dark, lit, glow), box.color, 1.5 * box.hairline});
    if (!spec.names) continue;
    const bool left = leg.side == Side::left;
    const Vec2 beside((left ? -1 : 1) * (radius + 0.4 * box.em), 0);
    drawing.add(
        Drawing::Text{center(leg) + beside, left ? 1.0 : 0.0, box.em, box.color, short_name(leg)});
  }
}

}  // namespace gambol
