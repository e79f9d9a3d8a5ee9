// Every field of a gait of leg frames. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {
namespace {

// A curve over a share of a stride or of a swing.
Field over_phase(const char* help, Dimension dimension) {
  return {.help = help, .dim = dimension, .over = dim::ratio};
}

}  // namespace

void fields(Fields& v, StrideFrameSpec& f) {
  v.field("name", f.name, {.help = "name of a leg frame, or a pattern"});
  v.field("height", f.height,
          over_phase("height of the hips above the ground, over the phase of the stride; default: "
                     "as with all joints at 0",
                     dim::length));
  v.field(
      "bounces", f.bounces,
      {.help = "height of the hips as feet come down, over the speed that is wanted, instead of "
               "`height`: each leg pushes with half a sine of force over its stance, and hips "
               "go up and down as that and the flight between let them",
       .dim = dim::length,
       .over = dim::speed});
  v.field("brakes", f.brakes,
          {.help = "distance by which hips that `bounces` keeps up are lower, over the speed by "
                   "which the figure is faster than is wanted at once: feet that brake come down "
                   "farther ahead",
           .dim = dim::length,
           .over = dim::speed});
  v.field("pitch", f.pitch,
          over_phase("pitch of the frame, nose down, over the phase of the stride", dim::angle));
  v.field(
      "roll", f.roll,
      over_phase("roll of the frame, right side down, over the phase of the stride", dim::angle));
  v.field("yaw", f.yaw,
          over_phase("turn of the frame to the left of the heading, over the phase of the stride",
                     dim::angle));
}

void fields(Fields& v, StrideLegSpec& l) {
  v.field("name", l.name, {.help = "name of a leg, or a pattern"});
  v.field("step", l.step,
          {.help = "where the foot comes down, forward and outwards of where it is with all joints "
                   "at 0, besides what the speed asks for",
           .dim = dim::length});
  v.field("placement", l.placement,
          {.help = "time by which the error of the frame's velocity displaces the foothold",
           .dim = dim::time,
           .min = 0});
  v.field("placement_aside", l.placement_aside,
          {.help = "the same for its velocity across the heading; default: as `placement`",
           .dim = dim::time,
           .min = 0});
  v.field(
      "lift", l.lift,
      over_phase("height of the foot over the ground, over the phase of the swing", dim::length));
  v.field("progress", l.progress,
          over_phase("share of the way to the foothold, over the phase of the swing", dim::ratio));
  v.field("pull", l.pull,
          over_phase("stiffness of the force that pulls the foot to its way, over the phase of the "
                     "swing",
                     dim::force_per_length));
  v.field("drive", l.drive,
          {.help = "force forward on the frame while the leg stands, over the distance of the hip "
                   "ahead of the foot",
           .dim = dim::force,
           .over = dim::length});
  v.field("toe_off", l.toe_off,
          {.help = "pitch of the foot, heel up, as it leaves the ground", .dim = dim::angle});
  v.field("toe_off_time", l.toe_off_time,
          {.help = "time before the swing from which the heel rises",
           .dim = dim::time,
           .positive = true});
  v.field("strike", l.strike,
          {.help = "pitch of the foot, heel up, as it comes down", .dim = dim::angle});
  v.field("strike_time", l.strike_time,
          {.help = "time from the footfall in which the foot takes its pitch on the ground",
           .dim = dim::time,
           .positive = true});
  v.field("pitch", l.pitch,
          over_phase("pitch of the swinging foot, heel up, over the phase of the swing; default: "
                     "evenly from `toe_off` to `strike`",
                     dim::angle));
  v.field("stance_pitch", l.stance_pitch,
          over_phase("pitch of the standing foot, heel up, over the share of its stance; "
                     "default: by `strike` and `toe_off` and their times",
                     dim::angle));
  v.field("inversion", l.inversion,
          over_phase("inversion of the swinging foot, inner edge up, over the phase of the swing",
                     dim::angle));
  v.field("stance_inversion", l.stance_inversion,
          over_phase("inversion of the standing foot, inner edge up, over the share of its stance",
                     dim::angle));
  v.field("aside", l.aside,
          over_phase("distance by which the swinging foot is outwards of the straight way to its "
                     "foothold, over the phase of the swing: it passes beside the other leg",
                     dim::length));
  v.gone("duty_factor", "`duty_factor` of the gait, for all its legs");
}

void fields(Fields& v, StrideGainsSpec& g) {
  v.field("height_stiffness", g.height_stiffness,
          {.help = "force per error of a frame's height", .dim = dim::force_per_length, .min = 0});
  v.field("height_damping", g.height_damping,
          {.help = "force per vertical speed of a frame", .dim = dim::force_per_speed, .min = 0});
  v.field("speed_gain", g.speed_gain,
          {.help = "force per error of a frame's forward velocity",
           .dim = dim::force_per_speed,
           .min = 0});
  v.field("aside_gain", g.aside_gain,
          {.help = "force per error of a frame's velocity aside",
           .dim = dim::force_per_speed,
           .min = 0});
  v.field("turn_stiffness", g.turn_stiffness,
          {.help = "torque per error of a frame's orientation", .dim = dim::torque, .min = 0});
  v.field("turn_damping", g.turn_damping,
          {.help = "torque per angular velocity of a frame", .dim = dim::torque_time, .min = 0});
  v.field("yaw_gain", g.yaw_gain,
          {.help = "rate of turning per angle from the heading that is wanted, by steps aside",
           .dim = dim::frequency,
           .min = 0});
  v.field("turn_share", g.turn_share,
          {.help = "share of the angle from the heading that is wanted by which it turns; 0: it "
                   "keeps its heading, as feet that stand must",
           .min = 0,
           .max = 1});
  v.field("swing_damping", g.swing_damping,
          {.help = "force per error of a swinging foot's velocity",
           .dim = dim::force_per_speed,
           .min = 0});
  v.field(
      "least_share", g.least_share,
      {.help = "share of a frame's force that each of two standing legs keeps, whatever balances "
               "the figure about its long axis; in proportion less while a leg takes on its "
               "share or gives it away",
       .min = 0,
       .max = 0.5});
  v.field("spine_yaw", g.spine_yaw,
          {.help = "share of the vertical part of the couple that the back gives a frame "
                   "(`spine_share`): what turns one frame to its heading turns the other away "
                   "from it",
           .min = 0,
           .max = 1});
  v.field(
      "press", g.press,
      {.help = "force that presses a foot to the ground which is to stand and does not touch it, "
               "in full once the foot is lowered by `late_drop`; its leg then follows the "
               "frame's height as it is",
       .dim = dim::force,
       .min = 0});
  v.field("foot_follows", g.foot_follows,
          {.help = "share of the leg's pitch by which its foot pitches, too", .min = 0, .max = 1});
  v.field("through_hips", g.through_hips,
          {.help = "how far the force that bears the frame points from the foot to the hip, forth "
                   "and back, which takes no torque of the hip; 0: it points upwards",
           .min = 0,
           .max = 1});
  v.field("through_hips_aside", g.through_hips_aside,
          {.help = "how far that force points from the foot to the middle of the frame's hips, "
                   "aside: it does not roll the frame over",
           .min = 0,
           .max = 1});
  v.field("stance_follows", g.stance_follows,
          {.help = "how far legs that stand take the shape for the frame's height as it is, not as "
                   "it is to be: 1: only forces lift it, and no foot is pulled off the ground",
           .min = 0,
           .max = 1});
  v.field("height_ahead", g.height_ahead,
          {.help = "share of the force, besides the weight, that the acceleration of a frame's "
                   "height over the phase of the stride takes",
           .min = 0,
           .max = 1});
}

void fields(Fields& v, StrideSwitchSpec& s) {
  v.field("speed", s.speed,
          {.help = "speed that is wanted at once, from or below which the gait changes",
           .dim = dim::speed,
           .required = true});
  v.field("over", s.over,
          {.help = "time in which the numbers of one gait, its footfalls too, go over into the "
                   "other's; 0: at once, as soon as both gaits ask the same legs to stand",
           .dim = dim::time,
           .min = 0});
  v.field("brakes_to", s.brakes_to,
          {.help = "while the figure is faster than this, and faster than its goal by more than "
                   "`lag`, the gait does not give way: it brakes first. Default: it gives way at "
                   "any speed of the figure",
           .dim = dim::speed,
           .min = 0});
  v.field("lag", s.lag,
          {.help = "speed by which the figure may be faster than its goal as the gait gives way, "
                   "if it is faster than `brakes_to`",
           .dim = dim::speed,
           .min = 0});
  v.gone("matching", "`over: 0 s`, which waits until both gaits ask the same legs to stand");
}

void fields(Fields& v, StridePushedSpec& p) {
  v.field("left", p.left, {.help = "gait whose numbers it takes on while it moves to the left"});
  v.field("right", p.right, {.help = "gait whose numbers it takes on while it moves to the right"});
  v.field("from", p.from,
          {.help = "largest speed of a leg frame across the heading that is wanted at once, in a "
                   "turn, too, at which it keeps its own",
           .dim = dim::speed,
           .min = 0});
  v.field("over", p.over,
          {.help = "increase of this speed over which the other gait's numbers replace its own",
           .dim = dim::speed,
           .positive = true});
}

void fields(Fields& v, StrideSpec& s) {
  v.field("name", s.name, {.help = "name of the gait of this skill"});
  v.field("as", s.as,
          {.help = "gait above this one that has what this one does not say: footfalls, times, "
                   "each of the gains, `balance` as a whole, and what comes before its own "
                   "frames, legs and angles; not `speeds`, switches and `pushed`",
           .touches = Touches::nothing});  // what it takes over counts
  v.field(
      "speeds", s.speeds,
      {.help = "least and greatest speed at which it is used; where the ranges of two gaits "
               "overlap, they are interpolated; default: used where its name stands, as in `only`",
       .dim = dim::speed});
  v.field("from_slower", s.from_slower,
          {.help = "how it takes over from the gait before it; default: they are interpolated over "
                   "the speed"});
  v.field("to_slower", s.to_slower,
          {.help = "how it gives way to the gait before it, at a lower speed than it took over"});
  v.field("pushed", s.pushed,
          {.help = "gaits of this skill, with the same footfalls, whose numbers it takes on "
                   "while a leg frame moves aside, as after a push; not while two gaits are "
                   "interpolated, nor as the gait of `catch` or of an act"});
  v.field("gait", s.gait,
          {.help = "which foot is on the ground when: a gait of figures/gaits.yaml by its name, or "
                   "one written out; required without `as`",
           .or_as = "name"});
  v.field("duty_factor", s.duty_factor,
          {.help = "share of a stride that a foot is to be on the ground; 1: it stands",
           .max = 1,
           .positive = true});
  v.field("duty_by_speed", s.duty_by_speed,
          {.help = "what is added to the duty factors of its legs, over the speed that is wanted",
           .dim = dim::ratio,
           .min = -0.5,
           .max = 0.5,
           .over = dim::speed});
  v.field("period", s.period,
          {.help = "duration of a stride, over the speed that is wanted",
           .dim = dim::time,
           .positive = true,
           .over = dim::speed});
  v.field("varies", s.varies,
          {.help = "standard deviation of the durations of strides, as a share of `period`, over "
                   "the speed that is wanted: each step lasts longer or shorter at random, by the "
                   "shot's `seed`",
           .dim = dim::ratio,
           .min = 0,
           .max = 0.2,
           .over = dim::speed});
  v.field("hurry", s.hurry,
          {.help = "factor by which strides are quicker, over the speed aside: the present one, as "
                   "after a push, or on soles the one that is wanted",
           .positive = true,
           .over = dim::speed});
  v.field("hurry_low", s.hurry_low,
          {.help = "factor by which strides are quicker besides, over the largest distance of a "
                   "leg frame's hips below the height that the gait wants (negative: above it): "
                   "the sooner a foot comes down",
           .positive = true,
           .over = dim::length});
  v.field("lean", s.lean,
          {.help = "pitch, nose down, added to that of leg frames and of `steady` bodies that do "
                   "not rest",
           .dim = dim::angle});
  v.field("gains", s.gains, {.help = "gains of forces and torques"});
  v.field("balance", s.balance, {.help = "how it balances, if the skill has a `sole`"});
  v.field("frames", s.frames, {.help = "what it says of leg frames", .by_name = true});
  v.field("legs", s.legs, {.help = "what it says of legs", .by_name = true});
  v.field("angles", s.angles,
          {.help = "angles of joints that are neither in legs nor in backs, such as swinging arms",
           .by_name = true});
  v.field("joints", s.joints,
          {.help = "gains of the servos of joints while this gait is used, instead of the skill's",
           .by_name = true});
}

}  // namespace gambol
