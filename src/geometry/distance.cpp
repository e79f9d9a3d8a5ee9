#include "geometry/distance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/mesh_parts.h"

namespace gambol {
namespace {

// Ericson, Real-Time Collision Detection, 5.1.5.
Vec3 closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const Vec3 bp = p - b;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + d1 / (d1 - d3) * ab;
  const Vec3 cp = p - c;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + d2 / (d2 - d6) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b);
  const double whole = va + vb + vc;
  return whole > 0 ? Vec3(a + vb / whole * ab + vc / whole * ac) : a;
}

// The solid angle of a triangle (van Oosterom and Strackee 1983).
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2 * std::atan2(a.dot(b.cross(c)),
                        la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

}  // namespace

ShapeDistance::ShapeDistance(const Shape& shape) : formula_(distance_formula(shape)) {
  const Transform X_SB = shape.X_BS.inverse();
  R_SB_ = X_SB.R.toRotationMatrix();
  p_SoBo_S_ = X_SB.p;
  constexpr int segments = 24;
  const TriangleMesh seen = surface_mesh(shape, segments);
  // The vertices do not bound curved parts exactly: chords lie inside their curves.
  for (const Vec3& p : seen.positions) bounds_.extend(p);
  const Vec3 bulge = Vec3::Constant(0.02 * bounds_.sizes().maxCoeff());
  bounds_ = {bounds_.min() - bulge, bounds_.max() + bulge};
  even_ = shape.kind != ShapeKind::ellipsoid;
  if (formula_) return;
  Shape here = shape;
  here.X_BS = Transform();
  mesh_ = surface_mesh(here, segments);
  if (shape.kind == ShapeKind::mesh) even_ = is_closed(mesh_);
}

double ShapeDistance::at(const Vec3& p) const {
  const Vec3 p_S = R_SB_ * p + p_SoBo_S_;
  return formula_ ? formula_(p_S) : from_mesh(p_S);
}

double ShapeDistance::from_mesh(const Vec3& p) const {
  double nearest = INFINITY, around = 0;
  for (const auto& t : mesh_.triangles) {
    const Vec3 &a = mesh_.positions[t[0]], &b = mesh_.positions[t[1]], &c = mesh_.positions[t[2]];
    nearest = std::min(nearest, (p - closest_on_triangle(p, a, b, c)).squaredNorm());
    around += solid_angle(a - p, b - p, c - p);
  }
  const double distance = std::sqrt(nearest);
  return around > 2 * std::numbers::pi ? -distance : distance;
}

}  // namespace gambol
