#pragma once

// Accelerations of one figure at a state of one's choice.

#include "simulation/figure_sim.h"

namespace gambol::testing {

inline Eigen::VectorXd accelerations(FigureSim& figure, const FigureState& s, double t,
                                     const Vec3& gravity = Vec3::Zero()) {
  WorldSettings settings;
  settings.gravity = gravity;
  figure.work().show_accelerations = true;
  figure.prepare(s, settings, s.q, s.v, t, 0);
  figure.solve();
  return figure.vdot();
}

}  // namespace gambol::testing
