#pragma once

// The data that all kinds of overlays share: their rectangle on the picture, and the instant.

#include "image/drawing.h"
#include "poses/poses.h"
#include "shot/overlay_spec.h"

namespace gambol {

struct ShotSpec;

inline constexpr double line_height = 1.2;     // ems, of a line of text
inline constexpr double outline_width = 0.09;  // ems: visible on any picture, keeps letters open

struct OverlayBox {
  double x, y, width, height;  // px
  double em;                   // px: font size
  double hairline;             // px: width of thin lines
  Color color;
  double outline = 0;  // px, of letters
  Color outline_color = {};

  OverlayBox(const OverlaySpec& spec, double width, double height)
      : x(spec.corner.x() * width),
        y(spec.corner.y() * height),
        width(spec.size.x() * width),
        height(spec.size.y() * height),
        em(spec.text_size * height / line_height),
        hairline(0.0025 * height),
        color(shown_color(spec.color)) {
    if (!spec.outline) return;
    outline = outline_width * em;
    outline_color = shown_color(*spec.outline);
  }
};

struct OverlayInstant {
  const ShotSpec& shot;
  const Poses& poses;
  int frame;  // from 0

  double film() const { return frame / poses.fps; }  // s
  double simulated() const {
    return poses.sample_times[std::size_t(frame) * poses.samples_per_frame];
  }
};

// Adds lines of text, from the top of the box, a quarter of an em from its sides.
void add_text(const std::string& text, Align align, const OverlayBox& box, Drawing& drawing);

// The recorded outputs of a controller. Throws InputError at
// `place` if the poses have none.
const Channel& gait_channel(const Poses& poses, const std::string& figure,
                            const std::string& controller, const Place& place);

void add_stepping(const SteppingSpec& spec, const Place& place, const OverlayInstant& now,
                  const OverlayBox& box, Drawing& drawing);
void add_oscillators(const OscillatorsSpec& spec, const Place& place, const OverlayInstant& now,
                     const OverlayBox& box, Drawing& drawing);
void add_balance(const BalanceSpec& spec, const OverlayInstant& now, const OverlayBox& box,
                 Drawing& drawing);

}  // namespace gambol
