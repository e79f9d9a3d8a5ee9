#pragma once

// Up to four bodies of a figure, none of which carries another, that the inner loops process as
// one: the figure's legs, arms or fingers occupy the lanes of vector registers side by side.

#include <array>
#include <vector>

#include "dynamics/wide_algebra.h"

namespace gambol {

struct Model;

// A mode (figure/joint_motion.h) of the joints of up to four bodies, one per lane. A lane whose
// joint has fewer modes neither turns nor slides.
struct QuadMode {
  bool slides = false;            // some lane slides
  std::array<int, lanes> dof, q;  // places in v and in q; 0 in lanes without the mode
  WideMask has_dof;
  WideMask has_position;  // has_dof, without balls
  WideMask turns;         // about its axis by the position; not so of balls
  Wide slide;             // m along the axis per unit of the position; 0 of balls
  WideVec3 axis;          // unit, in the frame before the mode at q = 0; 0 without the mode
  // Rotation from the frame before the mode, which for the first is the parent's:
  // turn_1 + turn_cos cos q + turn_sin sin q (Rodrigues).
  WideMat3 turn_1, turn_cos, turn_sin;
  WideVec3 ball_turn, ball_slide;  // of balls: axis in B of the angular or the linear velocity
  Wide armature;
};

// The constants of the quad's bodies, one per lane, with all that is welded to them. An empty lane
// has no mass, hangs on the root and has no joint, so that computations in it contribute nothing.
struct Quad {
  std::array<int, lanes> body;  // -1: empty
  std::array<int, lanes> parent_quad, parent_lane;
  int above = -1;               // the quad that holds all parents, each in its child's lane; or -1
  bool one_parent = false;      // all its bodies have the same parent
  WideVec3 p_PB;                // at q = 0
  std::vector<QuadMode> modes;  // as many as the joint with the most has; none of the root's quad
  int first_mode = 0;           // number of modes of all quads before
  bool has_balls = false;
  WideMask ball;                  // lanes with a ball joint
  std::array<int, lanes> ball_q;  // place of its quaternion in q; of the root's in other lanes
  std::array<int, lanes> ball_p;  // place of its position in q; -1: none
  Wide mass;
  WideVec3 first_moment;  // mass times p_BoBcm, in B
  WideSym3 rotational;    // inertia about Bo, in B
};

// Welded bodies are in no quad: they are parts of their hosts (Body::host). The root has a quad of
// its own; the other bodies follow in order of their distance from the root, but below the last
// fork, where only chains are left, more than four of these take turns if that saves quads. Only
// there, so that the children of one body add their forces in the order of their levels.
// The bodies of a leg stay in one lane where that takes no additional quad.
std::vector<Quad> make_quads(const Model& model);

}  // namespace gambol
