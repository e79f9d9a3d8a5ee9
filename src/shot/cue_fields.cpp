// Every field of a cue. See schema/fields.h.

#include "schema/fields.h"
#include "schema/settable.h"
#include "shot/controllers/controller_kind.h"
#include "shot/cue_spec.h"

namespace gambol {
namespace {

// The settable fields of every kind of controller, each name once.
const std::vector<SettableField>& all_settable() {
  static const std::vector<SettableField> all = ControllerKind::settable_fields();
  return all;
}

// The field as a cue writes it: one value, which is reached in the cue's own time.
Field of_cue(Field field) {
  field.required = field.settable = false;
  return field;
}

}  // namespace

const std::vector<std::string>& settable_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const SettableField& field : all_settable()) list.push_back(field.name);
    return list;
  }();
  return names;
}

void fields(Fields& v, PushSpec& p) {
  v.field("figure", p.figure, {.help = "figure of the body; default: the only one"});
  v.field("body", p.body, {.help = "body that is pushed", .required = true});
  v.field("force", p.force, {.help = "force in world axes", .dim = dim::force, .required = true});
  v.field("at", p.at,
          {.help = "point of the body at which the force acts, in the body's frame; default: its "
                   "centre of mass",
           .dim = dim::length});
  v.field("over", p.over,
          {.help = "duration of the push", .dim = dim::time, .required = true, .positive = true});
}

void fields(Fields& v, RateSpec& r) {
  v.field("name", r.name, {.help = "name of a joint or of one of its degrees of freedom"});
  v.field("to", r.to,
          {.help = "rate from now on",
           .dim = dim::angular_speed,
           .or_dim = {dim::speed},
           .required = true});
}

void fields(Fields& v, KickSpec& k) {
  v.field("figures", k.figures, {.help = "figures, by names or patterns", .required = true});
  v.field("body", k.body,
          {.help = "body that is struck: an impulse at its centre of mass changes its velocity, "
                   "and with it those of the figure; default: the whole figure moves"});
  v.field(
      "velocity", k.velocity,
      {.help = "velocity added to the root's, or the body's, in world axes", .dim = dim::speed});
  v.field("spin", k.spin,
          {.help = "angular velocity added to the root's, or the body's, in world axes",
           .dim = dim::angular_speed});
  v.field("velocity_spread", k.velocity_spread,
          {.help = "random part of the velocity, uniform between plus and minus this, per axis",
           .dim = dim::speed});
  v.field("spin_spread", k.spin_spread,
          {.help = "random spin, uniform between plus and minus this, per axis",
           .dim = dim::angular_speed,
           .min = 0});
  v.field("rates", k.rates,
          {.help = "new rates by joint or pattern; the root and other joints keep theirs",
           .or_as = "to",
           .by_name = true});
}

void fields(Fields& v, SpawnSpec& s) {
  v.field("figures", s.figures,
          {.help = "dormant figures, by names or patterns", .required = true});
  v.field("every", s.every,
          {.help = "time from one figure to the next, in the order of the shot",
           .dim = dim::time,
           .min = 0});
  v.field("velocity", s.velocity,
          {.help = "velocity of the root, in world axes", .dim = dim::speed});
  v.field("velocity_spread", s.velocity_spread,
          {.help = "random part of the velocity, uniform between plus and minus this, per axis",
           .dim = dim::speed});
  v.field("spin_spread", s.spin_spread,
          {.help = "random spin, uniform between plus and minus this, per axis",
           .dim = dim::angular_speed,
           .min = 0});
}

void fields(Fields& v, ReverseSpec& r) {
  v.field("skill", r.controller, {.help = "a gait: NAME or FIGURE.NAME", .required = true});
  v.field("legs", r.legs, {.help = "names or patterns of legs; default: all"});
}

void fields(Fields& v, RestSpec& r) {
  v.field("name", r.name, {.help = "name of a joint, or a pattern"});
  v.field("to", r.to,
          {.help = "new rest position of the joint's springs",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
}

void fields(Fields& v, RestsSpec& r) {
  v.field("figure", r.figure, {.help = "figure of the joints; default: the only one"});
  v.field("pose", r.pose, {.help = "one of the figure's poses", .touches = Touches::nothing});
  v.field("joints", r.joints,
          {.help = "rest positions by joint or pattern, which override the pose",
           .or_as = "to",
           .by_name = true});
}

void fields(Fields& v, DriveSpec& d) {
  v.field("figure", d.figure, {.help = "figure of the joints; default: the only one"});
  v.field("joints", d.joints, {.help = "names of joints, or patterns", .required = true});
  v.field("to", d.to,
          {.help = "dynamic, hold (stopped at its position) or follow (moved by its `motion`)",
           .required = true});
}

void fields(Fields& v, SpringsSpec& s) {
  v.field("figure", s.figure, {.help = "figure of the joints; default: the only one"});
  v.field("joints", s.joints, {.help = "names of joints, or patterns", .required = true});
  v.field("on", s.on, {.help = "whether their springs exert forces from now on"});
  v.field("here", s.here,
          {.help = "whether the springs rest from now on where their joints are at this moment"});
  v.field("strength", s.strength,
          {.help = "factor of their strength or stiffness, reached at once or over `over`; 1: as "
                   "in the figure",
           .min = 0});
}

void fields(Fields& v, SettingsSpec& s) {
  v.field("friction", s.friction, {.help = "friction coefficient of every contact", .min = 0});
  v.field("elasticity", s.elasticity, {.help = "restitution of every contact", .min = 0});
  v.field("gravity", s.gravity, {.help = "gravity, changed at once", .dim = dim::acceleration});
  v.field("skill", s.controller,
          {.help = "NAME or FIGURE.NAME of the skill that the following fields change"});
  s.values.resize(settable_names().size());
  for (std::size_t k = 0; k < s.values.size(); ++k)
    v.field(settable_names()[k].c_str(), s.values[k], of_cue(all_settable()[k].field));
}

void fields(Fields& v, CueSpec& c) {
  v.field("name", c.name,
          {.help = "name of the mark that the cue leaves in the poses", .required = true});
  v.field("at", c.at,
          {.help = "simulated time at which the cue happens",
           .dim = dim::time,
           .min = 0,
           .frames = true});
  v.field("after", c.after,
          {.help = "another cue that this one follows: NAME, or NAME + TIME; with `when` too, the "
                   "condition counts from then on"});
  v.field(
      "when", c.when,
      {.help = "a condition: SUBJECT broken, touches [BODY], above or below HEIGHT, JOINT above or "
               "below ANGLE, JOINT position or rate above or below VALUE, BODY leans ANGLE, FIGURE "
               "tilted ANGLE or slower SPEED; + TIME delays"});
  v.field("repeats", c.repeats,
          {.help = "whether the cue happens every time that its `when` comes true, or that the "
                   "cue of its `after` happens; default: only the first time"});
  v.field("start", c.start, {.help = "skill to start: NAME or FIGURE.NAME"});
  v.field("stop", c.stop, {.help = "skill to stop: NAME or FIGURE.NAME"});
  v.field("run", c.run,
          {.help = "motor program of the figure, or act of a skill, to run: NAME or FIGURE.NAME"});
  v.field(
      "over", c.over,
      {.help = "duration of the program that `run` plays, and of the changes by `rest`, `set` and "
               "`springs`",
       .dim = dim::time,
       .min = 0});
  v.field(
      "ease", c.ease,
      {.help = "whether changes by `rest`, `set` and `springs` begin and end slowly (smoothstep) "
               "instead of going at constant speed"});
  v.field("rest", c.rest,
          {.help = "new rest positions of springs, reached at once or over `over`"});
  v.field("set", c.set, {.help = "new values of settings of the shot"});
  v.field("push", c.push, {.help = "a force that acts for a time"});
  v.field("kick", c.kick, {.help = "an instant change of velocity"});
  v.field("drive", c.drive, {.help = "new drive of joints: by forces, held, or by their motion"});
  v.field("springs", c.springs,
          {.help = "springs of joints turned on or off, or made stronger or weaker"});
  v.field("spawn", c.spawn, {.help = "dormant figures that appear", .or_as = "figures"});
  v.field(
      "reverse", c.reverse,
      {.help = "gait whose legs swing in the opposite direction from now on", .or_as = "skill"});
  v.field("emit", c.emit,
          {.help = "emitters (names or patterns) that throw particles from their `point`"});
  v.field("attach", c.attach, {.help = "attachments that hold from now on"});
  v.field("detach", c.detach, {.help = "attachments that let go"});
  v.field("break", c.break_, {.help = "attachments that break"});
}

}  // namespace gambol
