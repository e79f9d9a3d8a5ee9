#pragma once

// Trigger values of reflexes from undisturbed walking: "observe and analyze undisturbed walking,
// and then set reflex trigger values beyond the norm" (seed 000 section 5.2), for every leg its
// own.

#include <string>
#include <vector>

#include "shot/shot_spec.h"

namespace gambol {

struct Range {
  double least = 0, most = 0;
  double width() const { return most - least; }
};

// The figure that walks by coupled oscillators. Throws InputError unless there is exactly one.
const CastSpec& walker_of(const ShotSpec& shot);

// What one leg was seen to do while its gait ran.
struct LegNorm {
  std::string leg;
  Range upper_in_stance;       // rad: position of the upper joint
  bool back_is_above = true;   // which end of that range is the end of a stance
  Range support;               // N*m at the support joint, all the time
  Range support_at_steps;      // at the ticks at which steps begin
  bool load_is_above = false;  // the sign of that torque while the leg stands
  Range upper_rising;          // N*m at the upper joint while an obstacle would be felt
  Range support_lowering;      // N*m at the support joint while the leg may land
  bool forward_is_above = false;
  double ground_time = 0;  // s from the end of a step to the first touch, longest
  double overlap = 0;      // s that a neighbour's step had left when this leg's began, longest
  double step_time = 0;    // s that a step takes, longest
  int steps = 0;           // begun
};

// Simulates the shot without its reflexes and observes the walker's legs from the start of its gait
// to the end, the start included: a reflex must not act there either. Throws InputError if a leg
// takes fewer than two steps. When in a step obstacles are felt and legs may land stands in the
// shot's reflexes, if it has some.
std::vector<LegNorm> observe_walk(const ShotSpec& shot);

// Triggers beyond the norm by `margin` times the range that was observed of that quantity; of
// times, times the duration of a step.
ReflexSpec calibrate_reflexes(const ShotSpec& shot, double margin);

// The reflex file, as text: what was observed stands beside every trigger.
std::string reflex_file_text(const ShotSpec& shot, double margin);

}  // namespace gambol
