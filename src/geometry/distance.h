#pragma once

// Signed distance from a point to a solid.

#include <functional>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/shape.h"

namespace gambol {

// Signed distance, m, from a point in the shape's own frame.
using DistanceFormula = std::function<double(const Vec3&)>;

// Empty for shapes that have no formula.
DistanceFormula distance_formula(const Shape& shape);

// Signed distance to one visible shape (with rounded edges), placed by its X_BS. The constructor
// reads a mesh's file; at() does not.
class ShapeDistance {
 public:
  explicit ShapeDistance(const Shape& shape);

  // m, negative inside. Exact for boxes, balls, capsules and straight cylinders; to the second
  // order in the distance for ellipsoids; for all others the distance to their tessellation.
  double at(const Vec3& p) const;

  // Whether at() changes at most by the distance by which its point moves: not for ellipsoids, nor
  // for a mesh with gaps, whose inside ends where there is no surface.
  bool even() const { return even_; }

  const Eigen::AlignedBox3d& bounds() const { return bounds_; }

 private:
  double from_mesh(const Vec3& p) const;

  Eigen::Matrix3d R_SB_;  // a matrix rotates points in fewer operations than a quaternion
  Vec3 p_SoBo_S_;
  DistanceFormula formula_;
  TriangleMesh mesh_;  // in the shape's frame, for shapes without a formula
  Eigen::AlignedBox3d bounds_;
  bool even_ = true;
};

}  // namespace gambol
