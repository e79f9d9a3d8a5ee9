// Every field of a leap and of what chooses one. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/leg_frames/leaps_spec.h"

namespace gambol {

namespace {
constexpr Dimension effort_of_torques{4, 2, -3, 0};  // N2*m2*s
}

void fields(Fields& v, LeapWaySpec& w) {
  v.field("name", w.name, {.help = "name by which targets mean it, such as `head`"});
  v.field("heights", w.heights,
          {.help = "height of the body above the ground, over the distance ahead of the foremost "
                   "foot at take-off, while the figure flies",
           .dim = dim::length,
           .required = true,
           .over = dim::length});
}

void fields(Fields& v, LeapSpec& l) {
  v.field("speed", l.speed,
          {.help = "speed from which it begins", .dim = dim::speed, .required = true});
  v.field("height", l.height,
          {.help = "greatest height of the figure's centre of mass above the ground",
           .dim = dim::length,
           .required = true});
  v.field("run", l.run,
          {.help = "distance from the centre of mass, as the leap begins, to the foremost foot at "
                   "take-off",
           .dim = dim::length,
           .required = true});
  v.field("distance", l.distance,
          {.help = "distance from there to the rearmost of all feet as they come down",
           .dim = dim::length,
           .required = true});
  v.field("lead", l.lead,
          {.help = "time from its beginning until the centre of mass is highest",
           .dim = dim::time,
           .required = true});
  v.field(
      "rises", l.rises,
      {.help = "distance from the foremost foot at take-off to where the last foot comes higher "
               "than a height, over that height; the last key is as high as all feet come",
       .dim = dim::length,
       .required = true,
       .over = dim::length});
  v.field(
      "sinks", l.sinks,
      {.help = "distance from the foremost foot at take-off to where the first foot comes lower "
               "again, over the same heights",
       .dim = dim::length,
       .required = true,
       .over = dim::length});
  v.field("drop", l.drop,
          {.help = "depth by which the ground behind the edge has to be lower at least; 0: the "
                   "leap is for any ground",
           .dim = dim::length,
           .min = 0});
  v.field("ways", l.ways, {.help = "ways of bodies that are to reach a target", .by_name = true});
  v.field("effort", l.effort,
          {.help = "integral of the squares of all torques over time",
           .dim = effort_of_torques,
           .min = 0});
  v.field("mass", l.mass,
          {.help = "mass of the figure with which it was tried; a figure of another mass cannot "
                   "use the leap",
           .dim = dim::mass,
           .positive = true,
           .touches = Touches::nothing});
  v.field("torque", l.torque,
          {.help = "greatest torque of that figure's joints; one whose joints exert less cannot "
                   "use the leap",
           .dim = dim::torque,
           .positive = true,
           .touches = Touches::nothing});
}

void fields(Fields& v, LeapTargetSpec& t) {
  v.field("name", t.name, {.help = "name of the target, which cues run"});
  v.field("at", t.at, {.help = "the point, in world axes", .dim = dim::length, .required = true});
  v.field("by", t.by,
          {.help = "name of the way of a leap, such as that of the head, which is to pass through "
                   "the point",
           .required = true});
  v.field("within", t.within,
          {.help = "largest distance between the way of a leap that is chosen and the point",
           .dim = dim::length,
           .positive = true});
}

void fields(Fields& v, LeapPlanSpec& p) {
  v.field("speed_error", p.speed_error,
          {.help = "largest difference between the present speed and that of a leap to be chosen",
           .dim = dim::speed,
           .positive = true});
  v.field("effort_weight", p.effort_weight,
          {.help = "weight of a leap's effort against its distance and height, m per N2*m2*s",
           .dim = {-3, -2, 3, 0},
           .min = 0});
  v.field("middle_weight", p.middle_weight,
          {.help = "weight of the distance between the middle of the obstacle and that of the leap",
           .min = 0});
  v.field("most_stretch", p.most_stretch,
          {.help = "largest share by which strides before an obstacle are made longer or shorter, "
                   "by their time",
           .min = 0,
           .max = 0.5});
  v.field("stretch_weight", p.stretch_weight,
          {.help = "weight of that share against a leap's distance and height",
           .dim = dim::length,
           .min = 0});
  v.field("unsteady_weight", p.unsteady_weight,
          {.help = "weight of the change of speed over the last half stride against the distance "
                   "and height of a leap that begins at once; each half stride that it waits "
                   "halves it; while the change is unknown, as in the first plan after a leap, "
                   "only a leap that fits no later begins; not for `targets`",
           .dim = dim::time,
           .min = 0});
  v.field(
      "spare", p.spare,
      {.help = "distance by which an obstacle ought to lie within where all feet are high "
               "enough, beyond `margin`: strides are not as long as they were; not for `targets`",
       .dim = dim::length,
       .min = 0});
  v.field("spare_weight", p.spare_weight, {.help = "weight of what it lacks of that", .min = 0});
  v.field("approach_speed", p.approach_speed,
          {.help = "greatest speed that is wanted while an obstacle is ahead within the horizon; "
                   "default: the goal's",
           .dim = dim::speed,
           .positive = true});
  v.field("brake", p.brake,
          {.help = "rate at which the figure slows down before an obstacle that no leap fits; "
                   "default: it goes on",
           .dim = dim::acceleration,
           .positive = true});
  v.field("margin", p.margin,
          {.help = "distance between feet and edges", .dim = dim::length, .min = 0});
  v.field("clearance", p.clearance,
          {.help = "height by which feet go over the top of an obstacle, edge or barrier",
           .dim = dim::length,
           .min = 0});
  v.field("targets", p.targets,
          {.help = "points that the figure leaps at; a cue that runs one's name says when",
           .by_name = true});
  v.gone("horizon", "nothing: it looks ten strides ahead");
  v.gone("steady", "nothing: `most_stretch` is for all strides before a leap");
  v.gone("stops", "nothing: it stops 1.3 of its hips' height before the obstacle");
  v.gone("least_step", "nothing: steps lower than 0.17 of the hips' height are no obstacles");
  v.gone("deepest", "nothing: it lands on ground that is at most 1.3 of the hips' height deeper");
  v.gone("widest",
         "nothing: it looks for ground as far behind an edge as 8.7 of the hips' heights");
  v.gone("room", "nothing: it lands on level ground of 1.7 of the hips' height");
}

}  // namespace gambol
