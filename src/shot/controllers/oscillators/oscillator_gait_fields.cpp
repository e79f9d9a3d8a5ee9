// Every field of a gait of oscillators. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/oscillators/oscillator_gait_spec.h"

namespace gambol {

void fields(Fields& v, PaceSpec& p) {
  v.field("frequency", p.frequency,
          {.help = "frequency that this pace applies to",
           .dim = dim::frequency,
           .min = 0,
           .required = true});
  v.field("speed", p.speed,
          {.help = "speed that the figure reaches at this pace, for `speed` of the gait",
           .dim = dim::speed,
           .positive = true});
  v.field("retraction", p.retraction,
          {.help = "duration of the stance program, after which the leg keeps its position",
           .dim = dim::time,
           .positive = true});
  v.field("gain", p.gain, {.help = "factor of the strength of the springs", .min = 0});
  v.field("posture", p.posture, {.help = "share of the posture's shifts"});
}

void fields(Fields& v, ShiftSpec& s) {
  v.field("joints", s.joints, {.help = "names of joints, or patterns", .required = true});
  v.field("by", s.by,
          {.help = "shift of the positions that motor programs aim at",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
}

void fields(Fields& v, PathSpec& p) {
  v.field("points", p.points,
          {.help = "points on the ground; a smooth line goes through them",
           .required = true,
           .or_as = "at"});
  v.field("closed", p.closed,
          {.help = "whether the line returns to the first point and continues; if not, the figure "
                   "stops at the last"});
  v.field("look_ahead", p.look_ahead,
          {.help = "distance along the line to the point that the figure heads for",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field(
      "steer", p.steer,
      {.help = "turn per radian between the heading and that point's bearing", .positive = true});
}

void fields(Fields& v, OscillatorGaitSpec& g) {
  v.field("frequency", g.frequency,
          {.help = "cycles per second", .dim = dim::frequency, .min = 0, .settable = true});
  v.field(
      "cycle_time", g.cycle_time,
      {.help = "duration of a cycle, over simulated time, instead of frequency = 1 / cycle_time",
       .dim = dim::time,
       .positive = true,
       .settable = true});
  v.field("slowdown", g.slowdown,
          {.help = "ratio, over simulated time, that sets frequency = top frequency / slowdown",
           .positive = true,
           .settable = true});
  v.field(
      "speed", g.goal_speed,
      {.help = "speed to go at, which sets the frequency: by the speeds of the paces, or speed / "
               "stride",
       .dim = dim::speed,
       .min = 0,
       .settable = true});
  v.field("phase", g.phase,
          {.help = "share of a cycle by which the gait is already under way as it begins",
           .min = 0,
           .max = 1});
  v.field("stride", g.stride,
          {.help = "length travelled in one cycle", .dim = dim::length, .positive = true});
  v.field("metabolism", g.metabolism,
          {.help = "default of step_time and delay", .dim = dim::time, .positive = true});
  v.field("step_time", g.step_time,
          {.help = "duration of a step (protraction), over simulated time",
           .dim = dim::time,
           .positive = true,
           .settable = true});
  v.field("delay", g.delay,
          {.help = "time between the steps of neighbours on one side, over simulated time",
           .dim = dim::time,
           .min = 0,
           .settable = true});
  v.field("retraction", g.retraction,
          {.help = "duration of the stance program, over simulated time, after which the leg keeps "
                   "its position; default: the whole stance",
           .dim = dim::time,
           .positive = true,
           .settable = true});
  v.field(
      "top_frequency", g.top_frequency,
      {.help =
           "upper limit of the frequency; default: the tripod's, where a step takes half a cycle",
       .dim = dim::frequency,
       .positive = true});
  v.field("bottom_frequency", g.bottom_frequency,
          {.help = "lower limit of the frequency", .dim = dim::frequency, .min = 0});
  v.field("gain", g.gain,
          {.help = "factor of the strength of the springs that the gait commands",
           .min = 0,
           .settable = true});
  v.field(
      "paces", g.paces,
      {.help = "how to walk at some frequencies, by rising frequency; interpolated in between"});
  v.field("posture", g.posture,
          {.help = "shifts of the motor programs' targets, weighted by the paces"});
  v.field(
      "turn", g.turn,
      {.help = "sharpness of the turn: -1 right to 1 left", .min = -1, .max = 1, .settable = true});
  v.field("turn_stroke", g.turn_stroke,
          {.help = "share of the legs' swing that a full turn takes from the inner side and gives "
                   "to the outer side",
           .positive = true});
  v.field("stroke_of", g.stroke_of,
          {.help = "what makes a leg's stroke, which turns scale and `reverse` turns round: its "
                   "upper_joint, or all joints of the leg that its step and stance programs move"});
  v.field("path", g.path, {.help = "line on the ground to follow, instead of `turn`"});
  v.field(
      "reflexes", g.reflexes,
      {.help =
           "reflexes that change the steps: a reflex file, or `file:` and overrides; default: none",
       .or_as = "file"});
}

}  // namespace gambol
