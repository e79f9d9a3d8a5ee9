#pragma once

// The articulated body method (Featherstone; seed 000 App. B Eq. 35-46, seed 003 Eq. 45-58): O(n),
// no allocation, hybrid (each degree of freedom, the root's included, takes a force or an
// acceleration).
//
// Inside, bodies go by fours (dynamics/quad.h) and everything is in world axes about a body's own
// origin: to pass an articulated inertia inward is then a shift, without the two rotations that
// body axes would cost. Callers see body axes.

#include <vector>

#include "dynamics/model.h"

namespace gambol {

// What callers may know of one body at one instant. Filled by update_kinematics (k), by the caller
// (c) or by forward_dynamics (d).
struct BodyWork {
  Frame X_WB;                  // k: pose in the world
  SpatialMotion velocity;      // k: in B
  SpatialForce applied;        // c: external force about Bo, in B (gravity not included)
  bool has_added = false;      // c
  SpatialInertia added;        // c: what implicit contact adds, about Bo in W; used if has_added
  SpatialMotion acceleration;  // d: in B
};

// The recursion's own: four bodies, in world axes, about each body's origin.
struct Placement {
  WideMat3 R_WB;
  WideVec3 p_WB;
  WideMotion velocity;
};
struct QuadWork {
  Placement at;             // k
  WideVec3 r;               // k: p_WB less that of the parent
  WideMotion S;             // k: motion at unit joint rate; 0 without a joint
  WideMotion coriolis;      // k: velocity x S qdot (Eq. 35)
  WideMask dynamic;         // d: joints that take a force
  WideInertia I;            // d: articulated inertia
  WideForce bias;           // d: articulated bias force
  WideForce U;              // d: I S (Eq. 36)
  Wide d_inverse;           // d: 1 / (S^T U + added joint inertia); 0 unless dynamic
  Wide u;                   // d: Eq. 38
  WideMotion acceleration;  // d: less gravity's
};

struct Workspace {
  explicit Workspace(const Model& model);

  std::vector<BodyWork> bodies;
  std::vector<QuadWork> quads;
  BodyWork nobody;                   // in empty lanes
  Vec3 gravity = Vec3(0, 0, -9.81);  // c: W
  // Per joint degree of freedom. A dynamic one takes `force`; a kinematic one takes `qdd` and
  // returns in `force` what that needs.
  Eigen::VectorXd force;            // c/d: N*m or N
  Eigen::VectorXd added_inertia;    // c: what implicit joint springs and dampers add to d (Eq. 37)
  Eigen::VectorXd qdd;              // c/d
  std::vector<char> kinematic;      // c
  bool root_kinematic = false;      // c
  SpatialMotion root_acceleration;  // c: if the root is kinematic, in root axes
  bool show_accelerations =
      true;                 // c: whether BodyWork::acceleration is asked for (but the root's)
  SpatialForce root_force;  // d: what a kinematic root's motion needs, in root axes
};

// Poses and velocities of all bodies from q [nq] and v [nv].
void update_kinematics(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       Workspace& work);
// What it has found, for the same model.
void copy_kinematics(const Workspace& from, Workspace& to);

// Accelerations vdot [nv] in the layout of v: the root's part is the spatial acceleration, whose
// components are the derivatives of those of v. Requires update_kinematics with the same v.
void forward_dynamics(const Model& model, Workspace& work, Eigen::VectorXd& vdot);

// Change of v by impulses at an instant, with the factors that forward_dynamics left: `impulses`
// per body about Bo in B, `joint` per degree of freedom (for a kinematic one: its change of rate,
// likewise root_change for a kinematic root). O(n).
void impulse_response(const Model& model, Workspace& work,
                      const std::vector<SpatialForce>& impulses, const Eigen::VectorXd& joint,
                      const SpatialMotion& root_change, Eigen::VectorXd& dv);

// dq/dt [nq] for v at q.
void q_rate(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& qdot);

}  // namespace gambol
