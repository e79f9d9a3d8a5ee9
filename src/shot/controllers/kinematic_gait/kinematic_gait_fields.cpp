// Every field of a kinematic gait. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

void fields(Fields& v, PlaceSpeedSpec& s) {
  v.field(
      "along", s.along,
      {.help = "place, along the line from its first point", .dim = dim::length, .required = true});
  v.field("speed", s.speed,
          {.help = "speed of the body there", .dim = dim::speed, .min = 0, .required = true});
}

void fields(Fields& v, SteadySpec& s) {
  v.field("body", s.body, {.help = "body that stays level", .required = true});
  v.field(
      "share", s.share,
      {.help = "share of the trunk's pitch and roll that the joints between it and the body take "
               "away",
       .min = 0,
       .max = 1});
}

void fields(Fields& v, WaySpec& w) {
  v.field("points", w.points,
          {.help = "points on the ground; a smooth line goes through or near them (`spline`)",
           .required = true,
           .or_as = "at"});
  v.field(
      "spline", w.spline,
      {.help = "kind of the line: catmull_rom goes through its points, b_spline near them, with "
               "continuous curvature"});
  v.field(
      "speeds", w.speeds,
      {.help = "speeds of the body at places along the line, by rising place, eased from one to "
               "the next; they replace body_speed, which still gives the steps' times"});
  v.field("closed", w.closed,
          {.help = "whether the line returns to the first point and continues; if not, the figure "
                   "stops at the last"});
  v.gone("look_ahead", "nothing: it heads for where it would be in 0.5 s; `points` shape the line");
  v.gone("braking", "nothing: it brakes with half of one foot's force; `speeds` brake sooner");
}

void fields(Fields& v, SwingSpec& s) {
  v.field("joints", s.joints,
          {.help = "names or patterns of joints; of those between a foot and the root, which "
                   "inverse kinematics solves, the centre angles swing",
           .required = true});
  v.field("leg", s.leg, {.help = "leg that the joints swing with", .required = true});
  v.field("gain", s.gain,
          {.help = "rotation (rad; m for sliding joints) per radian by which the foot is ahead of "
                   "its place, seen from the body's height, over simulated time; added to the "
                   "joints' posture"});
  v.field("offset", s.offset,
          {.help = "rotation (rad; m for sliding joints) added to the joints' posture, over "
                   "simulated time, as for arms that bend in a run",
           .dim = dim::angle});
}

void fields(Fields& v, SoleSpec& r) {
  v.field("heel_strike", r.heel_strike,
          {.help = "angle of the sole to the ground, toes up, as the heel comes down; over "
                   "simulated time, taken in mid-stance, as are the others",
           .dim = dim::angle,
           .min = 0,
           .max = 1});
  v.field("toe_off", r.toe_off,
          {.help = "angle of the sole to the ground, heel up, as the toes leave it",
           .dim = dim::angle,
           .min = 0,
           .max = 1.4});
  v.field("flat_from", r.flat_from,
          {.help = "share of the stance after which the whole sole is on the ground",
           .min = 0.01,
           .max = 0.5});
  v.field("flat_to", r.flat_to,
          {.help = "share of the stance after which the heel rises", .min = 0.5, .max = 0.99});
  v.field("reach", r.reach,
          {.help = "share of the leg's length, from its first joint to that of the foot, beyond "
                   "which it does not stretch late in its stance: the heel rises instead",
           .min = 0.8,
           .max = 0.9999});
  v.gone("rises_after", "nothing: the heel may rise for `reach` after a quarter of the stance");
  v.gone("straighten", "nothing: toes come back to their posture within half of the swing");
}

void fields(Fields& v, KinematicGaitSpec& g) {
  v.field("gait", g.gait,
          {.help = "a gait of figures/gaits.yaml by its name, or one written out",
           .required = true,
           .or_as = "name"});
  v.field("shifts", g.shifts, {.help = "changes to other gaits, by rising time"});
  v.field("period", g.design.period,
          {.help = "duration of one cycle, over simulated time",
           .dim = dim::time,
           .positive = true,
           .settable = true});
  v.field("duty_factor", g.design.duty_factor,
          {.help = "share of the period that a foot is on the ground, over simulated time; "
                   "default, where needed: that of the gait's pattern",
           .positive = true,
           .settable = true});
  v.field("leg_force", g.leg_force,
          {.help = "upward force of each leg while it stands, in weights of the figure, over "
                   "simulated time, instead of duty_factor = share of the weight / leg_force: more "
                   "force, a shorter support and a longer transfer (Eq. 12 and 13)",
           .positive = true,
           .settable = true});
  v.field("support_duration", g.design.support_duration,
          {.help = "time that a foot is on the ground, over simulated time",
           .dim = dim::time,
           .positive = true,
           .settable = true});
  v.field("transfer_duration", g.design.transfer_duration,
          {.help = "time that a foot is in the air, over simulated time",
           .dim = dim::time,
           .positive = true,
           .settable = true});
  v.field("stroke", g.design.stroke,
          {.help = "distance that the body travels while a foot supports it, over simulated time",
           .dim = dim::length,
           .min = 0,
           .settable = true});
  v.field("body_speed", g.design.body_speed,
          {.help = "speed of the body over the ground, over simulated time",
           .dim = dim::speed,
           .min = 0,
           .settable = true});
  v.field("leg_speed", g.design.leg_speed,
          {.help = "speed of a foot along its path through the air, relative to the body, over "
                   "simulated time",
           .dim = dim::speed,
           .positive = true,
           .settable = true});
  v.field("step", g.step, {.help = "path of the feet through the air", .required = true});
  v.field("lift", g.lift,
          {.help = "factor of the height of every step, over simulated time, taken as the step "
                   "begins",
           .min = 0,
           .settable = true});
  v.field(
      "level_feet", g.level_feet,
      {.help = "whether feet keep, in all directions, the angle to the ground that they have in "
               "the posture; legs with at least six joints can, others come as near as possible"});
  v.field("soles", g.soles,
          {.help = "how feet roll over their soles: heel strike, flat, toe-off. The last joint of "
                   "each leg is that of its toes; the body before it is the foot, whose hindmost "
                   "collision shape is the heel. Keys of the step are then places of the toes' "
                   "joint; needs level_feet"});
  v.field("path", g.path, {.help = "line on the ground to follow; default: straight on"});
  v.field("foot_force", g.foot_force,
          {.help = "largest horizontal force of one foot, in weights of the figure",
           .positive = true,
           .settable = true});
  v.field(
      "bounce", g.bounce,
      {.help = "share of the rise and fall by the legs' constant forces (Eq. 12) that the body "
               "is to show, as far as its feet can do it; at 0 it stays level as far as they can",
       .min = 0,
       .max = 1,
       .settable = true});
  v.field("spine", g.spine,
          {.help = "share of the mean swing of its legs by which a body that carries legs pitches "
                   "along with them, against the others: the chain between front and rear bends up "
                   "and down as an animal gallops",
           .min = 0,
           .max = 1,
           .settable = true});
  v.field("spine_aside", g.spine_aside,
          {.help = "share of the swing of its left legs ahead of its right ones by which such a "
                   "body yaws: the chain bends sideways as an animal walks",
           .min = 0,
           .max = 1,
           .settable = true});
  v.field(
      "balance", g.balance,
      {.help =
           "share of the shift that puts the body over the middle of the standing feet, each with "
           "most weight in the middle of its stance; for slow gaits, which must not fall over",
       .min = 0,
       .max = 1,
       .settable = true});
  v.field("hold_place", g.hold_place,
          {.help = "how fast the body goes back to its wanted place where its feet cannot carry it "
                   "along, per time in which a pendulum of its height falls; more keeps it nearer, "
                   "with larger forces",
           .positive = true});
  v.field("hold_attitude", g.hold_attitude,
          {.help = "the same of the body's wanted attitude", .positive = true});
  v.field("ground_smoothing", g.ground_smoothing,
          {.help = "time constant, in cycles, with which the body follows changes of the ground's "
                   "height and slope",
           .positive = true});
  v.field("height", g.height,
          {.help = "mean height of the body, added to its posture's, over simulated time",
           .dim = dim::length,
           .settable = true});
  v.field("pitch", g.pitch,
          {.help = "attitude of the body that is wanted, nose up, over simulated time",
           .dim = dim::angle,
           .settable = true});
  v.field("direction", g.direction,
          {.help = "direction of motion without a path, to the left of where the figure faces at "
                   "first, over simulated time",
           .dim = dim::angle,
           .settable = true});
  v.field("facing", g.facing,
          {.help = "where the body faces, to the left of the direction of motion, over simulated "
                   "time: 180 deg walks backwards, 90 deg sideways to the right",
           .dim = dim::angle,
           .settable = true});
  v.field("aim", g.aim, {.help = "point that the body faces, instead of `facing`", .or_as = "at"});
  v.field("legs", g.legs, {.help = "what is particular to some legs"});
  v.field("steady", g.steady,
          {.help = "bodies that stay level while the trunk nods and turns, as a head does"});
  v.field("posture", g.posture,
          {.help = "pose of the figure that gives its legs at mid-stance and the centre angles; "
                   "default: the initial one"});
  v.field("gains", g.gains,
          {.help = "gains of joints, 1 for others; later entries override earlier ones"});
  v.field("swings", g.swings, {.help = "joints that swing with legs, as arms do"});
  v.field(
      "gather", g.gather,
      {.help = "time in which a gait that starts during the shot leads the figure from where it "
               "is to its first posture; 0: at once",
       .dim = dim::time,
       .min = 0});
  v.gone("shift_rate", "nothing: a leg gains or loses a tenth of a cycle per cycle");
  v.gone("reaction", "nothing: it is 0.25 s; `body_speed` over time changes the speed more slowly");
  v.gone("recoil",
         "nothing, or more `hold_place` and `hold_attitude`, which keep it nearer to its plan");
  v.gone("bank", "nothing: the body leans by 0.6 of a pendulum's lean into turns");
  v.gone("bend", "nothing: the chain between front and rear takes the curvature of turns");
  v.gone("roll", "nothing: the body takes up the ground's slope and leans into turns");
  v.gone("haste", "nothing: it is 12.5 rad/s");
}

}  // namespace gambol
