#pragma once

// Jacobians at the kinematics of a workspace: linear maps from v, in world axes. Their columns are
// in the layout of v. `J` is resized to fit; a matrix of the right size is not allocated again.

#include "dynamics/articulated_body.h"

namespace gambol {

// The motion at unit rate of each degree of freedom, [nv], of the body that it moves, in world axes
// about that body's origin (seed 001's mode vectors).
void mode_motions(const Model& model, const Workspace& work, std::vector<SpatialMotion>& S);

// [3 x nv]: velocity of the body's point p_B, m/s.
void point_jacobian(const Model& model, const Workspace& work, int body, const Vec3& p_B,
                    Eigen::MatrixXd& J);
// [6 x nv]: angular velocity (3) of the body, and velocity (3) of its origin.
void body_jacobian(const Model& model, const Workspace& work, int body, Eigen::MatrixXd& J);
// [3 x nv]: velocity of the centre of mass.
void centre_of_mass_jacobian(const Model& model, const Workspace& work, Eigen::MatrixXd& J);
// [6 x nv]: angular momentum (3) about the centre of mass, and momentum (3).
void momentum_jacobian(const Model& model, const Workspace& work, Eigen::MatrixXd& J);

}  // namespace gambol
