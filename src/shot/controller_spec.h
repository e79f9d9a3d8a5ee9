#pragma once

// What may command a figure. A closed set; `make_controller` (control/) turns one into a
// controller.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/curve.h"
#include "base/error.h"

namespace gambol {

// Coupled oscillators with reflexes (seed 000 sections 3.2 and 4.6). Either `frequency` or
// `goal_speed` with `stride` sets the pace.
struct OscillatorGaitSpec {
  std::optional<Curve> frequency;   // Hz over simulated time
  std::optional<Curve> goal_speed;  // m/s over simulated time; frequency = goal_speed / stride
  double stride = 0;                // m travelled in one cycle
  double step_time = 0.05;          // s: protraction
  double delay = 0.05;              // s between the steps of neighbours on one side
  Curve gain = Curve(1.0);          // multiplies the strength of the springs it commands
  bool step_reflex = false;
  double step_reflex_angle = 0;  // rad of the leg's upper joint; beyond it a step is triggered
  bool load_reflex = false;
  double load_reflex_torque = 0;  // N*m at the leg's support joint; above it no step begins
};

// Motor programs run by cues (`run:`), and nothing between them.
struct MotorScriptSpec {};

struct ControllerSpec {
  Place place;
  std::string name;     // for cues; defaults to the type's name
  double tick = 0.001;  // s between two calls
  bool active = false;  // from the start; else a cue starts it
  std::variant<OscillatorGaitSpec, MotorScriptSpec> kind;
};

}  // namespace gambol
