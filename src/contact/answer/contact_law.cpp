#include "contact/answer/contact_law.h"

#include <algorithm>
#include <cmath>

#include "contact/find/depth.h"

namespace gambol {
namespace {

// Below this speed (m/s) the unit vector of Eq. 76 is tapered to zero: a foot that creeps slower
// than a micrometre per second is visually at rest.
constexpr double coulomb_taper = 1e-6;

double tangent_damping(const ContactLaw& law, double normal_force, double slip) {
  const double limit = law.friction * normal_force;
  if (law.friction_law == FrictionLaw::coulomb)
    return limit / std::max(slip, coulomb_taper);                                    // Eq. 76
  return law.friction_damping * slip > limit ? limit / slip : law.friction_damping;  // Eq. 77
}

}  // namespace

PointReaction react(const ContactLaw& law, const Vec3& normal, double depth, const Vec3& velocity,
                    double h) {
  PointReaction r;
  const double within = depth_after(h, depth, normal, velocity);
  if (within <= 0) return r;
  const double grown = std::exp(law.rise * std::min(within, law.max_depth));
  const double leaving = normal.dot(velocity);
  const double parting = leaving > 0 ? law.restitution : 1.0;                 // Eq. 74
  const double spring = law.strength * (grown - 1) + law.stiffness * within;  // Eq. 72
  const double push = parting * spring - law.damping * leaving;
  if (push <= 0) return r;  // surfaces do not pull
  const Vec3 slip = velocity - leaving * normal;
  const double across = tangent_damping(law, push, slip.norm());
  if (h > 0) {
    const double stiffness = parting * (law.strength * law.rise * grown + law.stiffness);
    const double along = h * law.damping + h * h * stiffness;
    const Vec3 more = (along - h * across) * normal;
    for (int k = 0; k < 3; ++k) {
      r.D.col(k) = more * normal[k];
      r.D(k, k) += h * across;
    }
    r.implicit = true;
  }
  r.force = push * normal - across * slip;
  return r;
}

}  // namespace gambol
