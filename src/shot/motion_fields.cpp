// Every field of a shot that its motion depends on, except those of its figures, world and cues.
// See schema/fields.h.

#include "schema/fields.h"
#include "shot/shot_spec.h"

namespace gambol {

void fields(Fields& v, ReachSpec& r) {
  v.field("figure", r.figure, {.help = "figure that moves; default: the only one"});
  v.field("pose", r.pose,
          {.help = "one of the figure's poses", .required = true, .touches = Touches::nothing});
  v.field("over", r.over,
          {.help = "duration of the motion of the springs' rest positions",
           .dim = dim::time,
           .min = 0});
  v.made("joints", r.joints);
}

void fields(Fields& v, KnownForceSpec& f) {
  v.field("body", f.body, {.help = "body of the figure on which it acts", .required = true});
  v.field("force", f.force, {.help = "force in world axes", .dim = dim::force, .required = true});
  v.field(
      "at", f.at,
      {.help = "point of the body at which it acts, in the body's frame; default: its centre of "
               "mass",
       .dim = dim::length});
}

void fields(Fields& v, CalibrateSpec& c) {
  v.field("figure", c.figure,
          {.help = "figure whose springs are calibrated; default: the only one"});
  v.field("over", c.over,
          {.help = "time over which the forces of the held joints are averaged",
           .dim = dim::time,
           .min = 0});
  v.field("except", c.except,
          {.help = "joints (names or patterns) that stay as they are driven, and whose springs "
                   "keep their rest positions"});
  v.field("forces", c.forces,
          {.help = "forces that act on the figure in this stage, so that its springs will bear "
                   "them"});
  v.field("allow_unstable", c.allow_unstable,
          {.help = "whether the calibrated springs may leave the posture in unstable equilibrium"});
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
  v.field("calibrate", p.calibrate,
          {.help = "after this stage has settled with all joints held, the springs get the rest "
                   "positions that hold the posture"});
  v.field("integrator", p.integrator,
          {.help = "integration method and its steps, instead of the shot's"});
  v.field("gravity", p.gravity,
          {.help = "gravity in this stage, instead of the world's", .dim = dim::acceleration});
  v.field("attach", p.attach, {.help = "attachments that hold from this stage on"});
  v.field("detach", p.detach, {.help = "attachments that let go from this stage on"});
  v.field("figure", p.figure,
          {.help = "figure that `slack`, `hold` and `pose` mean; default: the only one"});
  v.field("slack", p.slack,
          {.help = "joints (names or patterns) whose springs exert nothing in this stage"});
  v.field("hold", p.hold, {.help = "joints (names or patterns) that are held in this stage"});
  v.field("pose", p.pose,
          {.help = "one of the figure's poses, in which the stage begins: its joints, and the rest "
                   "positions of their springs",
           .touches = Touches::nothing});
  v.made("joints", p.joints);
  v.made("rests", p.rests);
}

void fields(Fields& v, StartFromSpec& s) {
  v.field("shot", s.shot,
          {.help = "FILE or FILE@TAKE, relative to this file",
           .required = true,
           .touches = Touches::nothing});
  v.field("time", s.time,
          {.help = "simulated time of that shot; default: its end", .dim = dim::time, .min = 0});
  // Visitors take non-const references; the one that visits this field only reads it.
  if (s.from) v.made("from", const_cast<MotionSpec&>(s.from->motion));
}

// Written at the top of a shot file, like the fields of ShotSpec itself.
void fields(Fields& v, MotionSpec& m) {
  v.field("seed", m.seed, {.help = "seed of all random numbers"});
  v.field("start", m.start,
          {.help = "simulated time at which the shot begins; the film begins `film.preroll` later",
           .dim = dim::time,
           .min = 0});
  v.field("simulate_until", m.simulate_until,
          {.help = "simulated time to which the simulation continues beyond the film; that time is "
                   "only measured; default: the end of the film",
           .dim = dim::time,
           .positive = true});
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

}  // namespace gambol
