// Every field of an overlay. See schema/fields.h.

#include "schema/fields.h"
#include "shot/overlay_spec.h"

namespace gambol {

void gait_fields(Fields& v, std::string& figure, std::string& controller) {
  v.field("figure", figure, {.help = "figure with the gait; default: the only one"});
  v.field("skill", controller, {.help = "gait of the figure; default: the only one"});
}

void fields(Fields& v, SteppingSpec& s) {
  gait_fields(v, s.figure, s.controller);
  v.field(
      "shown", s.shown,
      {.help = "the steps that the gait commands, or those of the feet: they are in the air while "
               "the ground's force on them is below 3 % of the weight"});
  v.field("window", s.window,
          {.help = "simulated time before the present that is shown, scrolling; default: the whole "
                   "film, with a cursor",
           .dim = dim::time,
           .positive = true});
  v.field("step", s.step, {.help = "colour of a step", .min = 0, .max = 1, .color = true});
  v.field("stance", s.stance, {.help = "colour of a stance", .min = 0, .max = 1, .color = true});
  v.field("names", s.names, {.help = "whether rows have names: L1 is the foremost left leg"});
}

void fields(Fields& v, OscillatorsSpec& o) {
  gait_fields(v, o.figure, o.controller);
  v.field("flash", o.flash,
          {.help = "film time in which a flash fades",
           .dim = dim::time,
           .positive = true,
           .film_time = true});
  v.field("lit", o.lit,
          {.help = "colour when an oscillator triggers", .min = 0, .max = 1, .color = true});
  v.field("dark", o.dark, {.help = "colour otherwise", .min = 0, .max = 1, .color = true});
  v.field("names", o.names,
          {.help = "whether oscillators have names: L1 is the foremost left leg's"});
}

void fields(Fields& v, CaptionSpec& c) {
  v.field("text", c.text, {.help = "one line or several", .required = true});
  v.field("align", c.align, {.help = "alignment within the overlay's width"});
}

void fields(Fields& v, ClockSpec& c) {
  v.field("time", c.time, {.help = "whether it shows simulated time"});
  v.field("rate", c.rate, {.help = "whether it shows the playback rate, e.g. 1/20 real time"});
  v.field("frame", c.frame, {.help = "whether it shows the frame's number, from 1"});
  v.field("align", c.align, {.help = "alignment within the overlay's width"});
}

void fields(Fields& v, BurnInSpec& b) {
  v.field("shot", b.shot, {.help = "whether it shows the shot's name"});
  v.field("take", b.take, {.help = "whether it shows the name of the take, if it is one"});
  v.field("frame", b.frame, {.help = "whether it shows the frame's number, from 1"});
  v.field("timecode", b.timecode,
          {.help = "whether it shows film time, in hours, minutes, seconds and frames"});
  v.field("camera", b.camera,
          {.help = "whether it shows the names of the views, or the lens of the only camera"});
  v.field("seed", b.seed, {.help = "whether it shows the motion's seed"});
  v.field("align", b.align, {.help = "alignment within the overlay's width"});
}

void fields(Fields& v, BalanceSpec& b) {
  v.field("figure", b.figure, {.help = "figure with legs; default: the only one"});
  v.field("span", b.span,
          {.help = "length of ground across the shorter side of the overlay; default: half as much "
                   "again as the feet need at the start",
           .dim = dim::length,
           .positive = true});
  v.field("disc", b.disc,
          {.help = "diameter of the disc that stands for the figure's whole weight, as a share of "
                   "the overlay's shorter side; areas are in proportion to forces",
           .max = 1,
           .positive = true});
  v.field("load", b.load,
          {.help = "colour of the discs: the ground's force on each body of the feet",
           .min = 0,
           .max = 1,
           .color = true});
  v.field("pressure", b.pressure,
          {.help = "colour of the ring: the centre of the ground's pressure",
           .min = 0,
           .max = 1,
           .color = true});
}

inline Field fade_span(const char* help) {
  return {.help = help, .dim = dim::time, .min = 0, .film_time = true};
}

void fields(Fields& v, OverlaySpec& o) {
  v.field("name", o.name,
          {.help = "name by which shots and takes change the overlay; default: the type",
           .touches = Touches::nothing});
  v.field("place", o.corner,
          {.help = "upper left corner, in fractions of the frame", .min = 0, .max = 1});
  v.field("size", o.size,
          {.help = "width and height, in fractions of the frame", .max = 1, .positive = true});
  v.field("color", o.color,
          {.help = "colour of text and lines", .min = 0, .max = 1, .color = true});
  v.field("background", o.background,
          {.help = "colour behind the overlay; default: none, the picture is seen",
           .min = 0,
           .max = 1,
           .color = true});
  v.field("opacity", o.opacity, {.help = "opacity of the background", .min = 0, .max = 1});
  v.field(
      "outline", o.outline,
      {.help = "colour of the outline of letters; default: none, except for a burn_in without a "
               "background, which has a dark or light one",
       .min = 0,
       .max = 1,
       .color = true});
  v.field("text_size", o.text_size,
          {.help = "height of a line of text, in fractions of the frame's height",
           .max = 1,
           .positive = true});
  v.field("from", o.from,
          {.help = "film time at which the overlay appears",
           .dim = dim::time,
           .min = 0,
           .film_time = true});
  v.field("to", o.to,
          {.help = "film time at which the overlay disappears; default: the end of the film",
           .dim = dim::time,
           .min = 0,
           .film_time = true});
  v.fill("fade", fade_span("film time of fading in, and of fading out"), o.fade_in, o.fade_out);
  v.field("fade_in", o.fade_in, fade_span("film time of fading in"));
  v.field("fade_out", o.fade_out, fade_span("film time of fading out"));
  v.variant("type", o.kind, {.help = "kind of overlay", .required = true});
}

}  // namespace gambol
