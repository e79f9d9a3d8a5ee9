#pragma once

// Positions of a figure: how they follow velocities, and one coordinate for each degree of freedom
// of its joints, although q holds quaternions.

#include "dynamics/model.h"

namespace gambol {

// dq/dt [nq] for v at q.
void q_rate(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
            Eigen::VectorXd& qdot);

// Advances q by v over h (s): scalars linearly, a ball by v's rotation, then by v's translation in
// its frame at the end of the step.
void advance_q(const Model& model, const Eigen::VectorXd& v, double h, Eigen::VectorXd& q);

// Makes all quaternions unit ones.
void normalise(const Model& model, Eigen::VectorXd& q);

// The mean velocity over 2 h (s) from `before` to `after`, in the axes of `now`, halfway.
void mean_rates(const Model& model, const Eigen::VectorXd& before, const Eigen::VectorXd& now,
                const Eigen::VectorXd& after, double h, Eigen::VectorXd& v);

// Coordinates [nv] of the joints' degrees of freedom (JointMotion, figure/joint_motion.h); the
// root's are 0.
void coordinates(const Model& model, const Eigen::VectorXd& q, Eigen::VectorXd& x);
double coordinate(const Model& model, const Eigen::VectorXd& q, int dof);
// Rates [nv] of those coordinates at the velocities v; only those of balls differ from v.
void coordinate_rates(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& rates);
// Sets the joints' positions in q from their coordinates x [nv].
void set_coordinates(const Model& model, const Eigen::VectorXd& x, Eigen::VectorXd& q);

// Turns forces along coordinates, [nv], into forces on degrees of freedom: they do the same work.
// Only those of ball joints differ.
void to_dof_forces(const Model& model, const Eigen::VectorXd& q, Eigen::VectorXd& force);
// The inverse of to_dof_forces().
void to_coordinate_forces(const Model& model, const Eigen::VectorXd& q, Eigen::VectorXd& force);

}  // namespace gambol
