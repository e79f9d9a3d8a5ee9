#pragma once

// What of two bodies that a joint joins can touch: all but the region at the joint, where limbs
// grow into each other (Arnold's MSc thesis, SFU 1997, "seed 001", section 2.4.1, tests the
// segments of adjacent limbs). A limb that folds back onto what carries it is stopped by what lies
// beyond.

#include "contact/find/collider.h"

namespace gambol {

// How thick a body is at a joint at `p` (B, m): the radius of the ball of its nearest bar there, or
// half the middle one of the three extents of its nearest part of another kind.
double girth_at(const Collider& body, const Vec3& p);

// The parts of a body without those that lie within `radius` (m) of `p` (B, m): bars without that
// part of their axes, other parts without a cube along B's axes. May be empty.
Collider beyond(const Collider& body, const Vec3& p, double radius);

}  // namespace gambol
