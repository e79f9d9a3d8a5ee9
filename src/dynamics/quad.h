#pragma once

// Up to four bodies of a figure, none of which carries another, that the inner loops treat as one:
// a figure's legs, arms or fingers move side by side in the lanes of vector registers.

#include <array>
#include <vector>

#include "dynamics/wide_algebra.h"

namespace gambol {

struct Body;

// The constants of its bodies, one per lane. An empty lane has no mass, hangs on the root and has
// no joint, so that whatever is computed there adds nothing anywhere.
struct Quad {
  std::array<int, lanes> body;  // -1: empty
  std::array<int, lanes> parent_quad, parent_lane;
  int above = -1;              // the one quad all parents are in, lane by lane; or -1
  bool one_parent = false;     // of all its bodies
  bool slides = false;         // has prismatic joints
  bool jointed = false;        // has joints that move
  std::array<int, lanes> dof;  // 0 where there is none
  WideMask has_dof, rotary;
  WideVec3 p_PB;    // at q = 0
  WideVec3 axis_P;  // unit, in the parent; 0 without a joint
  // R_PB(q) = turn_1 + turn_cos cos q + turn_sin sin q (Rodrigues).
  WideMat3 turn_1, turn_cos, turn_sin;
  Wide mass;
  WideVec3 first_moment;  // mass times p_BoBcm, in B
  WideSym3 rotational;    // inertia about Bo, in B
};

// The root alone, then by distance from it. Legs stay in their lanes where that costs no quad more.
std::vector<Quad> make_quads(const std::vector<Body>& bodies);

}  // namespace gambol
