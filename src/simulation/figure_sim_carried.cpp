// Inverse dynamics of a figure that is led: what its joints must give, what the ground can.

#include <algorithm>

#include "dynamics/momentum.h"
#include "simulation/figure_sim.h"

namespace gambol {

void FigureSim::prepare_carried(const FigureState& s, const WorldSettings& settings,
                                const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) {
  dormant_ = false;
  prescribe(s, v, t, 0);
  place(q, v);
  apply_forces(s, settings, q, v, t, 0);
  contacts_.clear();
}

// The legs of the controller that leads stand where they are.
void FigureSim::find_planted(const FigureState& s, const WorldSettings& settings, double t) {
  planted_.clear();
  Ground ground = ground_at(*world_.ground, model_.mass, t);
  settings.override_law(t, ground.law);
  for (std::size_t leg = 0; leg < cast_.figure.legs.size(); ++leg) {
    bool stands = false;
    for (std::size_t c = 0; c < controllers_.size(); ++c)
      stands |= controllers_[c]->plants(s.controllers[c].memory, leg, s.command.motion);
    if (!stands) continue;
    const LegSpec& spec = cast_.figure.legs[leg];
    const Frame& X = work_.bodies[model_.body_index(spec.feet[0])].X_WB;
    PlantedFoot foot{static_cast<int>(leg), X.R * spec.tip + X.p};
    foot.normal = ground_normal(ground.surface, foot.p.x(), foot.p.y());
    foot.friction = ground.law.friction;
    planted_.push_back(foot);
  }
}

void FigureSim::solve_carried(const FigureState& s, const WorldSettings& settings, double t) {
  solve();
  if (!world_.ground) return;
  find_planted(s, settings, t);
  const RigidWhole whole = whole_of(model_, work_);
  share_ground_force(whole, root_force_about(whole.com), planted_);
  for (const PlantedFoot& foot : planted_) {
    const int body = model_.body_index(cast_.figure.legs[foot.leg].feet[0]);
    BodyWork& b = work_.bodies[body];
    GroundContact contact;
    contact.body = body;
    contact.p_B = b.X_WB.R.transpose() * (foot.p - b.X_WB.p);
    contact.normal = foot.normal;
    contact.force = foot.force;
    contacts_.push_back(contact);
    const Vec3 f = b.X_WB.R.transpose() * foot.force;
    b.applied += {contact.p_B.cross(f), f};
  }
  solve();
}

SpatialForce FigureSim::root_force_about(const Vec3& p) const {
  if (!work_.root_kinematic) return {};
  const Frame& X = work_.bodies[0].X_WB;
  const Vec3 f = X.R * work_.root_force.f;
  return {X.R * work_.root_force.n + (X.p - p).cross(f), f};
}

}  // namespace gambol
