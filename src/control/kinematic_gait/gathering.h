#pragma once

// Gathers a figure up, from where it lies to the first posture of its gait: each joint along a
// cubic, which knows no ground, and the whole figure lifted over the ground.

#include "contact/find/ground_surface.h"
#include "control/kinematic_gait/led_memory.h"
#include "dynamics/articulated_body.h"

namespace gambol {

class Gathering {
 public:
  // `takes`: s; 0: a figure is put in its first posture at once. `tick`: s. `height`: of the
  // trunk's centre above the ground in the posture, m.
  Gathering(const Model& model, double takes, double tick, double height)
      : model_(model), takes_(takes), tick_(tick), height_(height), scratch_(model) {}

  // Whether a figure at q is to be gathered up to `first`.
  bool gathers(const Eigen::VectorXd& q, const Eigen::VectorXd& first) const;
  // When a gathering that begins at t ends, s: at a tick.
  double ends(double t) const;
  // Begins to gather a figure up along `way`.
  GatherMemory begin(const GroundSurface& ground, const LedMotion& way) const;
  // Whether it still gathers at t, s.
  static bool lasts(double t, const GatherMemory& m);
  // Leads the figure from t (s) to the next tick.
  LedMotion run(double t, const GatherMemory& m) const;

 private:
  double depth(const GroundSurface& ground, const Eigen::VectorXd& q) const;
  double lift_over(const GroundSurface& ground, const LedMotion& way) const;
  void place(double t, const GatherMemory& m, Eigen::VectorXd& q, Eigen::VectorXd& v) const;

  const Model& model_;
  double takes_, tick_, height_;
  mutable Workspace scratch_;
};

}  // namespace gambol
