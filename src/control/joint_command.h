#pragma once

// What a controller commands of one degree of freedom by itself, whatever springs act on it.

#include <optional>

namespace gambol {

// A motion of one coordinate (rad or m, dynamics/coordinates.h) between two instants: the cubic
// through positions and rates at both. After its end it stands still.
struct JointWay {
  double t0 = 0, t1 = 0;  // s; t1 <= t0: it stands at q1
  double q0 = 0, v0 = 0, q1 = 0, v1 = 0;
  // Its derivative of order 0 to 2 at time t >= t0, s.
  double at(double t, int order) const;
};

// A dynamic degree of freedom gets the torque (N*m, or force, N)
//
//     torque + stiffness (way - position) + damping (way's rate - rate)
//
// within the joint's limit (Dof::most_torque) and the command's own, at the end of a step
// (simulation/joint_control.h). A led one goes along `way` exactly, with whatever force that needs.
struct JointCommand {
  bool commanded = false;             // false: nothing of this counts
  double torque = 0;                  // feed-forward, N*m or N
  double stiffness = 0, damping = 0;  // N*m and N*m*s, or N/m and N*s/m; 0: none
  JointWay way;
  std::optional<double> most;  // N*m or N, that this command exerts; default: the joint's limit
};

}  // namespace gambol
