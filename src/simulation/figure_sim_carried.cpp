// Inverse dynamics of a led figure: the forces that its joints must exert and the forces that the
// ground can exert.

#include <algorithm>

#include "dynamics/momentum.h"
#include "simulation/figure_sim.h"

namespace gambol {

void FigureSim::prepare_carried(const FigureState& s, const WorldSettings& settings,
                                const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) {
  dormant_ = false;
  prescribe(s, q, v, t, 0);
  place(q, v);
  apply_forces(s, settings, q, v, t, 0);
  contacts_.clear();
}

// For each leg in commanded stance whose foot is on the ground: its tip, or the lowest point of the
// ball on which it turns, and every other point of the leg that touches the ground without moving,
// such as a sole.
void FigureSim::find_planted(const FigureState& s, const WorldSettings& settings, double t) {
  planted_.clear();
  const GroundLaw ground = ground_at(settings, t);
  const auto share = [&](std::size_t leg) {
    double most = 0;
    for (std::size_t k = 0; k < controllers_.size(); ++k)
      most =
          std::max(most, controllers_[k]->plants(s.controllers[k].memory, leg, s.command.motion));
    return most;
  };
  constexpr double near_it = 2e-3;  // of the centre of mass's height: it lifts within a tick
  const double com = centre_of_mass(parts_.model, work_).z();
  for (std::size_t leg = 0; leg < parts_.cast.figure.legs.size(); ++leg) {
    const double bears = share(leg);
    if (bears == 0) continue;
    const LegSpec& spec = parts_.cast.figure.legs[leg];
    const int body = parts_.model.body_index(spec.feet[0]);
    const ContactPoint ball = foot_ball(parts_.model, spec);
    const Frame& X = work_.bodies[body].X_WB;
    const Vec3 centre = X.R * ball.p_B + X.p;
    const Vec3 normal = ground_normal(ground.surface, centre.x(), centre.y());
    const Vec3 p = centre - ball.radius * normal;
    const double level = ground_height(ground.surface, p.x(), p.y());
    if (p.z() - level > near_it * (com - level)) continue;
    planted_.push_back({body, p, normal, ground.law.friction, bears});
  }
  double creeps = 0;
  for (const auto& controller : controllers_)
    if (controller->leads()) creeps = std::max(creeps, controller->most_creep());
  for (const BodyTouch& touch : touches()) {
    const int leg = parts_.limb[touch.body];
    const BodyWork& b = work_.bodies[touch.body];
    const double bears = leg < 0 ? 0 : share(static_cast<std::size_t>(leg));
    if (touch.at.depth <= 0 || bears == 0) continue;
    if (point_velocity(b, touch.at.p_B).norm() > creeps) continue;
    planted_.push_back({touch.body, b.X_WB.R * touch.at.p_B + b.X_WB.p, touch.at.normal,
                        ground.law.friction, bears});
  }
}

void FigureSim::solve_carried(const FigureState& s, const WorldSettings& settings, double t) {
  solve();
  if (!parts_.world.ground) return;
  find_planted(s, settings, t);
  const RigidWhole whole = whole_of(parts_.model, work_);
  share_ground_force(whole, root_force_about(whole.com), planted_);
  for (const PlantedFoot& foot : planted_) {
    BodyWork& b = work_.bodies[foot.body];
    GroundContact contact;
    contact.body = foot.body;
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
  const auto begin = work_.kinematic.begin();
  if (std::none_of(begin, begin + root_dofs, [](char k) { return k; })) return {};
  const Frame& X = work_.bodies[0].X_WB;
  const Vec3 f = X.R * work_.force.segment<3>(3);
  return {X.R * work_.force.head<3>() + (X.p - p).cross(f), f};
}

}  // namespace gambol
