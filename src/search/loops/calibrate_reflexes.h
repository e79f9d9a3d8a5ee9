#pragma once

// Trigger values of reflexes from undisturbed walks, for each leg separately: "observe and
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
  Range upper_rising;          // N*m at the upper joint while an obstacle would be felt
  double load_at_steps = 0;    // weights: the greatest load on its feet as its steps begin
  std::vector<double> landed;  // weights: the greatest load in each tenth of a step
  double alone = 0;            // weights x steps: most that it bore while its side bore alone
  double ground_time = 0;      // of a step: longest time from the end of a step to the first touch
  double overlap = 0;  // of a step: most that was left of a neighbour's when this leg's began
  int steps = 0;       // number of steps begun
};

// Simulates the shot without its reflexes and observes the walker's legs from the start of its gait
// to the end. The start is included, because a reflex must not act there either. The part of a
// step in which obstacles are felt is that of the shot's reflexes, or the default if it has none.
// Throws InputError if a leg takes fewer than two steps.
std::vector<LegNorm> observe_walk(const ShotSpec& shot);

// What was observed in any of the shots. Throws InputError if their walkers have different legs.
std::vector<LegNorm> observe_walks(const std::vector<ShotSpec>& shots);

// The shot, whose walker has no reflexes.
ShotSpec without_reflexes(ShotSpec shot);

// Triggers beyond what was observed in any of the shots: angles and torques by `margin` times their
// observed range, loads by `margin` of the weight, times by `margin` of a step.
// Name and parts of a step are those of the first shot's walker.
ReflexSpec calibrate_reflexes(const std::vector<ShotSpec>& shots, double margin);

// The same from `norms`, which were observed in `shot` and others.
ReflexSpec reflexes_beyond(const ShotSpec& shot, const std::vector<LegNorm>& norms, double margin);

// The text of the reflex file, with what was observed beside every trigger.
std::string reflex_file_text(const std::vector<ShotSpec>& shots, double margin);

}  // namespace gambol
