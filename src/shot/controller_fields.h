#pragma once

// Every field of a controller. See shot/field.h.

#include "shot/controller_spec.h"
#include "shot/field.h"
#include "shot/names.h"

namespace gambol {

template <class V>
void fields(V& v, OscillatorGaitSpec& g) {
  v.field("frequency", g.frequency,
          {.help = "cycles per second, over simulated time", .dim = dim::frequency, .min = 0});
  v.field("goal_speed", g.goal_speed,
          {.help = "over simulated time, instead of frequency = goal_speed / stride",
           .dim = dim::speed,
           .min = 0});
  v.field("stride", g.stride,
          {.help = "length travelled in one cycle", .dim = dim::length, .positive = true});
  v.field("step_time", g.step_time,
          {.help = "how long a leg is in the air", .dim = dim::time, .positive = true});
  v.field("delay", g.delay,
          {.help = "between the steps of neighbours on one side", .dim = dim::time, .min = 0});
  v.field("gain", g.gain,
          {.help = "multiplies the strength of the springs it commands, over simulated time",
           .min = 0});
  v.field("step_reflex", g.step_reflex, {.help = "whether a leg far back steps at once"});
  v.field("step_reflex_angle", g.step_reflex_angle,
          {.help = "of the leg's upper joint, beyond which it steps", .dim = dim::angle});
  v.field("load_reflex", g.load_reflex, {.help = "whether a loaded leg holds back its step"});
  v.field("load_reflex_torque", g.load_reflex_torque,
          {.help = "at the leg's support joint, above which no step begins",
           .dim = dim::torque,
           .min = 0});
}

template <class V>
void fields(V&, MotorScriptSpec&) {}

template <class V>
void fields(V& v, ControllerSpec& c) {
  v.field("name", c.name, {.help = "for cues; the type's name if not given"});
  v.field("tick", c.tick, {.help = "between two calls", .dim = dim::time, .positive = true});
  v.field("active", c.active, {.help = "from the start; else a cue starts it"});
  v.variant("type", c.kind, {.help = "the style of control", .required = true});
}

}  // namespace gambol
