#pragma once

// The way of a foot from foothold to foothold (seed 004, "Leg Support and Transfer Trajectories"
// and "Foothold and Transfer Trajectory Planning"): through the author's key positions, whose
// height above the ground and progress beside the body are kept whatever the footholds. It leaves
// one foothold and comes to the next at rest on the ground.

#include "base/vec.h"
#include "shot/kinematic_gait_spec.h"

namespace gambol {

struct StepEnds {
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();  // footholds, seen from the body on its way, m
  // Of the ground there, seen likewise, per swing: what the foot leaves with and comes with, m.
  Vec3 from_rate = Vec3::Zero(), to_rate = Vec3::Zero();
  double outwards = 1;  // the sign of y on the leg's side
  double raise = 0;     // m more in the middle, over what lies between
};

// u: share of the swing's time, 0..1.
Vec3 step_at(const StepSpec& step, const StepEnds& ends, double u);

// Where among the keys of a step that is: number `after`, from 0, is the first whose time has not
// come, as many as there are if none is left; `share` of the time from the key before, or the
// beginning, to it, or the end, has gone.
struct AmongKeys {
  std::size_t after;
  double share;
};
AmongKeys among_keys(const StepSpec& step, const StepEnds& ends, double u);

// m, of the way seen from the body.
double step_length(const StepSpec& step, double stroke);
// The same, looked up: a gait asks for it at every instant.
ArcLength arc_length_of(const StepSpec& step);

}  // namespace gambol
