#pragma once

// What the plan of a kinematic gait remembers of the body's motion
// (control/kinematic_gait/body_plan.h).

#include <vector>

#include "base/rotation.h"
#include "control/kinematic_gait/leg_clock.h"
#include "dynamics/spatial.h"

namespace gambol {

// What the constant forces of the legs do to the body (Eq. 12), above what they do at mid-stance.
struct BodyLift {
  double heave = 0;  // m: of the whole
  double slope = 0;  // m per m: of the front over the rear
};

// The body at one instant.
struct BodyAhead {
  Vec3 p = Vec3::Zero();  // W, on the ground below the body's centre, m
  Vec3 v = Vec3::Zero();  // W, over the ground, m/s
  double slope_x = 0;     // of the ground, along the way and across it
  double slope_y = 0;
  double lift = 0;               // m above the body's mean height
  double nod = 0;                // rad, nose up, as front and rear rise apart
  Vec3 aside = Vec3::Zero();     // m, displacement over its feet from the way: forward, left
  double course = 0;             // rad, direction of motion; the last one where the body stands
  double allowed = 0;            // m/s2 that the feet on the ground can give (Eq. 14)
  double yaw = 0, yaw_rate = 0;  // rad, rad/s; valid below BodyRing::turned
  // Frame of the body's way over the ground, in W: no height, no tilt.
  Frame heading() const { return {rotation_about(Vec3::UnitZ(), yaw), Vec3(p.x(), p.y(), 0)}; }
};

// The state of the plan at its last instant, from which the next one is computed.
struct BodyLead {
  GaitClock clock;
  Vec3 p = Vec3::Zero(), v = Vec3::Zero();
  double course = 0, first_course = 0;  // rad: BodyAhead::course, now and at the beginning
  double along = 0;                     // m of the path covered
  double ground = 0, slope_x = 0, slope_y = 0;
  BodyLift level;  // mean of the legs' lift, subtracted from the body's
};

// The clock by which the legs turn the body; it runs behind the plan's.
struct TurnLead {
  GaitClock clock;
  std::vector<double> from, to;  // [leg] rad, its share of yaw: at its mid-stance, at the next one
  double yaw() const;
};

// A ring buffer of planned instants, `dt` apart.
struct BodyRing {
  double begun = 0;  // s: time of number 0
  double dt = 0;     // s
  long known = 0;    // number of instants planned since `begun`
  long turned = 0;   // number of these whose yaw is known
  long lost = 0;     // instants before this one are overwritten by what was planned once
  std::vector<BodyAhead> ring;
  const BodyAhead& number(long k) const;
  BodyAhead& number(long k);
  // Interpolated; the last instant if t lies beyond it; extrapolated back if t lies before `begun`.
  BodyAhead at(double t) const;
};

// The memory of BodyPlan.
struct PlanMemory {
  BodyLead lead;
  TurnLead turn;
  BodyRing ring;
  // Both as of instant `here`, where the figure is: from there on a cue may change the plan.
  BodyLead lead_here;
  TurnLead turn_here;
  long here = 0;
};

}  // namespace gambol
