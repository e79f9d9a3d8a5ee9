#pragma once

// A blow: the impulse on one body that gives its velocity a wanted change, and what this does to
// the whole figure (McKenna's MS thesis, MIT 1990, "seed 000", App. D, `addv`, which changed the
// body's velocity alone).

#include <optional>

#include "dynamics/articulated_body.h"

namespace gambol {

// Computes the change dv [nv] of v after an impulse on `body` that changes the velocity of its
// centre of mass by `velocity` (W, m/s) and its angular velocity by `spin` (W, rad/s). Without
// `spin` the impulse has no moment about the centre of mass; without `velocity` it is a moment
// alone. Where joints leave the body no such motion, the change is the closest to it. Kinematic
// degrees of freedom keep their rates. Requires forward_dynamics; overwrites its results.
void strike(const Model& model, Workspace& work, int body, const std::optional<Vec3>& velocity,
            const std::optional<Vec3>& spin, Eigen::VectorXd& dv);

}  // namespace gambol
