#pragma once

// The measures of one figure, a file per topic. A new measure is a function in the file of its
// topic and one entry at that file's end.

#include <numbers>
#include <string>
#include <vector>

#include "analysis/track.h"

namespace gambol {

struct Value {
  double si = 0;
  std::string where;  // which leg, joint or moment decided it
};

// What of it is measured: the key `body` names a body, or a leg, or nothing.
enum class Of { figure, body, leg, leg_or_figure };

// What the figure must have for it.
enum class Needs { nothing, joints, legs, gait, gait_of_any_legs, reflexes, kinematic_gait, path };

struct Measure {
  const char* name;
  const char* unit;  // as units.h reads it; "" and "cycles" are plain numbers
  double per_si;     // displayed = si * per_si
  const char* help;
  Value (*value)(const Track&, const ExpectSpec&);
  Needs needs = Needs::nothing;
  Of of = Of::figure;
};

const std::vector<Measure>& all_measures();

std::vector<Measure> path_measures();     // speed and heading
std::vector<Measure> gait_measures();     // steps and phases
std::vector<Measure> wave_measures();     // durations and order of steps
std::vector<Measure> load_measures();     // forces, torques, feet on the ground
std::vector<Measure> posture_measures();  // height and tilt
std::vector<Measure> led_measures();      // feet and forces of kinematic gaits
std::vector<Measure> support_measures();  // balance of kinematic gaits
std::vector<Measure> step_measures();     // steps as kinematic gaits are designed
std::vector<Measure> figure_measures();   // mass and size

inline constexpr double degrees = 180 / std::numbers::pi;

}  // namespace gambol
