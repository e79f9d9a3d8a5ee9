#pragma once

// Limbs of a figure with the limits and the comfort that its files give their joints, for
// led_figure.cpp and rolling_limb.cpp only.

#include "control/kinematic_gait/led_joints.h"
#include "dynamics/articulated_body.h"

namespace gambol {

struct LedLimbs {
  const KinematicGaitSpec& spec;
  const FigureSpec& figure;
  const Model& model;
  const Eigen::VectorXd& posture;  // q in mid-stance

  // From the body `base` to the point `tip` of the body `end`.
  Limb limb(int base, int end, const Vec3& tip) const;
  // At a key of a step; null: in the posture.
  Comfort comfort(const Limb& limb, const StepKeySpec* key = nullptr) const;
};

// The foot of a leg that hangs on the body `base` and rolls over its sole. `work`: kinematics of
// the posture.
RollingLimb make_rolling_limb(const LedLimbs& limbs, const LegSpec& leg, int base,
                              const Workspace& work);

}  // namespace gambol
