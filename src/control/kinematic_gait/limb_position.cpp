#include <cmath>
#include <numeric>

#include "control/kinematic_gait/limb_rounds.h"

namespace gambol {

template LimbReach Limb::solve_for<3>(const LimbTarget& target, const Comfort& comfort,
                                      Eigen::Ref<Eigen::VectorXd> q) const;

bool Limb::nudge(const Vec3& by, Eigen::Ref<Eigen::VectorXd> q) const {
  constexpr double little = 1e-3;  // rad or m; squared, what the tip is off, in lengths
  Round<3> round(joints());
  LimbReach unused;
  look({}, q, round, unused);
  Mat3 A;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      A(i, k) = std::inner_product(&round.J[i][0], &round.J[i][joints()], &round.J[k][0], 0.0);
  const Vec3 y = A.inverse() * by;
  Round<3>::Joints step(joints());
  for (int j = 0; j < joints(); ++j) step[j] = Round<3>::along(y, round.J, j);
  for (int j = 0; j < joints(); ++j) {
    const double to = q[at_[j]] + step[j];
    if (!(std::abs(step[j]) < little && to >= lower[j] && to <= upper[j])) return false;
  }
  for (int j = 0; j < joints(); ++j) q[at_[j]] += step[j];
  return true;
}

}  // namespace gambol
