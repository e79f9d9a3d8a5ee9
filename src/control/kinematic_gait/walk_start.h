#pragma once

// Where a kinematic gait begins: so that its first posture has the root where the figure is.

#include "control/kinematic_gait/body_carry.h"
#include "control/kinematic_gait/led_figure.h"
#include "control/kinematic_gait/led_postures.h"

namespace gambol {

struct StartIn {
  const LedWorld& world;
  double time = 0;           // s: of the first posture
  const Eigen::VectorXd& q;  // where the figure is, or has been placed
  const GaitSettings& set = no_settings;
};

// Its parts must outlive it.
struct WalkStart {
  const Model& model;
  const LedWalk& walk;
  const BodyCarry& carry;
  const LedPostures& postures;
  const Eigen::VectorXd posture;  // LedFigure
  const std::vector<char> driven;
  Frame X_TR;         // of the root in mid-stance, in the trunk's frame
  double height = 0;  // m

  // The memory of a gait that has not begun to move.
  LedMemory run(const StartIn& in) const;
};

}  // namespace gambol
