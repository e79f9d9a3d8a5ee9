#pragma once

// A figure prepared for simulation: constant, shared by every state of that figure. Only make_model
// makes one, because it holds every body twice: in `bodies` for readers, in `quads` for the inner
// loops.

#include <string>
#include <vector>

#include "dynamics/quad.h"
#include "dynamics/spatial.h"
#include "figure/figure_spec.h"
#include "geometry/contact_features.h"

namespace gambol {

struct Body {
  std::string name;
  int parent = -1;  // index of an earlier body; -1 for the root
  JointType type = JointType::rotary;
  int q_start = 0, nq = 0;    // its joint's positions in q, and
  int v_start = 0, nv = 0;    // its degrees of freedom in v; the root's joint is free
  Frame X_PB;                 // pose in the parent at q = 0
  Vec3 axis = Vec3::UnitZ();  // unit, in B
  double q0 = 0;              // initial joint position
  MassProperties mass;        // in B
  SpatialInertia inertia;     // about Bo, in B
  double distal_mass = 0;     // kg of this body and everything beyond it
  std::vector<ContactPoint> contacts;
  ContactFeatures features;  // features besides the contact points that touch uneven ground
  double reach = 0;          // m from Bo to the farthest contact point
  int leg = -1;              // the leg whose foot this body is; -1: no foot
  int first_pad = -1;        // a foot's contact points are pads numbered from here; -1: no foot
};

// One degree of freedom of a figure; its index is its place in v.
struct Dof {
  int body = 0;  // that it moves
  int q = -1;    // place of its position in q; -1: the root's, whose orientation is a quaternion
};

// The root's joint with the world is free; its positions are the first in q, its degrees of freedom
// the first in v.
inline constexpr int root_positions = 7, root_dofs = 6;

// Coordinates. q = [p_WoRo_W (3), orientation of the root in W as w x y z (4), joints];
// v = [w of the root in root axes (3), velocity of Ro in root axes (3), joint rates]. The joints
// follow in the order of the bodies (Body::q_start, v_start).
struct Model {
  std::string name;
  std::vector<Body> bodies;  // parents before children; bodies[0] is the root
  std::vector<Quad> quads;   // the same bodies in groups of four; parents before children
  std::vector<Dof> dofs;     // [nv]
  int nq = 0;                // number of positions
  double mass = 0;           // kg
  int pads = 0;              // number of contact points of all feet

  int nv() const { return static_cast<int>(dofs.size()); }
  int body_index(const std::string& name) const;  // -1 if there is none
  int dof_of(const std::string& joint) const;     // by the body it carries; -1: it does not move
  const std::string& joint_name(int dof) const { return bodies[dofs[dof].body].name; }
};

Model make_model(const FigureSpec& figure);

// q with the root at X_WR and every joint at its initial position.
Eigen::VectorXd initial_q(const Model& model, const Transform& X_WR);

}  // namespace gambol
