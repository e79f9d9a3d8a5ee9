#pragma once

// A motion between two instants of which positions and rates are known.

#include "control/command.h"

namespace gambol {

// Positions by cubics through both ends' positions and rates, orientations by their logarithm
// likewise. q is a Model's.
void between(const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const Eigen::VectorXd& q1,
             const Eigen::VectorXd& v1, double t0, double t1, double t, Eigen::VectorXd& q);

// The motion at t, and its exact rates. After its end it stands still.
void follow(const LedMotion& motion, double t, Eigen::VectorXd& q, Eigen::VectorXd& v);

}  // namespace gambol
