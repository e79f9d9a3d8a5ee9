#pragma once

// What happens in a shot and when. Plain data, SI and radians.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"

namespace gambol {

struct PushSpec {
  Place place;
  std::string figure, body;
  Vec3 force = Vec3::Zero();  // N, world axes, at the body's centre of mass
  double over = 0;            // s
};

// Something that happens at a simulated time. Every cue leaves a mark in the poses.
struct CueSpec {
  Place place;
  std::string name;
  double at = 0;      // s
  std::string start;  // "figure.controller", or "controller" if only one figure has it
  std::string stop;
  std::string run;  // motor program, "figure.program" or "program"
  double over = 0;  // s: duration of the phase that `run` plays
  std::optional<PushSpec> push;
};

}  // namespace gambol
