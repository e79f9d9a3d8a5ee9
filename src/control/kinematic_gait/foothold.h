#pragma once

// Where the feet of a kinematic gait step (Girard and Maciejewski 1985, PODA, "seed 004", Eq. 10
// and 11), and how their paths clear the ground.

#include <optional>

#include "contact/find/ground_surface.h"
#include "control/kinematic_gait/foot_roll.h"
#include "control/kinematic_gait/planned_body.h"
#include "gait/step_path.h"

namespace gambol {

// How a leg steps.
struct SteppingLeg {
  Vec3 foot = Vec3::Zero();  // in mid-stance, from below the body's centre, in its axes, m
  double outwards = 1;       // sign of y on the leg's side
  StepSpec step;
  std::optional<FootRoll> roll;
};

struct Foothold {
  Vec3 p = Vec3::Zero();       // W, on the ground, m
  Vec3 turned = Vec3::Zero();  // LedFoot::turned: along the body's way and the ground's slope
};

// The foothold of a stance in the middle of which the body is at `body`.
Foothold find_foothold(const GroundSurface& ground, const SteppingLeg& leg, const BodyAhead& body);

// `place`, or the nearest place to it that is flat enough for `step`, or, if there is none, the
// flattest.
Vec3 flat_near(const GroundSurface& ground, const StepSpec& step, const Vec3& place);

// The least StepEnds::raise with which the step clears the ground below it.
double raise_over(const GroundSurface& ground, const StepSpec& step, StepEnds way,
                  const LegClock& clock, const BodyRing& body);

}  // namespace gambol
