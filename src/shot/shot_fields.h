#pragma once

// Every field of a shot file. See shot/field.h.

#include "shot/camera_fields.h"
#include "shot/controller_fields.h"
#include "shot/cue_fields.h"
#include "shot/field.h"
#include "shot/figure_fields.h"
#include "shot/look_fields.h"
#include "shot/movie_fields.h"
#include "shot/names.h"
#include "shot/overlay_fields.h"
#include "shot/shot_spec.h"
#include "shot/world_fields.h"

namespace gambol {

template <class V>
void fields(V& v, CastSpec& c) {
  v.field("name", c.name, {.help = "in this shot", .required = true});
  v.field("file", c.file,
          {.help = "the figure file, relative to the shot's folder",
           .required = true,
           .touches = Touches::nothing});
  v.loaded("figure", c.figure);
  v.field("at", c.at, {.help = "where its root begins", .dim = dim::length});
  v.field("heading", c.heading, {.help = "about z; 0 faces x", .dim = dim::angle});
  v.field("pose", c.pose,
          {.help = "one of the figure's poses: its joints, and the rest of their springs, begin "
                   "there",
           .touches = Touches::nothing});
  v.field("fixed_root", c.fixed_root, {.help = "whether the root stays where it is"});
  v.field("dormant", c.dormant,
          {.help = "not there until a cue spawns it: neither simulated nor touched nor seen"});
  v.field(
      "lost_legs", c.lost_legs,
      {.help = "legs that it goes without, by name: their bodies, springs and motor programs are "
               "not there"});
  v.field("layers", c.layers,
          {.help = "of its shapes and skins that are seen, instead of the figure's own choice",
           .touches = Touches::picture});
  v.field("controllers", c.controllers, {.help = "what commands it, in order", .known_by = "type"});
}

template <class V>
void fields(V& v, SlipSpec& s) {
  v.field("max", s.max,
          {.help = "how far a leg's feet may slide each time they bear",
           .dim = dim::length,
           .min = 0,
           .required = true});
  v.field("legs", s.legs, {.help = "names or patterns; all if not given"});
}

template <class V>
void fields(V& v, UprightSpec& u) {
  v.field("tilt", u.tilt,
          {.help = "how far the root's up axis may lean", .dim = dim::angle, .positive = true});
  v.field("height", u.height, {.help = "the least of the root's origin", .dim = dim::length});
}

template <class V>
void fields(V& v, EventSpec& e) {
  v.field("mark", e.mark, {.help = "a cue or event by its name, or a pattern"});
  v.field("touch", e.touch, {.help = "a body that touches the ground, or a pattern"});
  v.field("never", e.never, {.help = "it must not happen"});
}

template <class V>
void fields(V& v, FinalPoseSpec& p) {
  v.field("name", p.name, {.help = "one of the figure's poses"});
  v.field("joints", p.joints,
          {.help = "positions by joint or pattern, over the pose", .or_as = "to", .by_name = true});
  v.field("tolerance", p.tolerance,
          {.help = "of every joint", .dim = dim::angle, .or_dim = {dim::length}, .positive = true});
  v.field("height", p.height, {.help = "of the root's origin", .dim = dim::length});
  v.field("height_tolerance", p.height_tolerance,
          {.help = "either way", .dim = dim::length, .positive = true});
  v.field("rotate", p.rotate,
          {.help = "of the root: rotations about the world's axes, in order", .dim = dim::angle});
  v.field("rotate_tolerance", p.rotate_tolerance,
          {.help = "angle between that and how it is", .dim = dim::angle, .positive = true});
}

template <class V>
void fields(V& v, ReachSpec& r) {
  v.field("figure", r.figure, {.help = "the only one if not given"});
  v.field("pose", r.pose,
          {.help = "one of the figure's poses", .required = true, .touches = Touches::nothing});
  v.field("over", r.over, {.help = "how long the springs' rest moves", .dim = dim::time, .min = 0});
  // The joints are for hashes only.
  if constexpr (requires { v.content("", r.pose); }) v.field("joints", r.joints, {});
}

template <class V>
void fields(V& v, PrepareSpec& p) {
  v.field(
      "settle", p.settle,
      {.help = "how long it is simulated", .dim = dim::time, .required = true, .positive = true});
  v.field("still", p.still,
          {.help = "end earlier, when no body's origin is faster",
           .dim = dim::speed,
           .positive = true});
  v.field("reach", p.reach, {.help = "a posture that springs take a figure to"});
}

template <class V>
void fields(V& v, StartFromSpec& s) {
  v.field("shot", s.shot,
          {.help = "FILE or FILE@TAKE, relative to this file",
           .required = true,
           .touches = Touches::nothing});
  v.field(
      "time", s.time,
      {.help = "simulated time of that shot; its end if not given", .dim = dim::time, .min = 0});
  // Visitors take what they visit as theirs to change; the one that visits this only reads.
  if (s.from) v.loaded("from", const_cast<MotionSpec&>(s.from->motion));
}

template <class V>
void fields(V& v, ExpectSpec& e) {
  v.field("name", e.name, {.help = "by which takes change it, and reports call it"});
  v.field("measure", e.measure, {.help = "a number that is measured"});
  v.field("slip", e.slip, {.help = "feet stay where they bear", .or_as = "max"});
  v.field("upright", e.upright, {.help = "the root stays on top", .or_as = "tilt"});
  v.field("may_touch", e.may_touch,
          {.help = "only these bodies (names or patterns) touch the ground"});
  v.field("event", e.event, {.help = "something that happens, or never does", .or_as = "mark"});
  v.field("pose", e.pose, {.help = "how the figure is at the end, at `to`", .or_as = "name"});
  v.field("figure", e.figure, {.help = "the only one if not given"});
  v.field("body", e.body, {.help = "or leg, for measures of one"});
  v.field("from", e.from, {.help = "simulated time", .dim = dim::time, .min = 0, .frames = true});
  v.field(
      "to", e.to,
      {.help = "simulated time; the end if not given", .dim = dim::time, .min = 0, .frames = true});
  v.field("min", e.min, {.help = "the least that passes", .any_dim = true});
  v.field("max", e.max, {.help = "the most that passes", .any_dim = true});
  v.field("reference", e.reference, {.help = "the source's figure", .any_dim = true});
  v.field("source", e.source, {.help = "where that figure stands"});
}

template <class V>
void fields(V& v, FilmSpec& f) {
  v.field("fps", f.fps, {.help = "frames per second of film", .max = 1000, .positive = true});
  if constexpr (requires { v.frame_rate(f.fps); }) v.frame_rate(f.fps);
  v.field("duration", f.duration,
          {.help = "of the film", .dim = dim::time, .positive = true, .film_time = true});
  v.field("playback", f.playback,
          {.help = "simulated seconds per second of film, over film time; 1/20 is slow motion",
           .positive = true,
           .film_time = true});
  v.field("samples_per_frame", f.samples_per_frame,
          {.help = "recorded poses per frame, for the shutter", .min = 1, .max = 256});
  movie_fields(v, f.movie);
}

// Written at the top of a shot file, like the fields of ShotSpec itself.
template <class V>
void fields(V& v, MotionSpec& m) {
  v.field("seed", m.seed, {.help = "of all that is random"});
  v.field("start", m.start, {.help = "simulated time at film time 0", .dim = dim::time, .min = 0});
  v.field("simulate_until", m.simulate_until,
          {.help = "simulated time, beyond the film, that is only measured",
           .dim = dim::time,
           .min = 0});
  v.field(
      "track_rate", m.track_rate,
      {.help = "of the recorded channels", .dim = dim::frequency, .max = 1e6, .positive = true});
  v.field("world", m.world, {.help = "gravity and ground"});
  v.field("integrator", m.integrator, {.help = "how the simulation steps"});
  v.field("start_from", m.start_from,
          {.help = "another shot whose state this one begins in", .or_as = "shot"});
  v.field("prepare", m.prepare, {.help = "what is simulated before the shot begins, in order"});
  v.field("figures", m.figures, {.help = "who takes part", .required = true});
  v.field("cues", m.cues, {.help = "what happens when"});
}

template <class V>
void fields(V&, TakeNames&) {}  // a mapping from names, read whole

template <class V>
void fields(V& v, ShotSpec& s) {
  v.field("about", s.about, {.help = "what the shot shows", .touches = Touches::nothing});
  v.field("extends", s.extends,
          {.help = "another shot, FILE or FILE@TAKE, that this one changes: mappings merge, lists "
                   "of named things merge by name, all else is replaced",
           .touches = Touches::nothing});
  v.field("without", s.without,
          {.help = "what is left out of the extended shot before the changes, such as "
                   "`expect` or `cues.walk`",
           .touches = Touches::nothing});
  v.field("takes", s.takes,
          {.help = "changes of this shot by name, run as FILE@TAKE", .touches = Touches::nothing});
  v.field("film", s.film, {.help = "how simulated time becomes film"});
  fields(v, s.motion);
  v.field("camera", s.camera, {.help = "where the film is taken", .touches = Touches::picture});
  v.field("views", s.views,
          {.help = "several cameras in one frame, instead of `camera`; a later one lies on those "
                   "before it",
           .touches = Touches::picture});
  v.field("background", s.background,
          {.help = "light where there is no view",
           .min = 0,
           .color = true,
           .touches = Touches::picture});
  v.field("overlays", s.overlays,
          {.help = "what is drawn onto the frames of the film, in order",
           .known_by = "type",
           .touches = Touches::picture});
  v.field("look", s.look,
          {.help = "how things are shown: a look file, or `file:` and what differs",
           .or_as = "file",
           .touches = Touches::picture});
  v.field("expect", s.expect,
          {.help = "what is measured and what must come true",
           .known_by = "measure,slip?,upright?,may_touch?,event,pose,figure,body",
           .touches = Touches::nothing});
}

}  // namespace gambol
