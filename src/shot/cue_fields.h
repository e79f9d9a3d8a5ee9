#pragma once

// Every field of a cue. See shot/field.h.

#include "shot/cue_spec.h"
#include "shot/field.h"
#include "shot/names.h"

namespace gambol {

template <class V>
void fields(V& v, PushSpec& p) {
  v.field("figure", p.figure, {.help = "the only one if not given"});
  v.field("body", p.body, {.help = "that is pushed, at its centre of mass", .required = true});
  v.field("force", p.force, {.help = "in world axes", .dim = dim::force, .required = true});
  v.field("over", p.over,
          {.help = "how long it lasts", .dim = dim::time, .required = true, .positive = true});
}

template <class V>
void fields(V& v, KickSpec& k) {
  v.field("figures", k.figures, {.help = "names or patterns", .required = true});
  v.field("velocity", k.velocity,
          {.help = "added to the root's, in world axes", .dim = dim::speed});
  v.field("velocity_spread", k.velocity_spread,
          {.help = "a random part between plus and minus this, per axis", .dim = dim::speed});
  v.field("spin_spread", k.spin_spread,
          {.help = "a random spin between plus and minus this, per axis",
           .dim = dim::angular_speed,
           .min = 0});
}

template <class V>
void fields(V& v, SpawnSpec& s) {
  v.field("figures", s.figures, {.help = "dormant ones, names or patterns", .required = true});
  v.field(
      "every", s.every,
      {.help = "time from one to the next, in the order of the shot", .dim = dim::time, .min = 0});
  v.field("velocity", s.velocity, {.help = "of the root, in world axes", .dim = dim::speed});
  v.field("velocity_spread", s.velocity_spread,
          {.help = "a random part between plus and minus this, per axis", .dim = dim::speed});
  v.field("spin_spread", s.spin_spread,
          {.help = "a random spin between plus and minus this, per axis",
           .dim = dim::angular_speed,
           .min = 0});
}

template <class V>
void fields(V& v, ReverseSpec& r) {
  v.field("controller", r.controller, {.help = "a gait: NAME or FIGURE.NAME", .required = true});
  v.field("legs", r.legs, {.help = "names or patterns; all if not given"});
}

template <class V>
void fields(V& v, RestSpec& r) {
  v.field("name", r.name, {.help = "of a joint, or a pattern"});
  v.field("to", r.to,
          {.help = "rest position of its springs",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
}

template <class V>
void fields(V& v, RestsSpec& r) {
  v.field("figure", r.figure, {.help = "the only one if not given"});
  v.field("pose", r.pose, {.help = "one of the figure's poses", .touches = Touches::nothing});
  v.field("joints", r.joints,
          {.help = "rest positions by joint or pattern, over the pose",
           .or_as = "to",
           .by_name = true});
}

template <class V>
void fields(V& v, DriveSpec& d) {
  v.field("figure", d.figure, {.help = "the only one if not given"});
  v.field("joints", d.joints, {.help = "names or patterns", .required = true});
  v.field("to", d.to,
          {.help = "dynamic, hold (stopped where it is) or follow (its motion)", .required = true});
}

template <class V>
void fields(V& v, SettingsSpec& s) {
  v.field("friction", s.friction, {.help = "coefficient of every contact", .min = 0});
  v.field("elasticity", s.elasticity, {.help = "restitution of every contact", .min = 0});
  v.field("gravity", s.gravity, {.help = "at once", .dim = dim::acceleration});
  v.field("controller", s.controller,
          {.help = "NAME or FIGURE.NAME, whose fields are those that follow"});
  v.field("frequency", s.frequency, {.help = "of a gait", .dim = dim::frequency, .min = 0});
  v.field("goal_speed", s.goal_speed, {.help = "of a gait", .dim = dim::speed, .min = 0});
  v.field("gain", s.gain, {.help = "of a gait's springs", .min = 0});
  v.field("turn", s.turn, {.help = "of a gait, from -1 right to 1 left", .min = -1, .max = 1});
}

template <class V>
void fields(V& v, CueSpec& c) {
  v.field("name", c.name, {.help = "of the mark it leaves in the poses", .required = true});
  v.field("at", c.at, {.help = "simulated time", .dim = dim::time, .min = 0, .frames = true});
  v.field("after", c.after, {.help = "another cue: NAME, or NAME + TIME"});
  v.field(
      "when", c.when,
      {.help = "a condition: SUBJECT broken, SUBJECT touches [BODY], SUBJECT above HEIGHT, "
               "SUBJECT below HEIGHT, SUBJECT tilted ANGLE, SUBJECT slower SPEED; + TIME delays"});
  v.field("start", c.start, {.help = "a controller: NAME or FIGURE.NAME"});
  v.field("stop", c.stop, {.help = "a controller: NAME or FIGURE.NAME"});
  v.field("run", c.run, {.help = "a motor program: NAME or FIGURE.NAME"});
  v.field("over", c.over,
          {.help = "duration of what `run` plays, or until `rest` and `set` are reached",
           .dim = dim::time,
           .min = 0});
  v.field("rest", c.rest, {.help = "new rest positions of springs: at once, or over a while"});
  v.field("set", c.set, {.help = "new values of what the shot gave"});
  v.field("push", c.push, {.help = "a force for a while"});
  v.field("kick", c.kick, {.help = "a change of velocity at once"});
  v.field("drive", c.drive, {.help = "switches joints between forces and motions"});
  v.field("spawn", c.spawn, {.help = "dormant figures come in", .or_as = "figures"});
  v.field("reverse", c.reverse,
          {.help = "legs of a gait swing the other way", .or_as = "controller"});
  v.field("emit", c.emit, {.help = "particles (names or patterns) fly from their point"});
  v.field("attach", c.attach, {.help = "attachments that hold from now on"});
  v.field("detach", c.detach, {.help = "attachments that let go"});
  v.field("break", c.break_, {.help = "attachments that break"});
}

}  // namespace gambol
