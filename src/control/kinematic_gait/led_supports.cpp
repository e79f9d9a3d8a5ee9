#include "control/kinematic_gait/led_supports.h"

#include <algorithm>

namespace gambol {

std::vector<GroundHold> LedSupports::tips(const SupportsIn& in,
                                          const std::vector<LedFoot>& feet) const {
  std::vector<GroundHold> all;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    if (!bears(in, leg) || legs_[leg].rolls) continue;
    const Vec3& p = feet[leg].at;
    all.push_back(
        {p, ground_normal(in.world.ground, p.x(), p.y()), in.world.friction, legs_[leg].push});
  }
  return all;
}

std::vector<GroundHold> LedSupports::soles(const SupportsIn& in, const Model& model,
                                           const Workspace& work, GroundSearch& search) const {
  const double others = in.set.at("foot_force", in.t, foot_force_);
  std::vector<GroundHold> all;
  for (const BodyTouch& touch : search.find(model, work, 0)) {
    const int leg = leg_of_[static_cast<std::size_t>(touch.body)];
    const BodyWork& b = work.bodies[static_cast<std::size_t>(touch.body)];
    if (leg < 0 || touch.at.depth <= 0) continue;
    const auto k = static_cast<std::size_t>(leg);
    if (!bears(in, k) || point_velocity(b, touch.at.p_B).norm() > creep_) continue;
    // Horizontal over vertical force: what friction lets a foot give, and what its leg can (Eq.
    // 14), which is in weights, about as much as a foot bears.
    const double grip = std::min(in.world.friction, legs_[k].foot_force.value_or(others));
    all.push_back({b.X_WB.R * touch.at.p_B + b.X_WB.p, touch.at.normal, grip, legs_[k].push});
  }
  return all;
}

}  // namespace gambol
