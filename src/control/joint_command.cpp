#include "control/joint_command.h"

#include <algorithm>

#include "base/hermite.h"

namespace gambol {

double JointWay::at(double t, int order) const {
  constexpr double rounding = 1e-6;  // fraction of the duration
  const double dt = t1 - t0;
  if (!(dt > 0) || t > t1 + rounding * dt) return order == 0 ? q1 : 0;
  const double s = std::max((t - t0) / dt, 0.0);
  if (order == 0) return Hermite(s, dt)(q0, v0, q1, v1);
  if (order == 1) return HermiteRate(s, dt)(q0, v0, q1, v1);
  return ((12 * s - 6) * (q0 - q1) / dt + (6 * s - 4) * v0 + (6 * s - 2) * v1) / dt;
}

}  // namespace gambol
