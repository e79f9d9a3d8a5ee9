// Steps that change a figure's momentum by its forces alone.

#include <algorithm>
#include <cmath>

#include "dynamics/momentum.h"
#include "simulation/figure_sim.h"

namespace gambol {

void FigureSim::advance_keeping_momentum(FigureState& s, double h) {
  if (first_order() || dormant_ || !s.command.root_is(Drive::dynamic)) return advance(s, h);
  const TurningWhole before = turning_whole_of(parts_.model, work_);
  const SpatialForce change =
      std::isnan(impulse_.f.x()) ? momentum_rate(parts_.model, work_) * h : impulse_;
  const Vec3 linear = before.linear + change.f;
  const Vec3 angular = before.angular + change.n - before.rigid.com.cross(change.f);

  advance(s, h);
  place(s.q, s.v);
  const TurningWhole after = turning_whole_of(parts_.model, work_);
  const Frame& root = work_.bodies[0].X_WB;
  const Vec3 turn = after.rigid.inertia.ldlt().solve(angular - after.angular);
  const Vec3 move =
      (linear - after.linear) / after.rigid.mass + turn.cross(root.p - after.rigid.com);
  s.v.head<3>() += root.R.transpose() * turn;
  s.v.segment<3>(3) += root.R.transpose() * move;
}

bool FigureSim::is_touched() const {
  return !std::isnan(impulse_.f.x()) || std::any_of(work_.bodies.begin(), work_.bodies.end(),
                                                    [](const BodyWork& b) { return b.has_added; });
}

double FigureSim::fastest_turn(const FigureState& s) const {
  if (parts_.limp.empty() || first_order() || s.dormant || !s.command.joints.empty()) return 0;
  double most = s.command.root_is(Drive::dynamic) ? s.v.head<3>().norm() : 0;
  for (const int dof : parts_.limp) most = std::max(most, std::abs(s.v[dof]));
  return most;
}

bool FigureSim::advance_drifting(FigureState& s, double t, double h) {
  if (first_order() || dormant_) return false;
  if (is_touched()) s.touched = t + h;
  const InertialDrift::Circumstances now{!s.command.joints.empty(), t + h - s.touched};
  if (!drift_.matters(work_, now, h)) return false;
  drift_.advance(work_, h, s.q, s.v);
  return true;
}

}  // namespace gambol
