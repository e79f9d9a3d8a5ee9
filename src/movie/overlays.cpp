#include "movie/overlays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "movie/eyes.h"
#include "movie/overlay_box.h"
#include "poses/channels.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

double anchor_of(Align align) {
  return align == Align::left ? 0 : align == Align::center ? 0.5 : 1;
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
  if (spec.frame) add(fmt::format("frame {}", now.frame + now.shot.film.first_frame));
  return text;
}

// The opacity factor, 0 to 1, of an overlay at `film` s of a film that ends at `end` s.
double presence(const OverlaySpec& overlay, double film, double end) {
  constexpr double rounding = 1e-9;
  if (film < overlay.from - rounding || (overlay.to && film >= *overlay.to - rounding)) return 0;
  const double since = film - overlay.from, left = overlay.to.value_or(end) - film;
  double there = 1;
  if (overlay.fade_in > 0) there = std::min(there, since / overlay.fade_in);
  if (overlay.fade_out > 0) there = std::min(there, left / overlay.fade_out);
  return std::clamp(there, 0.0, 1.0);
}

void thin(Drawing::Mark& mark, double there) {
  struct Thin {
    double there;
    void operator()(Drawing::Box& b) const { b.fill.a *= there; }
    void operator()(Drawing::Disc& d) const { d.fill.a *= there, d.edge.a *= there; }
    void operator()(Drawing::Line& l) const { l.color.a *= there; }
    void operator()(Drawing::Text& t) const { t.color.a *= there, t.outline_color.a *= there; }
  };
  std::visit(Thin{there}, mark);
}

double luminance(const Vec3& linear) { return linear.dot(Vec3(0.2126, 0.7152, 0.0722)); }

OverlayBox box_of(const OverlaySpec& overlay, const Drawing& drawing) {
  OverlaySpec spec = overlay;
  // A burn-in must be readable on any picture, so it gets an outline if it has no background.
  if (std::holds_alternative<BurnInSpec>(spec.kind) && !spec.background && !spec.outline)
    spec.outline = luminance(spec.color) > 0.2 ? Vec3::Zero() : Vec3::Ones();
  return {spec, drawing.width, drawing.height};
}

// `add_kind` draws the content of the overlay's kind.
template <class AddKind>
void add_overlay(const OverlaySpec& overlay, double film, double end, Drawing& drawing,
                 const AddKind& add_kind) {
  const double there = presence(overlay, film, end);
  if (there <= 0) return;
  const std::size_t first = drawing.marks.size();
  const OverlayBox box = box_of(overlay, drawing);
  if (overlay.background)
    drawing.add(Drawing::Box{box.x, box.y, box.width, box.height,
                             shown_color(*overlay.background, overlay.opacity)});
  add_kind(box);
  if (there < 1)
    for (std::size_t i = first; i < drawing.marks.size(); ++i) thin(drawing.marks[i], there);
}

void add_plain(const OverlaySpec& overlay, const BurnInFacts& facts, const OverlayBox& box,
               Drawing& drawing) {
  if (const auto* caption = std::get_if<CaptionSpec>(&overlay.kind))
    add_text(caption->text, caption->align, box, drawing);
  else if (const auto* burn_in = std::get_if<BurnInSpec>(&overlay.kind))
    add_text(burn_in_text(*burn_in, facts), burn_in->align, box, drawing);
}

void add_kind_of(const OverlaySpec& overlay, const OverlayInstant& now, const OverlayBox& box,
                 Drawing& drawing) {
  if (const auto* stepping = std::get_if<SteppingSpec>(&overlay.kind))
    add_stepping(*stepping, overlay.place, now, box, drawing);
  else if (const auto* oscillators = std::get_if<OscillatorsSpec>(&overlay.kind))
    add_oscillators(*oscillators, overlay.place, now, box, drawing);
  else if (const auto* balance = std::get_if<BalanceSpec>(&overlay.kind))
    add_balance(*balance, now, box, drawing);
  else if (const auto* clock = std::get_if<ClockSpec>(&overlay.kind))
    add_text(clock_text(*clock, now), clock->align, box, drawing);
  else
    add_plain(overlay, burn_in_facts(now.shot, now.frame), box, drawing);
}

}  // namespace

void add_text(const std::string& text, Align align, const OverlayBox& box, Drawing& drawing) {
  const double margin = 0.25 * box.em, anchor = anchor_of(align);
  const double x = box.x + margin + anchor * (box.width - 2 * margin);
  double y = box.y + 0.5 * line_height * box.em;
  for (std::size_t begin = 0; begin < text.size(); y += line_height * box.em) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    drawing.add(Drawing::Text{Vec2(x, y), anchor, box.em, box.color,
                              text.substr(begin, end - begin), box.width - 2 * margin, box.outline,
                              box.outline_color});
    begin = end + 1;
  }
}

const Channel& gait_channel(const Poses& poses, const std::string& figure,
                            const std::string& controller, const Place& place) {
  if (const Channel* channel = find_channel(poses, figure, controller)) return *channel;
  throw InputError(
      Problem{place, "overlays",
              fmt::format("poses without a channel {}", channel_name(figure, controller)),
              "poses that were simulated from this shot, whose skill records its outputs"});
}

Drawing overlay_drawing(const ShotSpec& shot, const Poses& poses, int frame, int width,
                        int height) {
  Drawing drawing;
  drawing.pixel_aspect = shot.film.frame.pixel_aspect;
  drawing.width = width * drawing.pixel_aspect, drawing.height = height;
  const OverlayInstant now{shot, poses, frame};
  for (const OverlaySpec& overlay : shot.overlays)
    add_overlay(overlay, now.film(), shot.film.duration, drawing,
                [&](const OverlayBox& box) { add_kind_of(overlay, now, box, drawing); });
  return drawing;
}

void add_plain_overlays(const std::vector<OverlaySpec>& overlays, const BurnInFacts& facts,
                        double film, double end, Drawing& drawing) {
  for (const OverlaySpec& overlay : overlays)
    add_overlay(overlay, film, end, drawing,
                [&](const OverlayBox& box) { add_plain(overlay, facts, box, drawing); });
}

void draw_overlays(const ShotSpec& shot, const Poses& poses, int frame, Image8& picture) {
  if (shot.overlays.empty()) return;
  const EyePlace first = place_of_eye(shot, 0, picture.width, picture.height);
  const Drawing drawing = overlay_drawing(shot, poses, frame, first.width, first.height);
  if (eyes(shot) == 1) return draw(drawing, picture);
  for (int eye = 0; eye < eyes(shot); ++eye) {
    Image8 seen = eye_of(shot, eye, picture);
    draw(drawing, seen);
    const EyePlace at = place_of_eye(shot, eye, picture.width, picture.height);
    paste(seen, at.left, at.top, picture);
  }
}

bool overlays_show_poses(const ShotSpec& shot) {
  return std::any_of(shot.overlays.begin(), shot.overlays.end(), [](const OverlaySpec& overlay) {
    return std::holds_alternative<SteppingSpec>(overlay.kind) ||
           std::holds_alternative<OscillatorsSpec>(overlay.kind) ||
           std::holds_alternative<BalanceSpec>(overlay.kind);
  });
}

std::string overlays_hash(const ShotSpec& shot, const Poses& poses) {
  Hasher hash;
  const auto add = [&](const std::string& figure, const std::string& controller) {
    const Channel* channel = find_channel(poses, figure, controller);
    if (!channel) return;
    for (const std::string& column : channel->columns) hash.add(column);
    for (std::size_t i = 0; i < channel->width(); ++i)
      for (const double value : Column(*channel, i).values()) hash.add(value);
    for (const double time : poses.track_times) hash.add(time);
  };
  for (const OverlaySpec& overlay : shot.overlays) {
    if (const auto* s = std::get_if<SteppingSpec>(&overlay.kind)) add(s->figure, s->controller);
    if (const auto* o = std::get_if<OscillatorsSpec>(&overlay.kind)) add(o->figure, o->controller);
    if (const auto* b = std::get_if<BalanceSpec>(&overlay.kind))
      for (const ChannelKind& shown :
           {channels::ground_force, channels::foot_force, channels::foot_point, channels::com})
        add(b->figure, std::string(shown.name));
    // No other hash covers these names, which burn-ins show.
    if (std::holds_alternative<BurnInSpec>(overlay.kind)) {
      hash.add(shot.name);
      for (const ViewSpec& view : shot.views) hash.add(view.name);
    }
  }
  return hash.hex();
}

}  // namespace gambol
