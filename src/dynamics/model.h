#pragma once

// A figure prepared for simulation: constant, shared by every state of that figure. Only make_model
// makes one, because it holds every body twice: in `bodies` for readers, in `quads` for the inner
// loops.

#include <limits>
#include <string>
#include <vector>

#include "dynamics/quad.h"
#include "dynamics/spatial.h"
#include "figure/joint_motion.h"
#include "geometry/contact_features.h"

namespace gambol {

struct Body {
  std::string name;
  int parent = -1;  // index of an earlier body; -1 for the root
  JointType type = JointType::rotary;
  JointMotion motion;       // none for the root
  int q_start = 0, nq = 0;  // its joint's positions in q, and
  int v_start = 0, nv = 0;  // its degrees of freedom in v; the root's joint is free
  Frame X_PB;               // pose in the parent at q = 0
  int host = 0;             // itself, or the body inwards that it is a part of
  Frame X_HB;               // pose in the host
  MassProperties mass;      // in B
  SpatialInertia inertia;   // about Bo, in B
  double distal_mass = 0;   // kg of this body and everything beyond it
  std::vector<ContactPoint> contacts;
  ContactFeatures features;  // features besides the contact points that touch uneven ground
  double reach = 0;          // m from Bo to the farthest contact point
  int leg = -1;              // the leg whose foot this body is; -1: no foot
  int first_pad = -1;        // number of the first of its contact points
  std::vector<char> sticks;  // [contact point] whether it holds on to sticky ground, of a foot
};

// One degree of freedom of a figure; its index is its place in v.
struct Dof {
  std::string name;     // as authors name it
  int body = 0;         // that it moves
  int mode = 0;         // of the body's joint
  int q = -1;           // place of its coordinate in q; -1: q holds a quaternion instead
  double initial = 0;   // coordinate at the start, rad or m
  double armature = 0;  // kg m2 or kg
  double most_torque = std::numeric_limits<double>::infinity();  // N*m or N, of controllers
};

// Coordinates whose rates are those in v: of q[q + k] it is v[v + k], for k < n.
struct Span {
  int q = 0, v = 0, n = 0;
};

// An orientation, with a position or without: the root's, or that of a joint (JointMotion::ball).
struct Ball {
  int body = 0;
  int p = -1;  // place of the position in q; -1: none
  int q = 0;   // place of the quaternion w x y z
  int v = 0;   // place of the angular velocity, which the linear one follows if there is one
  // Along the body's axes the angular velocity is turn * v[v + k] and the linear one
  // slide * v[v + 3 + k]; each factor is +1 or -1.
  Vec3 turn = Vec3::Ones(), slide = Vec3::Ones();
};

// The root's joint with the world is free; its positions are the first in q, its degrees of freedom
// the first in v.
inline constexpr int root_positions = 7, root_dofs = 6;

// A body that is a part of another, as no joint between them moves, and where the inner loops find
// that host.
struct Weld {
  int body = 0;
  int quad = 0, lane = 0;  // of the host
};

// Coordinates. q = [p_WoRo_W (3), orientation of the root in W as w x y z (4), joints];
// v = [w of the root in root axes (3), velocity of Ro in root axes (3), joint rates]. The joints
// follow in the order of the bodies (Body::q_start, v_start).
struct Model {
  std::string name;
  std::vector<Weld> welds;   // of the bodies that are not their own hosts
  std::vector<Body> bodies;  // parents before children; bodies[0] is the root
  std::vector<Quad> quads;   // the same bodies in groups of four; parents before children
  std::vector<Dof> dofs;     // [nv]
  std::vector<Span> spans;
  std::vector<Ball> balls;  // the root is the first
  int nq = 0;               // number of positions
  double mass = 0;          // kg
  // Number of contact points of all feet, which are numbered first, and of all bodies.
  int foot_points = 0, contact_points = 0;

  int nv() const { return static_cast<int>(dofs.size()); }
  int body_index(const std::string& name) const;  // -1 if there is none
  int dof_of(const std::string& name) const;      // of a joint; -1 if there is none
  const std::string& joint_name(int dof) const { return dofs[dof].name; }
  // Whether a name or pattern means the degree of freedom: by its own name or by its body's. A
  // pattern that begins with a wildcard means none of the root's.
  bool means(const std::string& pattern, int dof) const;
};

Model make_model(const FigureSpec& figure);

// q with the root at X_WR and every joint at its initial position.
Eigen::VectorXd initial_q(const Model& model, const Transform& X_WR);

}  // namespace gambol
