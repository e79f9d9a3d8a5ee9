#pragma once

// The measures of one figure, one file per topic. A new measure needs a function in the file of its
// topic and one entry at the end of that file.

#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "analysis/track.h"
#include "shot/expect_spec.h"

namespace gambol {

struct Value {
  double si = 0;
  // The leg, joint or time that determined the value; for NaN why it is unknown.
  std::string where;
};
inline Value unknown(const std::string& why) {
  return {std::numeric_limits<double>::quiet_NaN(), why};
}

// The part of the figure that is measured: whether the key `body` names a body, several bodies by a
// pattern, a leg, a degree of freedom of a joint, several of them by a pattern, one of a leg's
// joints, all of a leg's joint, or nothing.
enum class Of {
  figure,
  body,
  bodies,
  body_or_figure,
  leg,
  leg_or_figure,
  joint,
  joints,
  dof_of_leg,
  joint_of_leg
};

// Keys of an expectation that only some measures take, and need.
enum class Takes { nothing, share, curve, curve_and_band };

// What the figure must have for the measure. A measure of contact is unknown, "no contact", if
// none of the legs that it measures ever bears.
enum class Needs {
  nothing,
  joints,
  legs,
  contact,
  gait,
  gait_of_any_legs,
  reflexes,
  kinematic_gait,
  held_root,
  goals,
  path,
  waves,
  tracks_of_others
};

struct Measure {
  const char* name;
  const char* unit;  // in the syntax of units.h; "" and "cycles" are plain numbers
  double per_si;     // displayed = si * per_si
  const char* help;
  Value (*value)(const Track&, const ExpectSpec&);
  Needs needs = Needs::nothing;
  Of of = Of::figure;
  Takes takes = Takes::nothing;
};

const std::vector<Measure>& all_measures();

std::vector<Measure> path_measures();          // speed and heading
std::vector<Measure> gait_measures();          // frequency and phases
std::vector<Measure> wave_measures();          // durations and order of steps
std::vector<Measure> footfall_measures();      // what feet do in a stride
std::vector<Measure> graph_measures();         // beside the graph of a gait of leg frames
std::vector<Measure> bearing_measures();       // impulses, shares of the weight
std::vector<Measure> stride_force_measures();  // the humps of the force over a stride
std::vector<Measure> balance_measures();       // where the ground presses, and how evenly
std::vector<Measure> economy_measures();       // cost of transport, Froude number
std::vector<Measure> gap_measures();           // distances from other figures
std::vector<Measure> overlap_measures();       // bodies of a figure in each other
std::vector<Measure> load_measures();          // forces, torques, feet on the ground
std::vector<Measure> posture_measures();       // height and tilt
std::vector<Measure> conservation_measures();  // momentum and energy
std::vector<Measure> limb_measures();          // how legs bend and feet are held
std::vector<Measure> joint_measures();         // how far joints turn
std::vector<Measure> joint_stride_measures();  // angles and powers of joints over a stride
std::vector<Measure> strike_measures();        // where feet come down, how their load rises
std::vector<Measure> led_measures();           // feet and forces of kinematic gaits
std::vector<Measure> goal_measures();          // what controllers of leg frames are to keep
std::vector<Measure> way_measures();           // where led bodies go and face
std::vector<Measure> support_measures();       // balance of kinematic gaits
std::vector<Measure> step_measures();          // steps of kinematic gaits against their design
std::vector<Measure> figure_measures();        // mass and size
std::vector<Measure> flight_measures();        // ways of moving, whatever the body

inline constexpr double degrees = 180 / std::numbers::pi;

}  // namespace gambol
