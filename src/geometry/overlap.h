#pragma once

// How deep two solids lie in each other.

#include <vector>

#include "geometry/contact_features.h"
#include "geometry/distance.h"

namespace gambol {

// A solid that is looked for in others, and in which others are looked for. Lengths in m.
class Probe {
 public:
  explicit Probe(const Shape& shape);

  // The deepest that a point of this solid lies inside `other`; negative if it lies outside, then
  // no nearer than by that. X: from this body's frame to the other's. Of balls and capsules exact
  // in convex solids; of other solids that of points of their surface: a box's corners and the
  // middles of its edges and faces, else the corners of a tessellation.
  double depth_in(const Probe& other, const Transform& X) const;

  // A ball that contains the solid, in its body's frame.
  const Vec3& centre() const { return centre_; }
  double radius() const { return radius_; }

 private:
  ShapeDistance distance_;
  std::vector<ContactRod> rods_;  // of balls and capsules
  std::vector<Vec3> points_;      // of other solids
  Vec3 centre_;
  double radius_ = 0;
};

// The deepest of either in the other.
double overlap(const Probe& a, const Probe& b, const Transform& X_BA);

}  // namespace gambol
