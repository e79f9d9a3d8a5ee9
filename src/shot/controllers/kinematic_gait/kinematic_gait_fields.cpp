// Every field of a kinematic gait. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

void fields(Fields& v, WaySpec& w) {
  v.field("points", w.points,
          {.help = "points on the ground; a smooth line goes through them",
           .required = true,
           .or_as = "at"});
  v.field("closed", w.closed,
          {.help = "whether the line returns to the first point and continues; if not, the figure "
                   "stops at the last"});
  v.field(
      "look_ahead", w.look_ahead,
      {.help = "time ahead: the body heads for the point of the line that it would reach by then",
       .dim = dim::time,
       .positive = true});
}

void fields(Fields& v, SwingSpec& s) {
  v.field("joints", s.joints,
          {.help = "names or patterns of joints that are not part of a leg", .required = true});
  v.field("leg", s.leg, {.help = "leg that the joints swing with", .required = true});
  v.field("gain", s.gain,
          {.help = "rotation (rad; m for sliding joints) per radian by which the foot is ahead of "
                   "its place, seen from the body's height; added to the joints' posture"});
}

void fields(Fields& v, KinematicGaitSpec& g) {
  v.field("gait", g.gait,
          {.help = "a gait of figures/gaits.yaml by its name, or one written out",
           .required = true,
           .or_as = "name"});
  v.field("shifts", g.shifts, {.help = "changes to other gaits, by rising time"});
  v.field("shift_rate", g.shift_rate,
          {.help = "largest phase, in cycles, that a leg may gain or lose in one cycle",
           .min = 0,
           .max = 0.5});
  v.field(
      "period", g.design.period,
      {.help = "duration of one cycle, over simulated time", .dim = dim::time, .positive = true});
  v.field("duty_factor", g.design.duty_factor,
          {.help = "share of the period that a foot is on the ground, over simulated time; "
                   "default, where needed: that of the gait's pattern",
           .positive = true});
  v.field("support_duration", g.design.support_duration,
          {.help = "time that a foot is on the ground, over simulated time",
           .dim = dim::time,
           .positive = true});
  v.field("transfer_duration", g.design.transfer_duration,
          {.help = "time that a foot is in the air, over simulated time",
           .dim = dim::time,
           .positive = true});
  v.field("stroke", g.design.stroke,
          {.help = "distance that the body travels while a foot supports it, over simulated time",
           .dim = dim::length,
           .min = 0});
  v.field("body_speed", g.design.body_speed,
          {.help = "speed of the body over the ground, over simulated time",
           .dim = dim::speed,
           .min = 0});
  v.field("leg_speed", g.design.leg_speed,
          {.help = "speed of a foot along its path through the air, relative to the body, over "
                   "simulated time",
           .dim = dim::speed,
           .positive = true});
  v.field("step", g.step, {.help = "path of the feet through the air", .required = true});
  v.field(
      "level_feet", g.level_feet,
      {.help = "whether feet keep, in all directions, the angle to the ground that they have in "
               "the posture; legs with at least six joints can, others come as near as possible"});
  v.field("path", g.path, {.help = "line on the ground to follow; default: straight on"});
  v.field(
      "foot_force", g.foot_force,
      {.help = "largest horizontal force of one foot, in weights of the figure", .positive = true});
  v.field("reaction", g.reaction,
          {.help = "time constant with which the body takes up a new velocity, if the force of its "
                   "feet is sufficient, and with which feet undo its recoil",
           .dim = dim::time,
           .positive = true});
  v.field("surge", g.surge,
          {.help = "strength with which feet brake before the body has passed them and push "
                   "afterwards; at 1 their forces point to the body",
           .min = 0});
  v.field("surge_limit", g.surge_limit,
          {.help = "share of a foot's largest force that surging may use; the rest serves turns "
                   "and changes of speed",
           .min = 0,
           .max = 1});
  v.field("pitch", g.pitch,
          {.help = "factor of the body's pitch by the uneven lift of front and rear legs"});
  v.field("roll", g.roll,
          {.help = "factor of the body's roll by the uneven lift of left and right legs"});
  v.field("bounce", g.bounce,
          {.help = "share of the rise and fall by the legs' constant forces that the body shows; "
                   "less than 1 if legs share the weight evenly instead. Only at 1 does the body "
                   "fall freely in flight",
           .min = 0,
           .max = 1});
  v.field(
      "balance", g.balance,
      {.help =
           "share of the shift that puts the body over the middle of the standing feet, each with "
           "most weight in the middle of its stance; for slow gaits, which must not fall over",
       .min = 0,
       .max = 1});
  v.field("sway", g.sway,
          {.help = "strength with which legs push the body to the other side while they bear; at 1 "
                   "their forces point to it",
           .min = 0});
  v.field("recoil", g.recoil,
          {.help = "share of the body's reaction to its swinging legs: at 1 the centre of mass of "
                   "the whole figure moves as planned and the body turns against its legs; at 0 "
                   "the body moves as if the legs had no mass",
           .min = 0,
           .max = 1});
  v.field(
      "bank", g.bank,
      {.help = "factor of the lean into turns; at 1 the body leans as far as a pendulum would"});
  v.field("bend", g.bend,
          {.help = "factor of a turn's curvature that the chain between front and rear takes"});
  v.field("ground_smoothing", g.ground_smoothing,
          {.help = "time constant, in cycles, with which the body follows changes of the ground's "
                   "height and slope",
           .positive = true});
  v.field("height", g.height,
          {.help = "mean height of the body, added to its posture's, over simulated time",
           .dim = dim::length});
  v.field("posture", g.posture,
          {.help = "pose of the figure that gives its legs at mid-stance and the centre angles; "
                   "default: the initial one"});
  v.field("gains", g.gains,
          {.help = "gains of joints, 1 for others; later entries override earlier ones"});
  v.field("haste", g.haste,
          {.help = "bound on the speed of joints towards a posture nearer to their centre angles, "
                   "beyond the motion that places the feet; applies where a leg changes from one "
                   "way of folding to another",
           .dim = dim::angular_speed,
           .positive = true});
  v.field("swings", g.swings, {.help = "joints that swing with legs, as arms do"});
  v.field(
      "gather", g.gather,
      {.help = "time in which a gait that starts during the shot leads the figure from where it "
               "is to its first posture; 0: at once",
       .dim = dim::time,
       .min = 0});
}

}  // namespace gambol
