#pragma once

// Every field of an overlay. See shot/field.h.

#include "shot/field.h"
#include "shot/names.h"
#include "shot/overlay_spec.h"

namespace gambol {

template <class V>
void gait_fields(V& v, std::string& figure, std::string& controller) {
  v.field("figure", figure, {.help = "the only one if not given"});
  v.field("controller", controller, {.help = "its gait; the only one if not given"});
}

template <class V>
void fields(V& v, SteppingSpec& s) {
  gait_fields(v, s.figure, s.controller);
  v.field("window", s.window,
          {.help = "simulated time that is shown up to now, scrolling; else the whole film, with a "
                   "cursor",
           .dim = dim::time,
           .positive = true});
  v.field("step", s.step, {.help = "colour of a step", .min = 0, .max = 1, .color = true});
  v.field("stance", s.stance, {.help = "colour of stance", .min = 0, .max = 1, .color = true});
  v.field("names", s.names, {.help = "whether rows are named: L1 is the foremost left leg"});
}

template <class V>
void fields(V& v, OscillatorsSpec& o) {
  gait_fields(v, o.figure, o.controller);
  v.field("flash", o.flash,
          {.help = "how long a flash takes to die away, in film time",
           .dim = dim::time,
           .positive = true,
           .film_time = true});
  v.field("lit", o.lit, {.help = "colour as it triggers", .min = 0, .max = 1, .color = true});
  v.field("dark", o.dark, {.help = "colour otherwise", .min = 0, .max = 1, .color = true});
  v.field("names", o.names, {.help = "whether they are named: L1 is the foremost left leg's"});
}

template <class V>
void fields(V& v, CaptionSpec& c) {
  v.field("text", c.text, {.help = "one line or several", .required = true});
  v.field("align", c.align, {.help = "within its width"});
}

template <class V>
void fields(V& v, ClockSpec& c) {
  v.field("time", c.time, {.help = "whether it shows simulated time"});
  v.field("rate", c.rate, {.help = "whether it shows the playback, e.g. 1/20 real time"});
  v.field("frame", c.frame, {.help = "whether it shows the frame's number, from 1"});
  v.field("align", c.align, {.help = "within its width"});
}

template <class V>
void fields(V& v, BurnInSpec& b) {
  v.field("shot", b.shot, {.help = "whether it shows the shot's name"});
  v.field("take", b.take, {.help = "whether it shows the take's, if it is one"});
  v.field("frame", b.frame, {.help = "whether it shows the frame's number, from 1"});
  v.field("timecode", b.timecode,
          {.help = "whether it shows film time, in hours, minutes, seconds and frames"});
  v.field("camera", b.camera,
          {.help = "whether it shows the names of the views, or the only camera's lens"});
  v.field("seed", b.seed, {.help = "whether it shows the motion's seed"});
  v.field("align", b.align, {.help = "within its width"});
}

inline Field fade_span(const char* help) {
  return {.help = help, .dim = dim::time, .min = 0, .film_time = true};
}

template <class V>
void fields(V& v, OverlaySpec& o) {
  v.field("name", o.name,
          {.help = "for shots and takes that change it; else the type is",
           .touches = Touches::nothing});
  v.field("place", o.corner,
          {.help = "left upper corner, in fractions of the frame", .min = 0, .max = 1});
  v.field("size", o.size, {.help = "in fractions of the frame", .max = 1, .positive = true});
  v.field("color", o.color, {.help = "of text and lines", .min = 0, .max = 1, .color = true});
  v.field("background", o.background,
          {.help = "behind it; else the picture is seen", .min = 0, .max = 1, .color = true});
  v.field("opacity", o.opacity, {.help = "of the background", .min = 0, .max = 1});
  v.field("outline", o.outline,
          {.help = "of letters; a burn_in without a background has one, dark or light",
           .min = 0,
           .max = 1,
           .color = true});
  v.field("text_size", o.text_size,
          {.help = "height of a line of text, in fractions of the frame's height",
           .max = 1,
           .positive = true});
  v.field("from", o.from, {.help = "film time", .dim = dim::time, .min = 0, .film_time = true});
  v.field(
      "to", o.to,
      {.help = "film time; the end if not given", .dim = dim::time, .min = 0, .film_time = true});
  v.fill("fade", fade_span("film time in which it comes, and goes"), o.fade_in, o.fade_out);
  v.field("fade_in", o.fade_in, fade_span("film time in which it comes"));
  v.field("fade_out", o.fade_out, fade_span("film time in which it goes"));
  v.variant("type", o.kind, {.help = "what is drawn", .required = true});
}

}  // namespace gambol
