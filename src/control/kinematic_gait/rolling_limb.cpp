// Construction of a leg whose foot rolls (foot_roll.h).

#include <algorithm>
#include <cmath>

#include "control/kinematic_gait/led_limbs.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

// The contact point of a foot that is hindmost in the body's axes.
const ContactPoint& heel_of(const Body& foot, const Mat3& R_TF) {
  return *std::min_element(foot.contacts.begin(), foot.contacts.end(),
                           [&](const ContactPoint& a, const ContactPoint& b) {
                             return (R_TF * a.p_B).x() < (R_TF * b.p_B).x();
                           });
}

// The point of a joint's axis that is nearest to its parent's origin, in W.
Vec3 joint_place(const Body& body, const Frame& X_WP) {
  const Vec3 axis = body.X_PB.R * body.motion.modes[0].axis, p = body.X_PB.p;
  return X_WP.R * (p - axis.dot(p) * axis) + X_WP.p;
}

}  // namespace

RollingLimb make_rolling_limb(const LedLimbs& limbs, const LegSpec& leg, int base,
                              const Workspace& work) {
  const auto body = [&](int i) -> const Body& {
    return limbs.model.bodies[static_cast<std::size_t>(i)];
  };
  const auto X_WB = [&](int i) -> const Frame& {
    return work.bodies[static_cast<std::size_t>(i)].X_WB;
  };
  const int toes = limbs.model.body_index(leg.feet[0]), foot = body(toes).parent;
  const Frame& X_WF = X_WB(foot);
  const Vec3 ball = X_WB(toes).p;
  const ContactPoint& heel = heel_of(body(foot), X_WF.R);
  FootRoll roll;
  roll.sole = *limbs.spec.soles;
  roll.heel = X_WF.R * heel.p_B + X_WF.p - ball;
  roll.heel.y() = 0;  // wherever on it the heel bears
  roll.radius = heel.radius;
  roll.tip = tip_of(limbs.model, leg, work) - ball;
  Limb limb = limbs.limb(base, foot, seen_from(X_WF, ball));
  Vec3 last = X_WB(limb.bodies()[0]).p;
  roll.hip = seen_from(X_WB(base), last);
  for (std::size_t k = 1; k < limb.bodies().size(); ++k) {
    const Body& b = body(limb.bodies()[k]);
    const Vec3 next = joint_place(b, X_WB(b.parent));
    roll.length += (next - last).norm();
    last = next;
  }
  roll.ankle = last - ball;
  RollingLimb rolling{roll, std::move(limb), X_WF.R};
  rolling.toes = body(toes).q_start - root_positions;
  rolling.toes_rest = limbs.posture[body(toes).q_start];
  const Vec3 axis = X_WB(toes).R * body(toes).motion.modes[0].axis;
  rolling.toes_sign = axis.y() > 0 ? -1.0 : 1.0;
  const auto& limits = limbs.figure.bodies[static_cast<std::size_t>(toes)].joint.limits;
  if (limits) rolling.lower = limits->x(), rolling.upper = limits->y();
  return rolling;
}

}  // namespace gambol
