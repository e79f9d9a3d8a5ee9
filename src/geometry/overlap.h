#pragma once

// How deep two solids lie in each other.

#include <optional>
#include <vector>

#include "geometry/contact_features.h"
#include "geometry/distance.h"

namespace gambol {

// A solid that is looked for in others, and in which others are looked for. Lengths in m.
class Probe {
 public:
  explicit Probe(const Shape& shape);

  // The deepest that a point of this solid lies inside `other`; negative if it lies outside, then
  // by its distance. X: from this body's frame to the other's. Of convex solids; of balls and
  // capsules exact, of others within a 500th of radius(); of others that are not convex
  // by the corners of their tessellation. Not of a solid that is neither ball nor
  // capsule in one that is: that one lies at least as deep in it.
  double depth_in(const Probe& other, const Transform& X) const;

  // By how much, at least, a face of `other` keeps the solids apart, m; less than 0 if none does,
  // or if one of them is not a polytope here. X as above.
  double apart_from_faces(const Probe& other, const Transform& X) const;

  // A ball that contains the solid, in its body's frame.
  const Vec3& centre() const { return centre_; }
  double radius() const { return radius_; }

 private:
  // m, in the body's frame; of a solid of planes no more than that, from outside.
  double distance(const Vec3& p) const;
  Vec3 onto(const Vec3& p) const;  // the solid's nearest point, of a point near it
  void add_planes(const TriangleMesh& mesh);
  double climb(Vec3 from, double depth, const Probe& other, const Transform& X) const;

  ShapeDistance distance_;
  bool is_convex_ = true;
  std::optional<Shape> ellipsoid_;
  // Of convex solids without a formula: the planes of their tessellation, n . p = d.
  struct Plane {
    Vec3 n;
    double d;
  };
  std::vector<Plane> planes_;
  std::vector<Vec3> corners_;     // of the same tessellation
  std::vector<ContactRod> rods_;  // of balls and capsules
  std::vector<Vec3> points_;      // on and in other solids
  Vec3 centre_;
  double radius_ = 0;
};

// The least distance, m, that is easily known of two solids; less than 0 if they may overlap.
double apart(const Probe& a, const Probe& b, const Transform& X_BA);

// The deepest of either in the other.
double overlap(const Probe& a, const Probe& b, const Transform& X_BA);

}  // namespace gambol
