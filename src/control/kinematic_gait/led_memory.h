#pragma once

#include <vector>

#include "control/kinematic_gait/planned_body.h"
#include "gait/step_path.h"

namespace gambol {

// The memory of a kinematic gait: its plan, its feet, and three postures a tick apart: now, and the
// next two.
struct LedMemory {
  struct Foot {
    bool stands = true;
    Vec3 at = Vec3::Zero();    // W: where the foot stands, or stood last
    Vec3 next = Vec3::Zero();  // W: the foothold that it swings to
    // Rotation of a level foot at both footholds, from the posture: rotation vectors, W.
    Vec3 turned = Vec3::Zero(), next_turned = Vec3::Zero();
    StepEnds way;        // of the swing, as seen from the body
    double missing = 0;  // m between the foot and its target
  };
  BodyLead lead;
  TurnLead turn;
  BodyRing ring;
  GaitClock clock;  // at the last posture
  std::vector<Foot> feet;
  // Effect of the swinging legs on the body: its displacement from the plan (W, m) at the last
  // posture and at the one before, and its rotation from the plan (W, a rotation vector).
  Vec3 shift = Vec3::Zero(), shift_before = Vec3::Zero(), recoil = Vec3::Zero();
  Vec3 steady = Vec3::Zero();  // mean of the recoil's rate before it is subtracted, rad/s
  std::vector<Eigen::VectorXd> q, v;
  // Per posture: [leg] whether it swings, followed by [leg] how far (m) it is from its target.
  std::vector<Eigen::VectorXd> told;
};

}  // namespace gambol
