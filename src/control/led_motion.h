#pragma once

// Interpolation of a motion between two instants with known positions and velocities.

#include "control/command.h"
#include "dynamics/model.h"

namespace gambol {

// q at time t0 <= t <= t1: cubic Hermite interpolation of the positions and velocities of both
// ends, for orientations in the logarithm of the rotation.
void between(const Model& model, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
             const Eigen::VectorXd& q1, const Eigen::VectorXd& v1, double t0, double t1, double t,
             Eigen::VectorXd& q);

// q of the motion at time t (s), and its exact velocities v. After its end the motion stands still.
void follow(const Model& model, const LedMotion& motion, double t, Eigen::VectorXd& q,
            Eigen::VectorXd& v);

}  // namespace gambol
