#pragma once

// Every field of a shot file. See shot/field.h.

#include "shot/camera_fields.h"
#include "shot/controller_fields.h"
#include "shot/cue_fields.h"
#include "shot/field.h"
#include "shot/figure_fields.h"
#include "shot/look_fields.h"
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
  v.field("fixed_root", c.fixed_root, {.help = "whether the root stays where it is"});
  v.field("controllers", c.controllers, {.help = "what commands it, in order", .known_by = "type"});
}

template <class V>
void fields(V& v, ExpectSpec& e) {
  v.field("name", e.name, {.help = "by which takes change it, and reports call it"});
  v.field("measure", e.measure, {.help = "what is measured", .required = true});
  v.field("figure", e.figure, {.help = "the only one if not given"});
  v.field("body", e.body, {.help = "or leg, for measures of one"});
  v.field("from", e.from, {.help = "simulated time", .dim = dim::time, .min = 0});
  v.field("to", e.to, {.help = "simulated time; the end if not given", .dim = dim::time, .min = 0});
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
           .known_by = "measure,figure,body",
           .touches = Touches::nothing});
}

}  // namespace gambol
