#pragma once

// A reflex file: when the legs' reflexes act, and what they do (seed 000 sections 2.2, 3.2, 4.6).
// The trigger values come from undisturbed walking (`gambol calibrate`,
// search/calibrate_reflexes.h).

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace gambol {

enum class Beyond { above, below };

// A value that triggers, and on which side of it.
struct TriggerSpec {
  Place place;
  double at = 0;  // rad or m of a joint, or its N*m or N
  Beyond side = Beyond::above;
  bool beyond(double value) const { return side == Beyond::above ? value > at : value < at; }
};

// The triggers of one leg. One that is not given never acts.
struct LegReflexSpec {
  Place place;
  std::string name;                     // of the leg
  std::optional<TriggerSpec> step;      // position of its upper joint: beyond, it wants to step
  std::optional<TriggerSpec> load;      // force at its support joint: beyond, no step begins
  std::optional<TriggerSpec> obstacle;  // force at its upper joint: beyond, its step is stopped
  std::optional<TriggerSpec> landed;    // force at its support joint: beyond, its step is over
  std::optional<double> ground_time;    // s after a step's end by which it bears on the ground
  double overlap = 0;  // s that a neighbour's step may have left when this leg's begins
};

// A leg that meets an obstacle as it rises in its step lifts higher.
struct ElevatorSpec {
  Place place;
  double lift = 0;      // rad or m that the rest position of its support joint moves, signed
  double over = 0.01;   // s it takes
  double again = 0.02;  // s until it may lift further
};

// A leg that finds no ground at the end of its step moves about until it does.
struct SearchSpec {
  Place place;
  double reach = 0;      // rad or m, signed: its support joint rests deeper by so much
  double sweep = 0;      // rad or m: its upper joint sweeps to either side, farther every time
  double period = 0.05;  // s of a sweep forth and back
  int sweeps = 3;        // until it sweeps the whole of `sweep`
};

// What the trigger values were derived from; says so, and does nothing.
struct CalibrationSpec {
  Place place;
  std::string shot, motion_hash;
  double margin = 0;  // of the observed range, beyond what was observed
};

struct ReflexSpec {
  Place place;
  std::string name;
  std::string file;  // another reflex file to begin with
  std::string about;
  bool step = true;         // a leg beyond its trigger wants to step
  bool load = true;         // a loaded leg holds back its step
  bool neighbours = true;   // so does one whose neighbour steps
  bool middle_pair = true;  // but the two middle legs may lift at once over a hole
  bool landing = true;      // a leg that bears before its step is over begins its stance
  // Shares of a step. Until `raised` the leg still comes off the ground, and what it bears there
  // is no obstacle; from `lowering` on it comes down, and what stops it is the ground.
  double raised = 0.2, lowering = 0.5;
  double fill_gap = 0;  // rad or m that the leg in front of a lost one moves backwards
  std::optional<ElevatorSpec> elevator;
  std::optional<SearchSpec> search;
  std::vector<LegReflexSpec> legs;
  std::optional<CalibrationSpec> calibration;
};

// Reads and checks a reflex file. Throws InputError with every problem found.
ReflexSpec load_reflexes(const std::string& path);

}  // namespace gambol
