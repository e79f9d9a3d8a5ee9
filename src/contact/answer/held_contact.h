#pragma once

// A contact of a figure with the ground in the step that has just ended, where impulses answer
// contacts: what controllers feel, and where the next step's search begins.

#include "base/vec.h"

namespace gambol {

struct HeldContact {
  int body = 0, point = -1;    // point: of the body's contact points; -1: another feature
  Vec3 p_B = Vec3::Zero();     // from Bo
  Vec3 normal = Vec3::Zero();  // W, unit, out of the ground
  double depth = 0;            // m
  Vec3 force = Vec3::Zero();   // W, N on the body: the step's impulse over its length
};

// The same of two bodies: where the next step's search begins.
struct HeldTouch {
  int a_figure = 0, a_body = 0, b_figure = 0, b_body = 0;
  Vec3 p_A = Vec3::Zero();    // from Ao, in A
  Vec3 force = Vec3::Zero();  // W, N on a
};

}  // namespace gambol
