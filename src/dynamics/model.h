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
  int dof = -1;               // index of its joint's degree of freedom; -1: none
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

// Coordinates. q = [p_WoRo_W (3), orientation of the root in W as w x y z (4), joints (n)];
// v = [w of the root in root axes (3), velocity of Ro in root axes (3), joint rates (n)].
struct Model {
  std::string name;
  std::vector<Body> bodies;     // parents before children; bodies[0] is the root
  std::vector<Quad> quads;      // the same bodies in groups of four; parents before children
  std::vector<int> joint_body;  // [n] the body that a degree of freedom moves
  double mass = 0;              // kg
  int pads = 0;                 // number of contact points of all feet

  int joints() const { return static_cast<int>(joint_body.size()); }
  int nq() const { return 7 + joints(); }
  int nv() const { return 6 + joints(); }
  int body_index(const std::string& name) const;  // -1 if there is none
  int dof_of(const std::string& joint) const;     // by the body it carries; -1 if it does not move
};

Model make_model(const FigureSpec& figure);

// q with the root at X_WR and every joint at its initial position.
Eigen::VectorXd initial_q(const Model& model, const Transform& X_WR);

}  // namespace gambol
