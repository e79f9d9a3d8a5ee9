#pragma once

// The articulated body method (Featherstone; McKenna's MS thesis, MIT 1990, "seed 000", App. B
// Eq. 35-46; McKenna's PhD thesis, MIT 1994, "seed 003", Eq. 45-58): O(n), no allocation, hybrid
// (each degree of freedom, including the root's, takes a force or an acceleration). Equations
// without a source in the implementation are those of seed 000.
//
// Internally, bodies are processed four at a time (dynamics/quad.h) and all quantities are in world
// axes about a body's own origin: passing an articulated inertia inward is then a shift, without
// the two rotations that body axes would cost. Callers see body axes.

#include <vector>

#include "dynamics/model.h"

namespace gambol {

// The public quantities of one body at one instant. Members are filled by update_kinematics (k), by
// the caller (c) or by forward_dynamics (d).
struct BodyWork {
  Frame X_WB;                  // k: pose in the world
  SpatialMotion velocity;      // k: in B
  SpatialForce applied;        // c: external force about Bo, in B (gravity not included)
  bool has_added = false;      // c
  SpatialInertia added;        // c: added by implicit contact, about Bo in W; used if has_added
  SpatialMotion acceleration;  // d: in B
};

// Velocity of the point p_B of a body, in W.
inline Vec3 point_velocity(const BodyWork& b, const Vec3& p_B) {
  return b.X_WB.R * (b.velocity.v + b.velocity.w.cross(p_B));
}
// Acceleration of the point p_B, in W. Requires forward_dynamics.
inline Vec3 point_acceleration(const BodyWork& b, const Vec3& p_B) {
  const Vec3 carried = b.velocity.w.cross(b.velocity.v + b.velocity.w.cross(p_B));
  return b.X_WB.R * (b.acceleration.v + b.acceleration.w.cross(p_B) + carried);
}

// Working data of the recursion: four bodies, in world axes, about each body's origin.
struct Placement {
  WideMat3 R_WB;
  WideVec3 p_WB;
  WideMotion velocity;
};
struct QuadWork {
  Placement at;             // k
  WideVec3 r;               // k: p_WB minus the parent's p_WB
  WideMotion coriolis;      // k: velocity x S qdot (Eq. 35)
  WideInertia I;            // d: articulated inertia
  WideForce bias;           // d: articulated bias force
  WideMotion acceleration;  // d: minus that of gravity
};
// Of one mode of a quad's joints. The modes of a joint are eliminated one after the other, which is
// Gauss's elimination of seed 001 Eq. 2.9 to 2.11: I is what the earlier modes leave of the quad's.
struct ModeWork {
  WideMotion S;      // k: motion at unit rate; 0 without the mode
  WideMask dynamic;  // d: degrees of freedom that take a force
  WideForce U;       // d: I S (Eq. 36)
  Wide d_inverse;    // d: 1 / (S^T U + armature + added inertia); 0 unless dynamic
  Wide u;            // d: Eq. 38
};

struct Workspace {
  explicit Workspace(const Model& model);

  std::vector<BodyWork> bodies;
  std::vector<QuadWork> quads;
  std::vector<ModeWork> modes;       // of all quads (Quad::first_mode)
  BodyWork nobody;                   // stands in for the body of an empty lane
  Vec3 gravity = Vec3(0, 0, -9.81);  // c: W
  // Per degree of freedom, [nv]. A dynamic one takes `force` and returns `vdot`; a kinematic one
  // takes `vdot` and returns in `force` the force that this acceleration needs. The root's forces
  // are the couple about Ro (3) and the force (3) in root axes, in addition to `applied`.
  Eigen::VectorXd force;          // c/d: N*m or N
  Eigen::VectorXd added_inertia;  // c: term of implicit joint springs and dampers in d (Eq. 37);
                                  // the root's is ignored
  Eigen::VectorXd vdot;           // c/d: in the layout of v; the root's part is the spatial
                                  // acceleration, the derivative of the components of v
  std::vector<char> kinematic;    // c
  bool show_accelerations =
      true;  // c: whether to fill BodyWork::acceleration of bodies but the root

  bool root_is_kinematic() const;  // in all six degrees of freedom
};

// Computes the poses and velocities of all bodies from q [nq] and v [nv].
void update_kinematics(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       Workspace& work);
// Computes only the poses of all bodies.
void update_poses(const Model& model, const Eigen::VectorXd& q, Workspace& work);
// Computes only where the bodies are, and only of Workspace::quads.
void place_quads(const Model& model, const Eigen::VectorXd& q, Workspace& work);
// Copies the results of update_kinematics between two workspaces of one model.
void copy_kinematics(const Workspace& from, Workspace& to);

// Computes the accelerations of the dynamic degrees of freedom and the forces of the kinematic
// ones. Requires update_kinematics with the same v.
void forward_dynamics(const Model& model, Workspace& work);

// Computes the change dv [nv] of v due to impulses at one instant, from the factors that
// forward_dynamics left in `work`. `impulses` are per body, about Bo in B. `given` [nv] holds, per
// degree of freedom, the impulse on a dynamic one or the change of rate of a kinematic one. O(n).
void impulse_response(const Model& model, Workspace& work,
                      const std::vector<SpatialForce>& impulses, const Eigen::VectorXd& given,
                      Eigen::VectorXd& dv);

}  // namespace gambol
