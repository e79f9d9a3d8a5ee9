// Every field of an act. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/leg_frames/acts_spec.h"

namespace gambol {
namespace {

Field over_stage(const char* help, Dimension dimension) {
  return {.help = help, .dim = dimension, .over = dim::ratio};
}

}  // namespace

void fields(Fields& v, StageFrameSpec& f) {
  v.field("name", f.name, {.help = "name of a leg frame, or a pattern"});
  v.field("height", f.height,
          over_stage("height of the hips above the ground, over the phase of the stage; default: "
                     "as the stage before left it",
                     dim::length));
  v.field("pitch", f.pitch,
          over_stage("pitch of the frame, nose down, over the phase of the stage", dim::angle));
  v.field(
      "roll", f.roll,
      over_stage("roll of the frame, right side down, over the phase of the stage", dim::angle));
  v.field("ahead", f.ahead,
          over_stage("distance of the frame ahead of where it stands at rest over its feet, to "
                     "which it goes, over the phase of the stage; default: it is just braked",
                     dim::length));
  v.field("bears", f.bears,
          over_stage("factor of the forces and torques by which the frame's legs hold it, over the "
                     "phase of the stage; 0: it lies",
                     dim::ratio));
  v.field("push", f.push,
          over_stage("force forward on the frame, by its feet on the ground, over the phase of the "
                     "stage",
                     dim::force));
  v.field("lift", f.lift,
          over_stage("force upwards on the frame, by its feet on the ground, over the phase of the "
                     "stage",
                     dim::force));
}

void fields(Fields& v, StageLegSpec& l) {
  v.field("name", l.name, {.help = "name of a leg, or a pattern"});
  v.field("swing", l.swing,
          {.help = "phases of the stage at which the foot lifts and comes down; default: it stands",
           .min = 0,
           .max = 1});
  v.field("step", l.step,
          {.help = "where the foot comes down, forward and outwards of where it is with all joints "
                   "at 0",
           .dim = dim::length});
  v.field(
      "lift", l.lift,
      over_stage("height of the foot over the ground, over the phase of the swing; default: that "
                 "of the gait `like`",
                 dim::length));
  v.field("pitch", l.pitch,
          over_stage("pitch of the foot, heel up, over the phase of the stage", dim::angle));
  v.field("tuck", l.tuck,
          over_stage("height by which the foot, in the air, is drawn up from where it is at rest "
                     "under its hip, over the phase of the stage",
                     dim::length));
  v.field(
      "reach", l.reach,
      over_stage("distance by which the foot, in the air, is ahead of where it is at rest, over "
                 "the phase of the stage",
                 dim::length));
  v.field("lands", l.lands,
          {.help = "whether the foot, in the air, goes to where the frame's speed will want it on "
                   "the ground, or as far as the leg reaches"});
  v.gone("pull", "nothing: the force pulls the foot as in the gait `like`");
}

void fields(Fields& v, StageJointSpec& j) {
  v.field("name", j.name, {.help = "name of a joint or of one of its degrees of freedom"});
  v.field("stiffness", j.stiffness, {.help = "factor of the servo's stiffness", .min = 0});
  v.field("damping", j.damping, {.help = "factor of the servo's damping", .min = 0});
  v.field("angle", j.angle,
          over_stage("angle of the servo, instead of the skill's, over the phase of the stage",
                     dim::angle));
}

void fields(Fields& v, StageEndSpec& e) {
  v.field("down", e.down, {.help = "names or patterns of legs: each has come down and stands"});
  v.field("up", e.up, {.help = "names or patterns of legs: none touches the ground"});
  v.field("touch", e.touch, {.help = "names or patterns of legs: one of them touches the ground"});
  v.field("lands_in", e.lands_in,
          {.help = "time within which one of the leg frames, in flight, will have sunk to its "
                   "height above the ground",
           .dim = dim::time,
           .positive = true});
  v.gone("falls", "`lands_in`, which ends a stage as the figure comes down");
}

void fields(Fields& v, ActStageSpec& s) {
  v.field("name", s.name, {.help = "name of the stage"});
  v.field("duration", s.duration,
          {.help = "duration of the stage, if nothing ends it before",
           .dim = dim::time,
           .positive = true});
  v.field("blend", s.blend,
          {.help = "time in which heights, orientations and angles go over from those at the end "
                   "of the stage before to those of this one",
           .dim = dim::time,
           .positive = true});
  v.field(
      "strength", s.strength,
      over_stage("factor of the stiffness of all servos, over the phase of the stage", dim::ratio));
  v.field("gait", s.gait,
          {.help = "name of a gait of this skill by which it steps, instead of what `frames`, "
                   "`legs` and `joints` say"});
  v.field("keeps_speed", s.keeps_speed,
          {.help = "share of the speed at which the act began that is wanted", .min = 0, .max = 2});
  v.field("to_goal", s.to_goal,
          {.help = "whether the `gait` goes at the skill's speed and heading, not in place"});
  v.field("until", s.until,
          {.help = "what ends the stage before its duration is over: all that is written is true"});
  v.field("frames", s.frames, {.help = "what it says of leg frames", .by_name = true});
  v.field("legs", s.legs, {.help = "what it says of legs", .by_name = true});
  v.field("joints", s.joints, {.help = "changes of the servos of joints", .by_name = true});
}

void fields(Fields& v, ActSpec& a) {
  v.field("name", a.name, {.help = "name of the act, which cues run"});
  v.field("as", a.as,
          {.help = "name of an act above, which this one is but for what it says itself: stages of "
                   "the same names change"});
  v.field("like", a.like, {.help = "name of the gait of this skill whose gains it uses"});
  v.field("stages", a.stages, {.help = "its stages, one after the other", .by_name = true});
  v.field("then", a.then,
          {.help = "what comes after the last stage: `gaits`, which the speed chooses; or an act; "
                   "default: the last stage goes on at its end"});
  v.field(
      "at_phase", a.at_phase,
      {.help = "phase of the gait at which the act begins; half a stride later its mirror image "
               "begins instead; default: at once",
       .min = 0,
       .max = 1});
  v.field("on_left_side", a.on_left_side,
          {.help = "whether the act is for a figure that lies on its left side; one that lies on "
                   "its right side then plays the mirror image"});
  v.field("leap", a.leap,
          {.help = "what the act did, as a leap, where it was tried: a planner may choose it"});
}

}  // namespace gambol
