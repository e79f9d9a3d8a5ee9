#pragma once

// Up to four bodies of a figure, none of which carries another, that the inner loops process as
// one: the figure's legs, arms or fingers occupy the lanes of vector registers side by side.

#include <array>
#include <vector>

#include "dynamics/wide_algebra.h"

namespace gambol {

struct Body;

// The constants of the quad's bodies, one per lane. An empty lane has no mass, hangs on the root
// and has no joint, so that computations in it contribute nothing.
struct Quad {
  std::array<int, lanes> body;  // -1: empty
  std::array<int, lanes> parent_quad, parent_lane;
  int above = -1;           // the quad that holds all parents, each in its child's lane; or -1
  bool one_parent = false;  // all its bodies have the same parent
  bool slides = false;      // has prismatic joints
  bool jointed = false;     // has joints that move
  std::array<int, lanes> dof, q;  // places in v and in q; 0 in lanes without a joint
  WideMask has_dof, rotary;
  WideVec3 p_PB;    // at q = 0
  WideVec3 axis_P;  // unit, in the parent's axes; 0 without a joint
  // R_PB(q) = turn_1 + turn_cos cos q + turn_sin sin q (Rodrigues).
  WideMat3 turn_1, turn_cos, turn_sin;
  Wide mass;
  WideVec3 first_moment;  // mass times p_BoBcm, in B
  WideSym3 rotational;    // inertia about Bo, in B
};

// The root has a quad of its own; the other bodies follow in order of their distance from the root.
// The bodies of a leg stay in one lane where that takes no additional quad.
std::vector<Quad> make_quads(const std::vector<Body>& bodies);

}  // namespace gambol
