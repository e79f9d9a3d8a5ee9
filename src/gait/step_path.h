#pragma once

// The path of a foot from foothold to foothold (Girard and Maciejewski 1985, PODA, "seed 004", "Leg
// Support and Transfer Trajectories" and "Foothold and Transfer Trajectory Planning"). It passes
// through the author's key positions. Their height above the line between the footholds, and their
// share of the way between them, do not depend on the footholds. The foot leaves one foothold and
// arrives at the next with no velocity relative to the ground.

#include "base/vec.h"
#include "gait/gait_design.h"
#include "gait/step_spec.h"

namespace gambol {

struct StepEnds {
  // Footholds, m, in the heading frame of the body: `from` when the foot lifts, `to` when it is
  // placed.
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();
  double begins = 0;  // s simulated: when the step begins, at which the keys' curves are taken
  // Horizontal velocity of the ground at the footholds relative to the same frames, times the
  // swing's duration, m: the velocities with which the foot leaves and arrives.
  Vec3 from_rate = Vec3::Zero(), to_rate = Vec3::Zero();
  double outwards = 1;  // the sign of y on the leg's side
  double raise = 0;     // m added in the middle, to clear the terrain between the footholds
  double lift = 1;      // factor of the keys' heights
};

// Returns the position of the foot, m, in the moving heading frame of the body, at the share u (0
// to 1) of the swing's time.
Vec3 step_at(const StepSpec& step, const StepEnds& ends, double u);

// A position in time among the keys of a step. `after` is the index of the first key whose time has
// not come; it is the number of keys if all have passed. `share` is the part, 0 to 1, that has
// elapsed of the time from the previous key (or the beginning) to that key (or the end).
struct AmongKeys {
  std::size_t after;
  double share;
};
AmongKeys among_keys(const StepSpec& step, const StepEnds& ends, double u);

// Returns the arc length, m, of the path relative to the body for a stroke in m, with the keys'
// curves at time 0; at least the stroke.
double step_length(const StepSpec& step, double stroke);
// Returns step_length() as a table lookup, because a gait needs it at every instant.
ArcLength arc_length_of(const StepSpec& step);

}  // namespace gambol
