#pragma once

// The commands that controllers write at their ticks and the dynamics reads in every step.

#include <Eigen/Core>
#include <algorithm>
#include <optional>
#include <vector>

#include "base/curve.h"
#include "control/joint_command.h"
#include "figure/drive.h"

namespace gambol {

// A value, such as a rest position, that moves from `from` at t0 to `to` at t1 and stays there: at
// constant speed (seed 003, Eq. 88), or in and out slowly (5.9).
struct Ramp {
  double t0 = 0, t1 = 0;  // s; t1 <= t0 is a jump at t0
  double from = 0, to = 0;
  bool ease = false;  // smoothstep: zero speed at both ends, 1.5 times the mean speed in the middle
  double at(double t) const {
    if (t >= t1) return to;
    if (t <= t0) return from;
    if (!ease) return from + (to - from) * (t - t0) / (t1 - t0);
    const double s = (t - t0) / (t1 - t0);
    return from + (to - from) * s * s * (3 - 2 * s);
  }
};

struct ActuatorCommand {
  bool has_rest = false;  // false: the actuator's own rest curve applies
  Ramp rest;
  double stiffness_scale = 1;    // of a controller
  std::optional<Ramp> strength;  // another factor, of springs alone: of cues and motor programs
  double damping_scale = 1;
  double bias = 0;  // N*m or N, added to the actuator's torque
  bool on = true;

  double strength_at(double t) const { return strength ? strength->at(t) : 1; }
};

// A motion of the whole figure between two instants. Led degrees of freedom follow their part of
// it.
struct LedMotion {
  double t0 = 0, t1 = 0;           // s
  Eigen::VectorXd q0, v0, q1, v1;  // see Model
};

struct Command {
  std::vector<ActuatorCommand> actuators;  // [actuator]
  std::vector<Drive> drives;               // [degree of freedom, the root's six first]
  LedMotion motion;
  std::vector<JointCommand> joints;  // [degree of freedom]; empty if no controller commands any
  // [controller][degree of freedom] what each commands by itself, if two share a joint; else empty:
  // then each writes `joints`.
  std::vector<std::vector<JointCommand>> layers;
  // In all six degrees of freedom.
  bool root_led() const { return root_is(Drive::led); }
  bool root_is(Drive drive) const {
    return std::count(drives.begin(), drives.begin() + 6, drive) == 6;
  }
  // Whether the degree of freedom is led along its own way (JointCommand) instead of `motion`.
  bool goes_its_way(std::size_t dof) const {
    return drives[dof] == Drive::led && !joints.empty() && joints[dof].commanded;
  }
  // Whether `motion` leads any.
  bool leads() const {
    auto led = std::find(drives.begin(), drives.end(), Drive::led);
    while (led != drives.end() && goes_its_way(static_cast<std::size_t>(led - drives.begin())))
      led = std::find(led + 1, drives.end(), Drive::led);
    return led != drives.end();
  }
  std::vector<char> adhesion;   // [leg] whether its feet's pads may stick
  std::vector<double> outputs;  // [every output of every controller, in order]
};

}  // namespace gambol
