#pragma once

// The impulse of one lasting contact: Signorini's condition along the normal and Coulomb's friction
// across it, solved exactly at the level of velocities, where an answer always exists.

#include "base/vec.h"

namespace gambol {

// How a contact answers impulses. Axes: two along the surface, then the normal.
struct PointAnswer {
  Mat3 phi;   // velocity per impulse, 1/kg, symmetric, positive semidefinite
  Mat3 hold;  // impulse per velocity: its inverse
};
// What joints hold makes `phi` singular; its inverse is then that of one a little softer.
PointAnswer point_answer(const Mat3& phi);

// `v`: the velocity without the impulse, m/s, less the least v_z that is allowed. Requires phi_zz >
// 0. Returns the impulse p, N*s: none if v_z >= 0; else the one that holds the contact
// (v + phi p = 0) if it lies within the cone |p_t| <= friction p_z; else one on the cone with
// v_z + (phi p)_z = 0 whose friction opposes the sliding that remains. `guess`: the last answer, of
// whose directions of sliding the nearest one is taken where several are possible.
Vec3 cone_impulse(const PointAnswer& at, const Vec3& v, double friction, const Vec3& guess);

}  // namespace gambol
