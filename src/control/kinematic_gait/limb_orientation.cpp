#include "control/kinematic_gait/limb_rounds.h"

namespace gambol {

template LimbReach Limb::solve_for<6>(const LimbTarget& target, const Comfort& comfort,
                                      Eigen::Ref<Eigen::VectorXd> q) const;

}  // namespace gambol
