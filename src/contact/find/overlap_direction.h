#pragma once

// Two convex parts at their poses, and the direction of their least overlap.

#include "contact/find/collider.h"

namespace gambol {

// A part in W, in units of the pair's size because libccd's tolerances are absolute.
struct PlacedPart {
  const ConvexPart* part;
  const Frame* X;
  double scale;  // 1/m
  Vec3 origin;   // W, m
  double grown;  // by which every ball of the part is larger, in the pair's units
  Vec3 point(std::size_t i) const { return (X->R * part->points[i] + X->p - origin) * scale; }
  double radius(std::size_t i) const { return part->radius_at(i) * scale + grown; }
};
// Of two vectors in a plane: the area that they span, positive if b is to the left of a.
inline double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}
// The mean of the part's points.
Vec3 middle(const PlacedPart& placed);

// Sets `normal` to the unit direction out of b into a in which they overlap least; returns false if
// they do not overlap. Of parts that overlap only as they are grown it is that in which they meet
// first as they grow.
bool overlap_direction(const PlacedPart& a, const PlacedPart& b, Vec3& normal);

}  // namespace gambol
