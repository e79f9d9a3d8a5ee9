#pragma once

// What may command a figure. A closed set; `make_controller` (control/) turns one into a
// controller.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "shot/kinematic_gait_spec.h"
#include "shot/path_point.h"
#include "shot/reflex_spec.h"

namespace gambol {

// How the gait is walked at one frequency; between two of them their numbers are interpolated.
struct PaceSpec {
  Place place;
  double frequency = 0;              // Hz
  std::optional<double> speed;       // m/s that it comes to, for goal_speed
  std::optional<double> retraction;  // s that the stance program takes; by default all the stance
  double gain = 1;                   // multiplies the strength of the springs
  double posture = 1;                // share of the posture's shifts
};

// Added to the targets that motor programs give some joints.
struct ShiftSpec {
  Place place;
  std::vector<std::string> joints;  // names or patterns
  double by = 0;                    // rad or m
};

// A line over the ground to walk along.
struct PathSpec {
  Place place;
  std::vector<PathPoint> points;  // a smooth line goes through them, seen from above
  bool closed = false;    // back to the first point and on; else the figure stops at the last
  double look_ahead = 0;  // m along the line: the point that the figure heads for
  double steer = 2;       // turn per radian between the heading and that point's bearing
};

// Coupled oscillators with reflexes (seed 000 sections 3.2 and 4.6). One of `frequency`,
// `cycle_time`, `slowdown` and `goal_speed` sets the pace.
struct OscillatorGaitSpec {
  std::optional<Curve> frequency;    // Hz over simulated time
  std::optional<Curve> cycle_time;   // s over simulated time
  std::optional<Curve> slowdown;     // top frequency over frequency: corpus's `speed`
  std::optional<Curve> goal_speed;   // m/s over simulated time, by the paces or the stride
  double stride = 0;                 // m travelled in one cycle
  std::optional<double> metabolism;  // s: step_time and delay unless they are given
  Curve step_time = Curve(0.05);     // s: protraction
  Curve delay = Curve(0.05);         // s between the steps of neighbours on one side
  std::optional<Curve> retraction;   // s that the stance program takes; by default all the stance
  std::optional<double> top_frequency;  // Hz; by default the tripod's, half a cycle for a step
  double bottom_frequency = 0;          // Hz
  Curve gain = Curve(1.0);              // multiplies the strength of the springs it commands
  std::vector<PaceSpec> paces;          // by rising frequency
  std::vector<ShiftSpec> posture;
  Curve turn = Curve(0.0);       // -1 (right) to 1 (left), over simulated time
  double turn_stroke = 1;        // how much of the swing a full turn takes or gives
  std::optional<PathSpec> path;  // instead of turn
  std::optional<ReflexSpec> reflexes;
};

// Motor programs run by cues (`run:`), and nothing between them.
struct MotorScriptSpec {};

struct ControllerSpec {
  Place place;
  std::string name;     // for cues; defaults to the type's name
  double tick = 0.001;  // s between two calls
  bool active = false;  // from the start; else a cue starts it
  std::variant<OscillatorGaitSpec, MotorScriptSpec, KinematicGaitSpec> kind;
};

}  // namespace gambol
