// Every field of balance in a controller of leg frames. See schema/fields.h.

#include "shot/controllers/leg_frames/balance_spec.h"

namespace gambol {

void fields(Fields& v, PressedSoleSpec& s) {
  v.field("heel", s.heel,
          {.help = "where the sole begins, ahead of the ankle: negative", .dim = dim::length});
  v.field("ball", s.ball,
          {.help = "where it ends, ahead of the ankle: the ball of the foot", .dim = dim::length});
  v.field(
      "flat_heel", s.flat_heel,
      {.help = "hindmost centre of pressure on a foot that lies flat, ahead of the ankle: on its "
               "heel alone it would spin; default: the heel",
       .dim = dim::length});
  v.field("pivot", s.pivot,
          {.help = "where the pendulum stands on the sole while the figure steps, ahead of the "
                   "ankle: the farther back, the farther ahead feet come down; default: the "
                   "middle of the sole",
           .dim = dim::length});
  v.field("travel", s.travel,
          {.help = "distance by which the pressure goes ahead on the sole of a standing foot in "
                   "a step, half of it before the pivot: as if the foot rolled. Steps come down "
                   "farther ahead for it, by about half of it",
           .dim = dim::length,
           .min = 0});
  v.field("heel_from", s.heel_from,
          {.help = "pitch of a foot, toes up, from which on it turns about its heel; up to there "
                   "it rolls over to it",
           .dim = dim::angle,
           .min = 0});
  v.field("inner", s.inner,
          {.help = "its inner edge, outwards of the ankle: negative", .dim = dim::length});
  v.field("outer", s.outer, {.help = "its outer edge, outwards of the ankle", .dim = dim::length});
  v.field("lowers", s.lowers,
          {.help = "distance by which hips are lower on ground that rises as far as it goes "
                   "ahead, and in proportion on less: legs reach farther up and down",
           .dim = dim::length,
           .min = 0});
  v.field("downhill", s.downhill,
          {.help = "distance by which feet come down farther down on ground that rises across the "
                   "way as far as it goes, and in proportion on less: without it a walk may go "
                   "down side slopes",
           .dim = dim::length});
  v.field("toes", s.toes, {.help = "length of the toes", .dim = dim::length, .min = 0});
  v.field("rolls", s.rolls,
          {.help = "pitch of a foot from which all of the pressure is on its heel or on its ball",
           .dim = dim::angle,
           .positive = true});
  v.field("knee_slack", s.knee_slack,
          {.help = "share of its servo that the knee of a standing leg gives up, whose force then "
                   "bears the weight alone",
           .min = 0,
           .max = 1});
  v.field("shifts", s.shifts,
          {.help = "time in which a standing figure shifts its weight to one foot before the other "
                   "one lifts as the first one, to go or to face elsewhere; 0: a foot lifts at "
                   "once, and none lifts to face elsewhere",
           .dim = dim::time,
           .min = 0});
  v.field("leans", s.leans,
          {.help = "distance by which the capture point goes ahead in the time of `shifts`",
           .dim = dim::length});
  v.gone("catches_up",
         "nothing: a foot that came down late is in time after a quarter of its stance");
  v.gone("around", "nothing: the ground counts as far around the hips as 1.67 soles are long");
  v.gone("straight",
         "nothing: a foot lifts its heel where its leg is longer than 0.997 of the straight one");
  v.gone("most_lift", "nothing: a foot lifts its heel so by 0.3 rad at most");
  v.gone("heel_rolls", "nothing: a foot bears on its heel alone from toes raised by 0.5 rad on");
  v.gone("twist_slack", "nothing: half of a standing hip's servo turns the leg about its length");
  v.gone("ankle_slack", "nothing: a standing ankle gives up 0.15 of its servo");
  v.gone("most_bend", "nothing: toes bend up by 45 deg at most");
  v.gone("steps_at",
         "nothing: it steps until it may stand as at the greatest speed of its slowest gait");
  v.gone("edges",
         "nothing: a foothold moves along the way by half of the sole's length so that no edge is "
         "under the sole");
  v.gone("clears",
         "nothing: heel and toes pass above an edge by a twelfth of the sole's length, and by what "
         "its pitch lowers the toes");
}

void fields(Fields& v, StrideBalanceSpec& b) {
  v.field("captured", b.captured,
          {.help = "share of the foothold that the capture point asks for, instead of the frame's "
                   "speed",
           .min = 0,
           .max = 1.5});
  v.field("width", b.width,
          {.help = "distance between the lines on which the left and the right feet come down",
           .dim = dim::length});
  v.field("turning_width", b.turning_width,
          {.help = "the same as it turns by `most_turn_rate`, so that the inner foot does not come "
                   "down on the outer one's way; less than `width`: no wider",
           .dim = dim::length,
           .min = 0});
  v.field("inmost", b.inmost,
          {.help = "farthest inwards that a foot comes down, outwards of where the middle of the "
                   "hips will be then: negative is beyond it",
           .dim = dim::length});
  v.field("passes", b.passes,
          {.help = "distance aside of a standing foot by which a swinging one passes it; 0: legs "
                   "may pass through each other",
           .dim = dim::length,
           .min = 0});
  v.field("apart", b.apart,
          {.help = "least distance aside of a standing foot at which another one comes down side "
                   "by side with it; 0: it may come down anywhere",
           .dim = dim::length,
           .min = 0});
  v.field("crosses", b.crosses,
          {.help = "share of a footfall's distance ahead of the standing foot, beyond 0.6 of the "
                   "sole's length, by which `apart` is less: far ahead a foot may come down across",
           .min = 0});
  v.field("press_ahead", b.press_ahead,
          {.help = "distance by which the centre of pressure moves ahead per distance by which the "
                   "capture point is ahead of where the gait has it",
           .min = 0});
  v.field("press_aside", b.press_aside, {.help = "the same aside", .min = 0});
  v.field(
      "through_centre", b.through_centre,
      {.help = "share by which the force of a standing leg points from its centre of pressure to "
               "the figure's centre of mass, instead of upwards, over the share of the stance: "
               "below 1 forces meet above the centre of mass, and brake and drive less",
       .min = 0,
       .max = 1,
       .over = dim::ratio});
  v.field("swing_eases", b.swing_eases,
          {.help = "time over which they take up a change of these torques, which set in as a "
                   "leg lifts and end as it comes down; until then the trunk's inertia does",
           .dim = dim::time,
           .min = 0});
  v.field("most_couple", b.most_couple,
          {.help = "most torque by which the hips of standing legs turn the frame; 0: no limit",
           .dim = dim::torque,
           .min = 0});
  v.field("hurry", b.hurry,
          {.help = "factor by which strides are quicker, over the distance aside of the capture "
                   "point from "
                   "where the gait has it: the sooner a foot comes down",
           .positive = true,
           .over = dim::length});
  v.field("lands_slack", b.lands_slack,
          {.help = "share of the servos of hip and knee that a leg gives up as its foot comes "
                   "down, before it bears: what they are off by is not pressed upon the ground",
           .min = 0,
           .max = 1});
  v.field("lifts_slack", b.lifts_slack,
          {.help = "the same in the second half of its stance, as it gives its load away: after "
                   "its push-off it swings on until its foot lifts",
           .min = 0,
           .max = 1});
  v.field("couple_along", b.couple_along,
          {.help = "share of the couple that turns the frame in the plane of its way which the "
                   "soles of standing legs exert by a force along the ground; the torque of a "
                   "hip alone pushes its foot along the shank",
           .min = 0,
           .max = 1});
  v.field("lift_eases", b.lift_eases,
          {.help = "time over which the servos of a leg that lifts go over from its angles and "
                   "rates as they are to those of the swing; 0: at once",
           .dim = dim::time,
           .min = 0});
  v.gone("waits", "nothing: strides do not wait for a foot that is late");
  v.gone("ahead", "`captured`, the share ahead and aside");
  v.gone("aside", "`captured`, the share ahead and aside");
  v.gone("swing_share", "nothing: standing hips take up all torques of swinging ones");
  v.gone("most_twist", "`most_couple`, of which a tenth is the most torque about the leg");
}

void fields(Fields& v, StrideJointSpec& j) {
  v.field("name", j.name, {.help = "name of a joint or of one of its degrees of freedom"});
  v.field(
      "leg", j.leg,
      {.help = "leg of a frame whose share of the stride since its footfall counts; default: the "
               "phase of the stride"});
  v.field("angle", j.angle,
          {.help = "angle of the joint, over the phase", .dim = dim::angle, .over = dim::ratio});
}

}  // namespace gambol
