#pragma once

// Trigger values of reflexes from undisturbed walking, for each leg separately: "observe and
// analyze undisturbed walking, and then set reflex trigger values beyond the norm" (McKenna's MS
// thesis, MIT 1990, "seed 000", section 5.2).

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

// The behaviour observed of one leg while its gait ran.
struct LegNorm {
  std::string leg;
  Range upper_in_stance;       // rad: position of the upper joint
  bool back_is_above = true;   // which end of that range is the end of a stance
  Range support;               // N*m at the support joint, at all ticks
  Range support_at_steps;      // N*m at the support joint, at the ticks at which steps begin
  bool load_is_above = false;  // the sign of that torque while the leg stands
  Range upper_rising;          // N*m at the upper joint while an obstacle would be felt
  Range support_lowering;      // N*m at the support joint while the leg may land
  bool forward_is_above = false;
  double ground_time = 0;  // s, longest time from the end of a step to the first touch
  double overlap = 0;      // s, longest time left of a neighbour's step when this leg's began
  double step_time = 0;    // s, longest duration of a step
  int steps = 0;           // number of steps begun
};

// Simulates the shot without its reflexes and observes the walker's legs from the start of its gait
// to the end. The start is included, because a reflex must not act there either. The parts of a
// step in which obstacles are felt and legs may land are those of the shot's reflexes, or the
// defaults if it has none. Throws InputError if a leg takes fewer than two steps.
std::vector<LegNorm> observe_walk(const ShotSpec& shot);

// Triggers beyond the norm by `margin` times the observed range of the quantity or, for times,
// `margin` times the longest duration of a step.
ReflexSpec calibrate_reflexes(const ShotSpec& shot, double margin);

// The text of the reflex file, with the observed range or time beside every trigger.
std::string reflex_file_text(const ShotSpec& shot, double margin);

}  // namespace gambol
