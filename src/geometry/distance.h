#pragma once

// Signed distance from a point to a solid.

#include <memory>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/shape.h"

namespace gambol {

// Signed distance to one visible shape (with rounded edges), placed by its X_BS. The constructor
// reads a mesh's file; at() does not.
class ShapeDistance {
 public:
  explicit ShapeDistance(const Shape& shape);

  // m, negative inside. Exact for boxes, balls, capsules and straight cylinders; to the second
  // order in the distance for ellipsoids; for all others the distance to their tessellation.
  double at(const Vec3& p) const;

  const Eigen::AlignedBox3d& bounds() const { return bounds_; }

 private:
  double local(const Vec3& p) const;
  double from_mesh(const Vec3& p) const;

  Shape shape_;
  Eigen::Matrix3d R_SB_;  // a matrix rotates points in fewer operations than a quaternion
  Vec3 p_SoBo_S_;
  double slope_ = 0, flat_ = 1;  // sine and cosine of the angle of a capsule's side to its axis
  TriangleMesh mesh_;            // in the shape's frame, for shapes without a formula
  Eigen::AlignedBox3d bounds_;
};

}  // namespace gambol
