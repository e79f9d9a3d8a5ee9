#pragma once

// The impulse of a collision at one point with Coulomb friction, for bodies of any kind (Arnold's
// MSc thesis, SFU 1997, "seed 001", section 2.4.3): the relative velocity is followed over the
// normal impulse, as the direction of sliding changes while the bodies are pressed together.
// Impulses and velocities here are in the axes of the contact: two along the surface, then the
// normal.

#include "base/vec.h"

namespace gambol {

// What restitution compares between the phases of approach and of separation: speeds along the
// normal (Newton), impulses along it (Poisson), or the work that they do (Stronge; its square
// root). All agree without friction. Only Stronge's never adds energy (seed 001, Eq. 2.23).
enum class RestitutionLaw { stronge, poisson, newton };

struct CollisionLaw {
  RestitutionLaw kind = RestitutionLaw::stronge;
  double restitution = 0;  // 0 to 1
  double friction = 0;     // coefficient
};

// Returns the impulse, N*s. `phi`: change of the relative velocity per impulse (seed 001 Eq. 2.21),
// 1/kg, symmetric and positive semidefinite; `v`: the relative velocity, m/s. Zero if the bodies do
// not approach, or if no impulse can change that.
//
// It always ends. With T = v^T phi^-1 v / 2, dT/dp = v_z - mu |v_t|, which is negative during
// approach: T would fall without bound if approach did not end. During separation the bodies either
// stick, so that dv_z/dp is positive, or slide on in a constant direction v = k p in the long run;
// then k^T phi^-1 k = k_z - mu |k_t| > 0, so that v_z grows without bound. (Section 2.4.3 says that
// it may go on for ever.)
Vec3 collision_impulse(const Mat3& phi, const Vec3& v, const CollisionLaw& law);

// The unit direction along the surface in which bodies at rest against each other begin to slide
// where friction cannot hold them: the one root of Eq. 2.30 (a quartic) at which friction opposes
// the sliding.
Eigen::Vector2d resumed_sliding(const Mat3& phi, double friction);

}  // namespace gambol
