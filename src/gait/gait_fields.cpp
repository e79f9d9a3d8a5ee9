// Every field of a gaits file and of a gait's design. See schema/fields.h.

#include "gait/gait_design.h"
#include "gait/gait_plan.h"
#include "gait/gait_spec.h"
#include "schema/fields.h"

namespace gambol {

void fields(Fields& v, GaitPhases& p) {
  v.field("left", p.left,
          {.help = "phases of the left legs, from front to back", .min = 0, .max = 1});
  v.field("right", p.right,
          {.help = "phases of the right legs, from front to back", .min = 0, .max = 1});
  v.field("middle", p.middle,
          {.help = "phases of the legs in the middle, from front to back", .min = 0, .max = 1});
}

void fields(Fields& v, GaitRule& r) {
  v.field("between_rows", r.between_rows,
          {.help = "phase by which each row is ahead of the row before it",
           .min = -1,
           .max = 1,
           .required = true});
  v.field("across", r.across,
          {.help = "phase by which right legs are ahead of left legs",
           .min = -1,
           .max = 1,
           .required = true});
}

void fields(Fields& v, GaitPattern& g) {
  v.field("name", g.name, {.help = "name of the gait"});
  v.field("about", g.about, {.help = "description of the gait", .touches = Touches::nothing});
  v.field(
      "duty_factor", g.duty_factor,
      {.help = "share of a cycle that a foot is on the ground, unless the gait's design gives it",
       .positive = true});
  v.field(
      "phases", g.phases,
      {.help =
           "relative phase of each leg: its foot is placed when 1 - phase of a cycle has elapsed"});
  v.field("rule", g.rule, {.help = "relative phases for any number of rows, instead of `phases`"});
}

void fields(Fields& v, GaitTable& t) {
  v.field("about", t.about, {.help = "description of the gaits", .touches = Touches::nothing});
  v.field("patterns", t.patterns,
          {.help = "gaits by name: which foot is on the ground when",
           .required = true,
           .by_name = true});
}

void fields(Fields& v, GaitDesign& g) {
  v.field("period", g.period,
          {.help = "duration of one cycle", .dim = dim::time, .positive = true});
  v.field("duty_factor", g.duty_factor,
          {.help = "share of the period that a foot is on the ground", .positive = true});
  v.field("support_duration", g.support_duration,
          {.help = "time that a foot is on the ground", .dim = dim::time, .positive = true});
  v.field("transfer_duration", g.transfer_duration,
          {.help = "time that a foot is in the air", .dim = dim::time, .positive = true});
  v.field("stroke", g.stroke,
          {.help = "distance that the body travels while a foot supports it",
           .dim = dim::length,
           .min = 0});
  v.field("body_speed", g.body_speed,
          {.help = "speed of the body over the ground", .dim = dim::speed, .min = 0});
  v.field("leg_speed", g.leg_speed,
          {.help = "speed of a foot along its transfer curve, relative to the body",
           .dim = dim::speed,
           .positive = true});
}

void fields(Fields& v, GaitShiftSpec& s) {
  v.field("at", s.at,
          {.help = "simulated time at which legs begin to shift, each at its next mid-stance",
           .dim = dim::time,
           .required = true});
  v.field("gait", s.gait,
          {.help = "a gait of figures/gaits.yaml by its name, or one written out",
           .required = true,
           .or_as = "name"});
}

void fields(Fields& v, GainSpec& g) {
  v.field("joints", g.joints, {.help = "names of joints, or patterns", .required = true});
  v.field(
      "gain", g.gain,
      {.help = "weight by which the joints are kept near their centre angles", .positive = true});
}

void fields(Fields& v, StepKeySpec& k) {
  v.field("at", k.at,
          {.help = "share of the swing's time; default: such that the foot moves at even speed",
           .min = 0,
           .max = 1});
  v.field("progress", k.progress,
          {.help = "share of the way from foothold to foothold, relative to the body; over "
                   "simulated time, taken as the step begins, as are height and pitch",
           .required = true});
  v.field("height", k.height,
          {.help = "height above the line between the footholds",
           .dim = dim::length,
           .required = true});
  v.field("side", k.side, {.help = "displacement outwards", .dim = dim::length});
  v.field(
      "pitch", k.pitch,
      {.help = "pitch of the foot there, toes up, if the gait has level_feet", .dim = dim::angle});
  v.field("posture", k.posture,
          {.help = "pose of the figure that gives the leg's centre angles there; default: those of "
                   "the stance"});
  v.field("gains", k.gains,
          {.help = "gains of joints there; other joints have the gait's. Centre angles and gains "
                   "change smoothly between keys"});
}

void fields(Fields& v, StepSpec& s) {
  v.field("height", s.height,
          {.help = "height of a foot in the middle of its step, if there are no keys",
           .dim = dim::length,
           .min = 0});
  v.field(
      "keys", s.keys,
      {.help =
           "positions of the foot during its swing, in order; a smooth curve goes through them"});
  v.field("clearance", s.clearance,
          {.help = "on terrain: least height of the foot above the ground in the middle of its "
                   "swing, less towards its ends; the step is raised as far as needed",
           .dim = dim::length,
           .min = 0});
  v.field(
      "search", s.search,
      {.help = "on terrain: distance from its planned foothold within which a foot may be placed "
               "to find flat ground; the ground must be flat within a quarter of this distance",
       .dim = dim::length,
       .min = 0});
  v.field("steepest", s.steepest,
          {.help = "largest rise over run that counts as flat", .positive = true});
}

void fields(Fields& v, LegGaitSpec& l) {
  v.field("legs", l.legs, {.help = "names of the legs", .required = true});
  v.field("push", l.push,
          {.help = "share of the body's weight that each of them carries in the mean, relative to "
                   "the shares of the others, which are 1 unless they are written (Eq. 12)",
           .positive = true});
  v.field("duty_factor", l.duty_factor,
          {.help = "share of the period that their feet are on the ground, over simulated time; "
                   "default: the gait's",
           .positive = true});
  v.field(
      "leg_force", l.leg_force,
      {.help = "upward force of each of them while it stands, in weights of the figure, instead "
               "of duty_factor = share of the weight / leg_force (Eq. 12 and 13), over simulated "
               "time; default: the gait's",
       .positive = true});
  v.field("foot_force", l.foot_force,
          {.help = "largest horizontal force of each of their feet, in weights of the figure (Eq. "
                   "14); default: the gait's",
           .positive = true});
  v.field("step", l.step, {.help = "path of their feet through the air; default: the gait's"});
  v.field("footing", l.footing,
          {.help = "1 where their feet find hold on the ground, below a half where they do not, as "
                   "on ice; the other legs then carry the body. Over simulated time",
           .min = 0,
           .max = 1});
  v.gone("stroke", "`duty_factor`: the stroke as a share of the way of the body in a cycle");
}

}  // namespace gambol
