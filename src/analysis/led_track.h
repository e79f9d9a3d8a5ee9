#pragma once

// The recorded motion of a figure that a kinematic gait leads.

#include "analysis/measure_table.h"

namespace gambol {

// The controller of the kinematic gait. Throws InputError with the measure's name if there is none.
const ControllerSpec& led_by(const Track& track, const ExpectSpec& e);

// The ball on which a leg stands and rolls; of radius 0: its tip.
struct LedBall {
  Vec3 p;             // W, m: its centre
  Mat3 R;             // of the body that it is part of
  double radius = 0;  // m
};
// Computed from the recorded joints. [sample][leg]
std::vector<std::vector<LedBall>> balls_of(const Track& track);

}  // namespace gambol
