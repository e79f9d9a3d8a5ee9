#pragma once

// Where the feet of a kinematic gait step (Girard and Maciejewski 1985, PODA, "seed 004", Eq. 10
// and 11), and how their paths clear the ground.

#include <optional>
#include <vector>

#include "contact/find/ground_surface.h"
#include "control/kinematic_gait/foot_roll.h"
#include "control/kinematic_gait/led_sections.h"
#include "control/kinematic_gait/led_trunk.h"
#include "gait/step_path.h"

namespace gambol {

// How a leg steps.
struct SteppingLeg {
  Vec3 foot = Vec3::Zero();           // in mid-stance, from below the body's centre, in its axes, m
  double outwards = 1;                // sign of y on the leg's side
  std::size_t section = 0;            // of the trunk, that it hangs on
  std::optional<double> inmost = {};  // m: LegSpec::inmost
  StepSpec step;
  std::optional<FootRoll> roll;
  // Lowest points of the leg's balls in mid-stance, from the tip on the ground, in the body's axes,
  // m.
  std::vector<Vec3> sole = {};
};

struct Foothold {
  Vec3 p = Vec3::Zero();       // W, on the ground, m
  Vec3 off = Vec3::Zero();     // from below the leg's place on the body in mid-stance, W, m
  Vec3 turned = Vec3::Zero();  // LedFoot::turned: along the body's way and the ground's slope
};

// The trunk at an instant of a stance.
struct TrunkAhead {
  TrunkTarget target;
  Frame bend;  // how the section that the leg hangs on has moved in the trunk's frame
};
struct StanceAhead {
  TrunkAhead placed, middle, lifts;
};

// Where the leg has its mid-stance posture, under a body that leans into a turn and bends along its
// way; farther out, if the foot would else come nearer to the middle of the body than it may.
Foothold find_foothold(const GroundSurface& ground, const SteppingLeg& leg,
                       const StanceAhead& stance);

// `place`, or the nearest place to it that is flat enough for the leg's step, keeps the leg out of
// the ground around it and the foot on its side; or, if there is none, the best.
Vec3 flat_near(const GroundSurface& ground, const SteppingLeg& leg, const StanceAhead& stance,
               const Vec3& place);

// The least StepEnds::raise with which the leg's step clears the ground below it.
double raise_over(const GroundSurface& ground, const SteppingLeg& leg, StepEnds way,
                  const LegClock& clock, const BodyRing& body);

}  // namespace gambol
