#pragma once

// Where a kinematic gait wants the trunk.

#include "control/kinematic_gait/gait_score.h"
#include "control/kinematic_gait/planned_body.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

struct TrunkIn {
  const BodyRing& body;  // known for half a cycle before and after t
  double t = 0;          // s
  double gravity = 0;    // m/s2
  const GaitSettings& set = no_settings;
  Vec3 off = Vec3::Zero();  // LedFeet::off(): a body that balances goes along
};

struct TrunkTarget {
  BodyAhead body;    // at t
  Frame X_WT;        // of the trunk, its origin the posture's centre of mass
  double curve = 0;  // 1/m: curvature of the body's way along its own axis
  double lean = 0;   // rad to the left of its way: a pendulum's, which takes the turn in balance
};

class LedTrunk {
 public:
  // `height`: of the trunk's centre above the ground in the posture, m.
  LedTrunk(const KinematicGaitSpec& spec, const GaitScore& score, double height)
      : spec_(spec), score_(score), height_(height) {}
  TrunkTarget run(const TrunkIn& in) const;

 private:
  KinematicGaitSpec spec_;
  const GaitScore& score_;
  double height_;
};

}  // namespace gambol
