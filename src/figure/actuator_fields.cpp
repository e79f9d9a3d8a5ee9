// The fields of what moves the joints of a figure file: actuators, motor programs, poses. See
// schema/fields.h.

#include "figure/figure_spec.h"
#include "schema/fields.h"

namespace gambol {

void fields(Fields& v, BodyPointSpec& p) {
  v.field("body", p.body, {.help = "a body of the figure", .required = true});
  v.field("at", p.at, {.help = "the point in the body's frame", .dim = dim::length});
}

void fields(Fields& v, ActuatorSpec& a) {
  v.field("name", a.name,
          {.help = "name by which a figure that extends this one changes or removes the actuator",
           .touches = Touches::nothing});
  v.field("type", a.type, {.help = "force law", .required = true});
  v.field("joints", a.joints,
          {.help = "names of bodies whose joints the actuator acts on; `*` and `?` match many"});
  v.field("between", a.between,
          {.help = "two points of two bodies, instead of joints: the actuator acts on their "
                   "distance",
           .or_as = "body"});
  v.field("scale", a.scale,
          {.help = "mass in kg that multiplies strength, stiffness and damping: of the joint's "
                   "body, of everything that it carries, or of the figure"});
  v.field("strength", a.strength,
          {.help = "alpha of an exponential spring: force = alpha (exp(beta x) - 1)",
           .dim = dim::torque,
           .or_dim = {dim::force, dim::torque_per_mass, dim::force_per_mass},
           .min = 0});
  v.field("rise", a.rise,
          {.help = "beta of an exponential spring",
           .dim = dim::per_angle,
           .or_dim = {dim::per_length},
           .min = 0});
  v.field("stiffness", a.stiffness,
          {.help = "stiffness of a linear spring or limit, per rad or m; default of a limit: by "
                   "weight and inertia of what hangs on the joint",
           .dim = dim::torque,
           .or_dim = {dim::force_per_length, dim::torque_per_mass, dim::force_per_length_per_mass},
           .min = 0});
  v.field(
      "damping", a.damping,
      {.help = "damping of a damper, beyond a limit, or of a spring between two points",
       .dim = dim::torque_time,
       .or_dim = {dim::force_per_speed, dim::torque_time_per_mass, dim::force_per_speed_per_mass},
       .min = 0});
  v.field("rest", a.rest,
          {.help = "rest position, or rest length, over simulated time; default: that at the start",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("lower", a.lower,
          {.help = "lower end of a limit's range; of a limit without range: the joint's `limits`",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("upper", a.upper,
          {.help = "upper end of a limit's range", .dim = dim::angle, .or_dim = {dim::length}});
  // The numbers that follow from these count.
  v.field("give", a.give,
          {.help = "of a limit without stiffness: how far the joint gives way under the greatest "
                   "weight that it may have to bear",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .positive = true,
           .touches = Touches::nothing});
  v.field("sag", a.hold.sag,
          {.help = "of a hold: by how much the joint gives way under the load",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .positive = true,
           .touches = Touches::nothing});
  v.field("damping_ratio", a.hold.damping_ratio,
          {.help = "of a hold: of the swing about that place; 1: without overshoot",
           .min = 0,
           .touches = Touches::nothing});
  v.field("load", a.hold.load,
          {.help = "of a hold: posture: weight of what the joint carries, as the figure is "
                   "written, upright; most: the same in whatever posture it bends the joint most; "
                   "stance: the leg's share of the figure's weight, at its tip",
           .touches = Touches::nothing});
  v.field("legs", a.hold.legs,
          {.help = "of a hold in stance: how many legs share the weight; default: all",
           .min = 1,
           .touches = Touches::nothing});
}

void fields(Fields& v, RampSpec& r) {
  v.field("joint", r.joint, {.help = "joint whose springs' rest position moves", .required = true});
  v.field(
      "to", r.to,
      {.help = "rest position at the end of the ramp", .dim = dim::angle, .or_dim = {dim::length}});
  v.field("strength", r.strength,
          {.help = "instead of `to`: factor of the springs' strength or stiffness at the end of "
                   "the ramp; 1: as in the figure",
           .min = 0});
  v.field(
      "through", r.through,
      {.help = "instead of `to`: a table of rest positions over fractions of `over`, [FRACTION, "
               "POSITION] or [FRACTION, POSITION, ease]; before the first, the way to it",
       .dim = dim::angle,
       .or_dim = {dim::length}});
  v.field("start", r.start, {.help = "start, as a fraction of the phase", .min = 0, .max = 1});
  v.field("over", r.over, {.help = "duration, as a fraction of the phase", .min = 0, .max = 1});
  v.field("ease", r.ease,
          {.help = "whether the ramp begins and ends slowly (smoothstep) instead of going at "
                   "constant speed"});
}

void fields(Fields& v, MotorProgramSpec& p) {
  v.field("name", p.name, {.help = "name by which gaits and cues refer to the program"});
  v.field("ramps", p.ramps, {.help = "ramps of rest positions, in any order", .required = true});
}

void fields(Fields& v, JointTarget& t) {
  v.field("name", t.name, {.help = "name of a joint, or a pattern"});
  v.field("to", t.to,
          {.help = "position of the joint",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
}

void fields(Fields& v, PoseSpec& p) {
  v.field("name", p.name, {.help = "name by which shots, cues and expectations refer to the pose"});
  v.field(
      "joints", p.joints,
      {.help =
           "positions by joint; `*` and `?` match many, and later entries override earlier ones",
       .required = true,
       .or_as = "to",
       .by_name = true});
  v.field("rests", p.rests,
          {.help = "rest positions of springs that hold the pose against weight and ground, by "
                   "joint, where they differ from the joints' positions",
           .or_as = "to",
           .by_name = true});
}

}  // namespace gambol
