#pragma once

// Overlays, which are drawn onto the frames of a film after rendering. Places and sizes are
// fractions of the frame, so that a layout is the same in every preset.

#include <optional>
#include <string>
#include <variant>

#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

enum class Align { left, center, right };
template <>
inline constexpr auto names_of<Align> = named<Align>({
    {"left", Align::left},
    {"center", Align::center},
    {"right", Align::right},
});

// What of a gait is shown: what it commands, or what the feet do.
enum class StepsShown { command, contact };
template <>
inline constexpr auto names_of<StepsShown> = named<StepsShown>({{"command", StepsShown::command},
                                                                {"contact", StepsShown::contact}});

// The stepping pattern of a gait: a row per leg, time to the right.
struct SteppingSpec {
  std::string figure, controller;
  StepsShown shown = StepsShown::command;
  std::optional<double> window;  // last s simulated, scrolling; default: the whole film
  Vec3 step = Vec3(1, 1, 1), stance = Vec3::Zero();
  bool names = true;
};
void fields(Fields& v, SteppingSpec& of);
template <>
inline constexpr std::string_view variant_name<SteppingSpec> = "stepping";

// The oscillators of a gait, connected as they are coupled. Each flashes when it triggers.
struct OscillatorsSpec {
  std::string figure, controller;
  double flash = 0.25;  // s of film in which a flash fades; the trigger itself lasts one tick
  Vec3 lit = Vec3(1, 1, 1), dark = Vec3(0.02, 0.02, 0.02);
  bool names = true;
};
void fields(Fields& v, OscillatorsSpec& of);
template <>
inline constexpr std::string_view variant_name<OscillatorsSpec> = "oscillators";

struct CaptionSpec {
  std::string text;
  Align align = Align::left;
};
void fields(Fields& v, CaptionSpec& of);
template <>
inline constexpr std::string_view variant_name<CaptionSpec> = "caption";

struct ClockSpec {
  bool time = true;    // simulated
  bool rate = true;    // of playback: "1/20 real time"
  bool frame = false;  // counted from 1
  Align align = Align::left;
};
void fields(Fields& v, ClockSpec& of);
template <>
inline constexpr std::string_view variant_name<ClockSpec> = "clock";

// One line by which a reviewer identifies the shot and the frame.
struct BurnInSpec {
  bool shot = true, take = true;
  bool frame = true;     // counted from 1
  bool timecode = true;  // of the film: hours, minutes, seconds and frames
  bool camera = false;   // names of the views, or the lens of the only camera
  bool seed = false;
  Align align = Align::left;
};
void fields(Fields& v, BurnInSpec& of);
template <>
inline constexpr std::string_view variant_name<BurnInSpec> = "burn_in";

// The feet from above: where the ground presses, how strongly, and where the centre of mass is.
struct BalanceSpec {
  std::string figure;
  std::optional<double> span;  // m of ground across the shorter side; default: fits the feet
  double disc = 0.5;           // diameter of the disc for the whole weight, of the shorter side
  Vec3 load = Vec3(1, 0.25, 0.02), pressure = Vec3(0.02, 0.25, 1);
};
void fields(Fields& v, BalanceSpec& of);
template <>
inline constexpr std::string_view variant_name<BalanceSpec> = "balance";

struct OverlaySpec {
  Place place;
  std::string name;          // for shots that change this one
  Vec2 corner = Vec2(0, 0);  // upper left
  Vec2 size = Vec2(1, 1);
  Vec3 color = Vec3(1, 1, 1);        // of text and lines
  std::optional<Vec3> background;    // default: none
  double opacity = 1;                // of the background
  std::optional<Vec3> outline;       // of letters
  double text_size = 0.04;           // of the frame's height
  double from = 0;                   // s of film
  std::optional<double> to;          // s of film, exclusive; default: the end
  double fade_in = 0, fade_out = 0;  // s of film, after `from` and before `to`
  std::variant<SteppingSpec, OscillatorsSpec, CaptionSpec, ClockSpec, BurnInSpec, BalanceSpec> kind;
};
void fields(Fields& v, OverlaySpec& of);

}  // namespace gambol
