#include "figure/scale_shape.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// The factor of the body's axis that is nearest to the shape's axis `axis`.
double factor_along(const Shape& shape, int axis, const Vec3& factors) {
  int nearest = 0;
  (shape.X_BS.R * Vec3::Unit(axis)).cwiseAbs().maxCoeff(&nearest);
  return factors[nearest];
}

void scale_cylinder(Shape& s, const Vec3& own) {
  const double depth = (s.depth > 0 ? s.depth : s.radius) * own.z();
  s.radius *= own.x();
  s.length *= own.y();
  s.depth = s.depth > 0 || own.x() != own.z() ? depth : 0;
  s.shift = s.shift.cwiseProduct(Vec2(own.x(), own.z()));
}

}  // namespace

bool scale_shape(Shape& s, const Vec3& factors, int length_axis) {
  const Vec3 own(factor_along(s, 0, factors), factor_along(s, 1, factors),
                 factor_along(s, 2, factors));
  const double across = std::min(factors[(length_axis + 1) % 3], factors[(length_axis + 2) % 3]);
  s.X_BS.p = s.X_BS.p.cwiseProduct(factors);
  s.edge *= own.minCoeff();
  switch (s.kind) {
    case ShapeKind::box:
      s.size = s.size.cwiseProduct(own);
      s.shift = s.shift.cwiseProduct(own.head<2>());
      return true;
    case ShapeKind::ellipsoid:
      s.size = s.size.cwiseProduct(own);
      return true;
    case ShapeKind::sphere:
      s.radius *= std::cbrt(factors.prod());
      return true;
    case ShapeKind::cylinder:
      scale_cylinder(s, own);
      return true;
    case ShapeKind::capsule:
      s.length *= own.y();
      s.radius *= across;
      s.end_radius *= across;
      return true;
    case ShapeKind::mesh:
      if (factors.maxCoeff() > factors.minCoeff()) return false;
      s.scale *= factors.x();
      return true;
    default:
      return false;
  }
}

}  // namespace gambol
