#pragma once

// How far a point is from a solid.

#include <memory>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/shape.h"

namespace gambol {

// Of one shape, as it is seen (with rounded edges), placed by its X_BS. Reads a mesh's file once.
class ShapeDistance {
 public:
  explicit ShapeDistance(const Shape& shape);

  // m, negative inside. Exact for boxes, balls, capsules and straight cylinders, to the second
  // order in the distance for ellipsoids, and for all others that of their tessellation.
  double at(const Vec3& p) const;

  const Eigen::AlignedBox3d& bounds() const { return bounds_; }

 private:
  double local(const Vec3& p) const;
  double from_mesh(const Vec3& p) const;

  Shape shape_;
  Eigen::Matrix3d R_SB_;  // a matrix turns points in fewer operations than a quaternion
  Vec3 p_SoBo_S_;
  double slope_ = 0, flat_ = 1;  // of a capsule's side against its axis: sine and cosine
  TriangleMesh mesh_;            // in the shape's frame, of what has no formula
  Eigen::AlignedBox3d bounds_;
};

}  // namespace gambol
