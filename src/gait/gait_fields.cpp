// Every field of a gaits file and of a gait's design. See schema/fields.h.

#include "gait/gait_design.h"
#include "gait/gait_spec.h"
#include "schema/fields.h"

namespace gambol {

void fields(Fields& v, GaitPhases& p) {
  v.field("left", p.left,
          {.help = "phases of the left legs, from front to back", .min = 0, .max = 1});
  v.field("right", p.right,
          {.help = "phases of the right legs, from front to back", .min = 0, .max = 1});
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

}  // namespace gambol
