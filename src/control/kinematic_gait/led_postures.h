#pragma once

// Postures of a kinematic gait, a tick apart, and the motion through them.

#include "control/kinematic_gait/led_memory.h"
#include "dynamics/model.h"

namespace gambol {

// Rates at the first of three postures, a tick apart: of the parabola through them.
Eigen::VectorXd first_rates(const Model& model, const Eigen::VectorXd& q0,
                            const Eigen::VectorXd& q1, const Eigen::VectorXd& q2, double tick);

struct LedPostures {
  const Model& model;
  double tick = 0;  // s

  // The first three.
  PosturesMemory begin(std::vector<LedPosture> first) const;
  // Takes in the next posture. Afterwards the first is that of the next tick.
  void run(LedPosture next, PosturesMemory& m) const;
  // Leads from the first posture, at t (s), to the second.
  LedMotion motion(double t, const PosturesMemory& m) const;
};

}  // namespace gambol
