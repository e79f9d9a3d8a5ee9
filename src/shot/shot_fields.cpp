// Every field of a shot file. See schema/fields.h.

#include "schema/fields.h"
#include "shot/shot_spec.h"

namespace gambol {

void fields(Fields& v, CastSpec& c) {
  v.field("name", c.name, {.help = "name of the figure in this shot", .required = true});
  v.field("file", c.file,
          {.help = "the figure file, relative to the shot's folder",
           .required = true,
           .touches = Touches::nothing});
  v.loaded("figure", c.figure);
  v.field("at", c.at, {.help = "position of the root at the start", .dim = dim::length});
  v.field("heading", c.heading,
          {.help = "heading about z at the start; 0 faces x", .dim = dim::angle});
  v.field("pose", c.pose,
          {.help = "one of the figure's poses, in which its joints, and the rest positions of "
                   "their springs, begin",
           .touches = Touches::nothing});
  v.field("fixed_root", c.fixed_root, {.help = "whether the root stays at its place"});
  v.field("dormant", c.dormant,
          {.help = "whether the figure is absent until a cue spawns it: neither simulated nor "
                   "touched nor seen"});
  v.field(
      "lost_legs", c.lost_legs,
      {.help = "names of legs that are removed, with their bodies, springs and motor programs"});
  v.field("layers", c.layers,
          {.help = "layers of shapes and skins that are seen, instead of the figure's own choice",
           .touches = Touches::picture});
  v.field("controllers", c.controllers,
          {.help = "controllers that command the figure, in order", .known_by = "type"});
}

void fields(Fields& v, SlipSpec& s) {
  v.field("max", s.max,
          {.help = "largest distance that a leg's feet may slide each time they bear",
           .dim = dim::length,
           .min = 0,
           .required = true});
  v.field("legs", s.legs, {.help = "names or patterns of legs; default: all"});
}

void fields(Fields& v, UprightSpec& u) {
  v.field("tilt", u.tilt,
          {.help = "largest angle of the root's up axis from the vertical",
           .dim = dim::angle,
           .positive = true});
  v.field("height", u.height, {.help = "least height of the root's origin", .dim = dim::length});
}

void fields(Fields& v, EventSpec& e) {
  v.field("mark", e.mark, {.help = "name of a cue or event, or a pattern"});
  v.field("touch", e.touch, {.help = "body that touches the ground, or a pattern"});
  v.field("never", e.never, {.help = "whether the event must not happen"});
}

void fields(Fields& v, FinalPoseSpec& p) {
  v.field("name", p.name, {.help = "one of the figure's poses"});
  v.field("joints", p.joints,
          {.help = "positions by joint or pattern, which override the pose",
           .or_as = "to",
           .by_name = true});
  v.field("tolerance", p.tolerance,
          {.help = "tolerance of every joint",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .positive = true});
  v.field("height", p.height, {.help = "height of the root's origin", .dim = dim::length});
  v.field("height_tolerance", p.height_tolerance,
          {.help = "tolerance of the height, in either direction",
           .dim = dim::length,
           .positive = true});
  v.field("rotate", p.rotate,
          {.help = "orientation of the root: rotations about the world's axes, in order",
           .dim = dim::angle});
  v.field("rotate_tolerance", p.rotate_tolerance,
          {.help = "largest angle between the expected and the actual orientation",
           .dim = dim::angle,
           .positive = true});
}

void fields(Fields& v, ReachSpec& r) {
  v.field("figure", r.figure, {.help = "figure that moves; default: the only one"});
  v.field("pose", r.pose,
          {.help = "one of the figure's poses", .required = true, .touches = Touches::nothing});
  v.field("over", r.over,
          {.help = "duration of the motion of the springs' rest positions",
           .dim = dim::time,
           .min = 0});
  if (v.hashes()) v.field("joints", r.joints, {});
}

void fields(Fields& v, PrepareSpec& p) {
  v.field("settle", p.settle,
          {.help = "longest simulated time of this stage",
           .dim = dim::time,
           .required = true,
           .positive = true});
  v.field("still", p.still,
          {.help = "speed; the stage ends earlier once no body's origin is faster",
           .dim = dim::speed,
           .positive = true});
  v.field("reach", p.reach, {.help = "pose that springs move a figure into"});
}

void fields(Fields& v, StartFromSpec& s) {
  v.field("shot", s.shot,
          {.help = "FILE or FILE@TAKE, relative to this file",
           .required = true,
           .touches = Touches::nothing});
  v.field("time", s.time,
          {.help = "simulated time of that shot; default: its end", .dim = dim::time, .min = 0});
  // Visitors take non-const references; the one that visits this field only reads it.
  if (s.from) v.loaded("from", const_cast<MotionSpec&>(s.from->motion));
}

void fields(Fields& v, ExpectSpec& e) {
  v.field("name", e.name,
          {.help = "name by which takes change the expectation and reports refer to it"});
  v.field("measure", e.measure, {.help = "a number that is measured"});
  v.field("slip", e.slip, {.help = "largest sliding of feet while they bear", .or_as = "max"});
  v.field("upright", e.upright,
          {.help = "largest tilt and least height of the root", .or_as = "tilt"});
  v.field("may_touch", e.may_touch,
          {.help = "only these bodies (names or patterns) touch the ground"});
  v.field("event", e.event, {.help = "an event that happens, or never does", .or_as = "mark"});
  v.field("pose", e.pose, {.help = "pose of the figure at the time `to`", .or_as = "name"});
  v.field("figure", e.figure, {.help = "figure that is measured; default: the only one"});
  v.field("body", e.body, {.help = "body or leg, for measures of one"});
  v.field("from", e.from,
          {.help = "simulated time at which the expectation begins",
           .dim = dim::time,
           .min = 0,
           .frames = true});
  v.field("to", e.to,
          {.help = "simulated time at which the expectation ends; default: the end",
           .dim = dim::time,
           .min = 0,
           .frames = true});
  v.field("min", e.min, {.help = "least value that passes", .any_dim = true});
  v.field("max", e.max, {.help = "largest value that passes", .any_dim = true});
  v.field("reference", e.reference,
          {.help = "value of the source, to compare with", .any_dim = true});
  v.field("source", e.source, {.help = "document and section of the reference"});
}

void fields(Fields& v, FilmSpec& f) {
  v.field("fps", f.fps, {.help = "frames per second of film", .max = 1000, .positive = true});
  v.frame_rate(f.fps);
  v.field("duration", f.duration,
          {.help = "duration of the film", .dim = dim::time, .positive = true, .film_time = true});
  v.field("playback", f.playback,
          {.help = "simulated seconds per second of film, over film time; 1/20 is slow motion",
           .positive = true,
           .film_time = true});
  v.field("samples_per_frame", f.samples_per_frame,
          {.help = "recorded poses per frame, for the shutter", .min = 1, .max = 256});
  movie_fields(v, f.movie);
}

// Written at the top of a shot file, like the fields of ShotSpec itself.
void fields(Fields& v, MotionSpec& m) {
  v.field("seed", m.seed, {.help = "seed of all random numbers"});
  v.field("start", m.start, {.help = "simulated time at film time 0", .dim = dim::time, .min = 0});
  v.field("simulate_until", m.simulate_until,
          {.help = "simulated time to which the simulation continues beyond the film; that time is "
                   "only measured",
           .dim = dim::time,
           .min = 0});
  v.field("track_rate", m.track_rate,
          {.help = "sampling rate of the recorded channels",
           .dim = dim::frequency,
           .max = 1e6,
           .positive = true});
  v.field("world", m.world, {.help = "gravity, ground and forces between figures"});
  v.field("integrator", m.integrator, {.help = "integration method and its steps"});
  v.field("start_from", m.start_from,
          {.help = "another shot, from a state of which this one begins", .or_as = "shot"});
  v.field("prepare", m.prepare,
          {.help = "stages that are simulated before the shot begins, in order"});
  v.field("figures", m.figures, {.help = "figures of the shot", .required = true});
  v.field("cues", m.cues, {.help = "events of the shot and their times"});
}

void fields(Fields& v, ShotSpec& s) {
  v.field("about", s.about, {.help = "description of the shot", .touches = Touches::nothing});
  v.field("extends", s.extends,
          {.help = "another shot, FILE or FILE@TAKE, that this one changes: mappings merge, lists "
                   "of named elements merge by name, everything else is replaced",
           .touches = Touches::nothing});
  v.field("without", s.without,
          {.help = "parts of the extended shot that are removed before the changes, such as "
                   "`expect` or `cues.walk`",
           .touches = Touches::nothing});
  v.field("takes", s.takes,
          {.help = "changes of this shot by name, run as FILE@TAKE", .touches = Touches::nothing});
  v.field("film", s.film, {.help = "mapping from simulated time to film, and its encoding"});
  fields(v, s.motion);
  v.field("camera", s.camera, {.help = "camera of the film", .touches = Touches::picture});
  v.field(
      "views", s.views,
      {.help = "several cameras in one frame, instead of `camera`; later views cover earlier ones",
       .touches = Touches::picture});
  v.field("background", s.background,
          {.help = "light where there is no view",
           .min = 0,
           .color = true,
           .touches = Touches::picture});
  v.field("overlays", s.overlays,
          {.help = "overlays that are drawn onto the frames of the film, in order",
           .known_by = "type",
           .touches = Touches::picture});
  v.field("look", s.look,
          {.help = "materials, lights, sky and ground: a look file, or `file:` and overrides",
           .or_as = "file",
           .touches = Touches::picture});
  v.field("expect", s.expect,
          {.help = "measures to report and conditions that must hold",
           .known_by = "measure,slip?,upright?,may_touch?,event,pose,figure,body",
           .touches = Touches::nothing});
}

}  // namespace gambol
