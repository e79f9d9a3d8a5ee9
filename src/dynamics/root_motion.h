#pragma once

// The end of the inward pass of the articulated body method: how the root moves.

#include "dynamics/articulated_body.h"

namespace gambol {

// Sets the root's acceleration, without gravity's, from its inertia and bias. `given` [nv] holds,
// in root axes, the forces on its dynamic degrees of freedom and the accelerations of the others.
void move_root(const Workspace& work, const Eigen::VectorXd& force, const Eigen::VectorXd& given,
               const Vec3& gravity, QuadWork& root);
// Writes the root's accelerations and, of its kinematic degrees of freedom, the forces (Eq. 45).
void finish_root(const QuadWork& root, Workspace& work);

// Change of the root's velocity per impulse on it, in W about its origin, angular part first, from
// the inertia that forward_dynamics left; 0 in its kinematic degrees of freedom.
Mat6 root_response(const Workspace& work);

}  // namespace gambol
