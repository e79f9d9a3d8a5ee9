#pragma once

// One simulation of a candidate, watched by the objective.

#include "search/evaluation.h"
#include "shot/run_spec.h"
#include "shot/shot_spec.h"

namespace gambol {

// Simulates `shot`, whose expectations are the terms of run.objective, and measures it. Writes
// nothing. A simulation that blows up, gives up or cannot be measured fails: its cost is infinite.
// `states`: a folder for the states of other shots from which it starts; "": none is kept.
Trial try_shot(const RunSpec& run, const ShotSpec& shot, const std::string& states = "");

// The cost of a candidate from those of its scenarios; infinite if it depends on one that failed.
double combined_cost(const RunSpec& run, const std::vector<Trial>& trials);

}  // namespace gambol
