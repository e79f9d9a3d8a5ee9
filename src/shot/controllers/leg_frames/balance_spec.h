#pragma once

// What a controller of leg frames may say of balance on one or two feet: where the ground presses
// on a sole, and where a foot comes down for the figure not to fall. Without a sole nothing of it
// is used.

#include <optional>
#include <string>

#include "base/curve.h"
#include "base/error.h"
#include "schema/fields.h"

namespace gambol {

// The part of a foot's sole on which the centre of pressure may be, from the ankle: ahead and
// outwards, m, as the foot stands with all joints at 0.
struct PressedSoleSpec {
  Place place;
  double heel = 0, ball = 0;  // m ahead
  // m ahead: the hindmost pressure on a foot that lies flat; default: the heel. The heel alone
  // would not keep the foot from spinning.
  std::optional<double> flat_heel;
  // m ahead: where the pendulum stands on the sole, while the figure steps; default: its middle.
  std::optional<double> pivot;
  double travel = 0;  // m by which the pressure goes ahead on the sole in a step, while it steps
  double inner = 0, outer = 0;  // m outwards
  double toes = 0;              // m: length of the toes
  double lowers = 0;            // m: hips are lower by this times the ground's slope
  double downhill = 0;          // m: feet come down lower by this times the slope across the way
  double rolls = 0.1;           // rad of pitch, heel up, from which it is on its ball
  double knee_slack = 0;        // share that the servo of a standing knee gives up
  double heel_from = 0;         // rad: pitch of raised toes from which on the heel alone is down
  // s over which weight shifts to one foot before the other lifts as the first one; 0: it lifts at
  // once, and does not step to turn. m by which the capture point goes ahead in that time.
  double shifts = 0, leans = 0;
};
void fields(Fields& v, PressedSoleSpec& of);

// Of a gait. The figure is taken for a pendulum of its height upon its centre of pressure; its
// capture point is where it would come to rest over a foot (Hof 2008, Hum. Mov. Sci. 27:112).
struct StrideBalanceSpec {
  Place place;
  double captured = 1;       // share of the foothold that the capture point asks for
  double width = 0.1;        // m: between the feet's lines
  double turning_width = 0;  // m: as it turns by `most_turn_rate`; 0: as else
  // m outwards of where the middle of the hips will be: no foot comes down farther inwards.
  double inmost = -1;
  // m aside of a standing foot's by which a swinging one passes it, and by which a foot comes down
  // side by side with it; the latter less, by a share of the distance ahead beyond the foot.
  double passes = 0, apart = 0, crosses = 0;
  // By which the centre of pressure moves per error of the capture point.
  double press_ahead = 0, press_aside = 0;
  // Share by which forces of standing legs point to the centre of mass, over the share of the
  // stance: at a share s they meet above it, at 1/s of its height.
  Curve through_centre = Curve(0.0);
  double swing_eases = 0;  // s over which standing hips take up a change of swinging ones' couples
  // N*m by which hips of standing legs turn the frame; about the leg a tenth of it. 0: no limit,
  // and none about the leg.
  double most_couple = 0;
  // Factor of the strides' rate over the distance aside of the capture point from where the gait
  // has it, m.
  Curve hurry = Curve(1.0);
  // Shares of the servos of hip and knee that a leg gives up as its foot comes down, and in the
  // second half of its stance as it gives its load away.
  double lands_slack = 0, lifts_slack = 0;
  // Share of the couple that turns the frame in the plane of its way which standing legs exert by a
  // force along the ground. The hip's torque alone would push along the shank: upwards or down.
  double couple_along = 0;
  // s over which the servos of a leg that lifts go over from its angles and rates as they are to
  // those that are asked of it. 0: at once.
  double lift_eases = 0;
};
void fields(Fields& v, StrideBalanceSpec& of);

// The angle of a joint, as a gait asks.
struct StrideJointSpec {
  Place place;
  std::string name;  // of a joint or degree of freedom, or a pattern
  std::string
      leg;  // "": over the phase of the stride; else over its share since the leg's footfall
  Curve angle = Curve(0.0);
};
void fields(Fields& v, StrideJointSpec& of);

}  // namespace gambol
