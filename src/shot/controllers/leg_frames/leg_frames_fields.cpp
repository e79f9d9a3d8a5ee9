// Every field of a controller of leg frames but those of its gaits, its acts and its balance. See
// schema/fields.h.

#include <cmath>

#include "schema/fields.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {
void fields(Fields& v, LegFrameSpec& f) {
  v.field("name", f.name, {.help = "name of the leg frame"});
  v.field("body", f.body, {.help = "body that carries the legs", .required = true});
  v.field("legs", f.legs, {.help = "names of its legs", .required = true});
  v.field("bears", f.bears,
          {.help = "share of the figure's weight that its legs bear on average, whatever the error "
                   "of its height",
           .min = 0,
           .max = 1});
  v.field("spine_share", f.spine_share,
          {.help = "share of the torque that turns the frame which the spine exerts, not the legs",
           .min = 0,
           .max = 1});
}

void fields(Fields& v, JointGainSpec& g) {
  v.field("name", g.name, {.help = "name of a joint or of one of its degrees of freedom"});
  v.field("stiffness", g.stiffness,
          {.help = "torque per angle from the one wanted", .dim = dim::torque, .min = 0});
  v.field("damping", g.damping,
          {.help = "torque per rate of the joint", .dim = dim::torque_time, .min = 0});
  v.field("hangs", g.hangs,
          {.help = "whether what the joint carries hangs from it, as a relaxed arm does: no torque "
                   "bears its weight there; what carries it does"});
}

void fields(Fields& v, GazeSpec& s) {
  v.field("within", s.within,
          {.help = "largest angle by which it turns on what carries it",
           .dim = dim::angle,
           .min = 0,
           .max = M_PI / 2});
  v.field("over", s.over,
          {.help = "time constant with which it turns to where it looks",
           .dim = dim::time,
           .positive = true});
  v.field(
      "ahead", s.ahead,
      {.help = "it looks where the figure is to face after this time", .dim = dim::time, .min = 0});
}

void fields(Fields& v, SteadyBodySpec& s) {
  v.field("body", s.body, {.help = "name of the body", .required = true});
  v.field("pitch", s.pitch,
          {.help = "its pitch, nose down, over the phase of the stride",
           .dim = dim::angle,
           .over = dim::ratio});
  v.field("rests", s.rests,
          {.help = "whether its joints damp its turning in the world, not their own"});
  v.field(
      "looks", s.looks,
      {.help = "it keeps its yaw in the world, too: it looks where the figure is to face, still "
               "while what carries it turns to and fro, and before the figure has turned "
               "there; default: it looks where what carries it faces",
       .or_as = "within"});
}

void fields(Fields& v, LegFramesSpec& c) {
  v.field("speed", c.speed, {.help = "speed to go at", .dim = dim::speed, .settable = true});
  v.field("heading", c.heading,
          {.help = "direction to go in, to the left of the world's x; default: where the figure "
                   "faces at the start",
           .dim = dim::angle,
           .settable = true});
  v.field(
      "facing", c.facing,
      {.help = "direction to face while it goes, to the left of `heading`: 180 deg backwards, 90 "
               "deg to its right",
       .dim = dim::angle,
       .settable = true});
  v.field("frames", c.frames,
          {.help = "the leg frames, from front to back", .required = true, .by_name = true});
  v.field("only", c.only,
          {.help = "name of the one gait that is used, at all speeds; default: the speed chooses"});
  v.field("gaits", c.gaits,
          {.help = "the gaits, by rising speeds", .required = true, .by_name = true});
  v.field("acts", c.acts,
          {.help = "motions that happen once, such as sitting down: a cue runs them by their name "
                   "(`run`)",
           .by_name = true});
  v.field(
      "plan_leaps", c.plan_leaps,
      {.help = "looks ahead for steps, gaps and barriers, and runs acts that are leaps over them"});
  v.field("catch", c.catches,
          {.help = "steps in place as it stands and topples, and acts wait until it stands again; "
                   "default: it stands whatever happens"});
  v.field("limp", c.limp,
          {.help = "goes limp as it has fallen, until an act begins; default: it goes on as if it "
                   "stood"});
  v.field(
      "joints", c.joints,
      {.help = "gains of the servos of all joints; of several that mean a joint the last counts",
       .by_name = true});
  v.field("steady", c.steady,
          {.help = "bodies beyond a chain of joints, such as the head, that keep their pitch and "
                   "roll in the world",
           .known_by = "body"});
  v.field(
      "sole", c.sole,
      {.help = "the sole of a foot, on which the ground's pressure is kept, and over whose heel "
               "and ball the foot rolls; default: forces act at the foot's point"});
  v.field(
      "acceleration", c.acceleration,
      {.help = "largest rate at which it follows changes of `speed`, over the speed to which it "
               "has followed them; default: at once",
       .dim = dim::acceleration,
       .positive = true,
       .over = dim::speed});
  v.field(
      "most_ahead", c.most_ahead,
      {.help = "largest difference between the speed that is wanted at once and the present one",
       .dim = dim::speed,
       .positive = true});
  v.field("trim_time", c.trim_time,
          {.help = "time in which the error of the speed is added to the speed that is wanted; 0: "
                   "never",
           .dim = dim::time,
           .min = 0});
  v.field("most_trim", c.most_trim,
          {.help = "most that is added so, and the error beyond which nothing more is",
           .dim = dim::speed,
           .min = 0});
  v.field("most_turn", c.most_turn,
          {.help = "largest angle between the heading that is wanted at once and the present one",
           .dim = dim::angle,
           .positive = true});
  v.field("most_turn_rate", c.most_turn_rate,
          {.help = "largest rate at which it follows changes of `heading` and `facing`, over its "
                   "speed; default: at once",
           .dim = dim::angular_speed,
           .positive = true,
           .over = dim::speed});
  v.field(
      "into_turns", c.into_turns,
      {.help = "share of the acceleration to the inside of a turn that forces of standing "
               "legs provide and footholds, farther to the outside, allow for; above 0 frames are "
               "not damped against the rate of the turn; with 0 the figure slides outwards until "
               "its error of speed turns it",
       .min = 0,
       .max = 1.5});
  v.field("keeps_course", c.keeps_course,
          {.help = "whether the velocity that is wanted points to where the figure goes, as far as "
                   "that lies between the heading wanted at once and the goal, so that one which a "
                   "push has turned by more than `most_turn` turns back and does not run after its "
                   "nose; below the speed `most_ahead` it points to the former"});
  v.field(
      "torque_rise", c.torque_rise,
      {.help = "least time in which a joint's torque changes by the most that the joint exerts, "
               "as muscles need time, over the speed that is wanted; 0: at once",
       .dim = dim::time,
       .min = 0,
       .over = dim::speed});
  v.field("stand_gain", c.stand_gain,
          {.help = "rate at which a frame whose legs are not to step goes back to over its feet",
           .dim = dim::frequency,
           .min = 0});
  v.field("load_smoothing", c.load_smoothing,
          {.help = "time constant by which the loads are smoothed that standing legs share by",
           .dim = dim::time,
           .positive = true});
  v.field("smoothing", c.smoothing,
          {.help = "time constant by which the velocities of frames are smoothed that place feet",
           .dim = dim::time,
           .positive = true});
  v.field("ramp", c.ramp,
          {.help = "time in which a leg that comes down takes on its share of forces and torques, "
                   "over the speed that is wanted",
           .dim = dim::time,
           .positive = true,
           .over = dim::speed});
  v.field(
      "least_aside", c.least_aside,
      {.help = "least distance of a foothold outwards from the middle of its frame, so that legs "
               "do not cross",
       .dim = dim::length});
  v.field(
      "soft_reach", c.soft_reach,
      {.help = "share of the length from hip to ankle by which a leg is the less bent, the less "
               "of its full length is left, so that no knee straightens at once",
       .min = 0,
       .max = 1});
  v.field("regrip", c.regrip,
          {.help = "whether a standing foot that loses the ground takes on its share by degrees "
                   "again when it comes down"});
  v.field("late_drop", c.late_drop,
          {.help = "distance by which a foot that finds no ground in time is lowered",
           .dim = dim::length,
           .min = 0});
  v.field("late_over", c.late_over,
          {.help = "time constant by which it is lowered", .dim = dim::time, .positive = true});
  v.field("step_reach", c.step_reach,
          {.help = "length of a leg, as a share of that at rest, up to which a swinging foot is "
                   "aimed at its foothold, from hips as high as they are; what is farther would "
                   "not reach the ground; 0: no bound",
           .min = 0,
           .max = 2});
  v.field("lost_speed", c.lost_speed,
          {.help = "largest speed at which a foot that is to stand and is not on the ground "
                   "goes on, over the ground, to where it ought to stand; 0: it stays where it "
                   "is",
           .dim = dim::speed,
           .min = 0});
  v.field(
      "pitch_follows", c.pitch_follows,
      {.help = "share of the slope from where the hind feet stand to where the fore feet do, by "
               "which all frames pitch in a gait besides what it says; 0: the trunk stays level "
               "on steps",
       .min = 0,
       .max = 1});
  v.field("pushed_from", c.pushed_from,
          {.help = "speed aside of a frame, against the one that is wanted, from which "
                   "`step_reach` and `lost_speed` count for its legs",
           .dim = dim::speed,
           .min = 0});
  v.gone("touch", "nothing: a foot has come down from 0.02 of the weight on");
  v.gone("landing_reach",
         "nothing: a foot that is to land is stretched out to 0.97 of its leg at rest");
  v.gone("lean_into_turns",
         "`into_turns`: frames roll to the inside by half of the angle at which its force leans");
  v.gone("outside_in_turns",
         "`into_turns`: footholds lie 1.23 times as far outside as its force asks for");
  v.gone("early",
         "nothing: a foot that touches stands from phase 0.8 of its swing on, on soles from 0.6");
}

}  // namespace gambol
