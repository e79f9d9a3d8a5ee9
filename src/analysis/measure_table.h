#pragma once

// The measures of one figure, one file per topic. A new measure needs a function in the file of its
// topic and one entry at the end of that file.

#include <numbers>
#include <string>
#include <vector>

#include "analysis/track.h"
#include "shot/expect_spec.h"

namespace gambol {

struct Value {
  double si = 0;
  std::string where;  // the leg, joint or time that determined the value
};

// The part of the figure that is measured: whether the key `body` names a body, a leg, a degree
// of freedom of a joint, or nothing.
enum class Of { figure, body, leg, leg_or_figure, joint };

// What the figure must have for the measure.
enum class Needs { nothing, joints, legs, gait, gait_of_any_legs, reflexes, kinematic_gait, path };

struct Measure {
  const char* name;
  const char* unit;  // in the syntax of units.h; "" and "cycles" are plain numbers
  double per_si;     // displayed = si * per_si
  const char* help;
  Value (*value)(const Track&, const ExpectSpec&);
  Needs needs = Needs::nothing;
  Of of = Of::figure;
};

const std::vector<Measure>& all_measures();

std::vector<Measure> path_measures();     // speed and heading
std::vector<Measure> gait_measures();     // steps and phases
std::vector<Measure> wave_measures();     // durations and order of commanded steps
std::vector<Measure> load_measures();     // forces, torques, feet on the ground
std::vector<Measure> posture_measures();  // height and tilt
std::vector<Measure> led_measures();      // feet and forces of kinematic gaits
std::vector<Measure> support_measures();  // balance of kinematic gaits
std::vector<Measure> step_measures();     // steps of kinematic gaits against their design
std::vector<Measure> figure_measures();   // mass and size

inline constexpr double degrees = 180 / std::numbers::pi;

}  // namespace gambol
