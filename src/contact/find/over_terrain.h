#pragma once

// Where a body lies over terrain: helpers shared by terrain_contact.cpp, terrain_search.cpp and
// terrain_height.cpp only.

#include <algorithm>
#include <array>

#include "contact/find/terrain_contact.h"
#include "dynamics/model.h"
#include "geometry/height_field.h"

namespace gambol {

// A rectangle in the world's x and y, m.
struct Box2 {
  double x_low, y_low, x_high, y_high;
  explicit Box2(const Vec3& p, double r = 0)
      : x_low(p.x() - r), y_low(p.y() - r), x_high(p.x() + r), y_high(p.y() + r) {}
  void include(const Vec3& p, double r = 0) {
    x_low = std::min(x_low, p.x() - r), x_high = std::max(x_high, p.x() + r);
    y_low = std::min(y_low, p.y() - r), y_high = std::max(y_high, p.y() + r);
  }
  Box2 wider(double by) const {  // narrower if by < 0
    Box2 b = *this;
    b.x_low -= by, b.y_low -= by, b.x_high += by, b.y_high += by;
    return b;
  }
};

inline HeightField::Cells cells_under(const HeightField& terrain, const Box2& b) {
  return terrain.cells(b.x_low, b.y_low, b.x_high, b.y_high);
}
inline double highest_under(const HeightField& terrain, const Box2& b) {
  return terrain.highest(b.x_low, b.y_low, b.x_high, b.y_high);
}

// The body's spine (the bar that bounds its contact points) in W, and the rectangle below the body.
struct Footprint {
  Vec3 a, b;
  double radius;
  Box2 box;
  Footprint(const Body& body, const Frame& X)
      : a(X.R * body.features.spine.a + X.p),
        b(X.R * body.features.spine.b + X.p),
        radius(body.features.spine.radius),
        box(a, radius) {
    box.include(b, radius);
  }
};

inline bool in_one_triangle(const HeightField& terrain, const Box2& box) {
  return terrain.in_one_triangle(box.x_low, box.y_low, box.x_high, box.y_high);
}

inline HeightField::TrianglePlane plane_below(const HeightField& terrain, const Footprint& span) {
  return terrain.triangle_under(span.a.x(), span.a.y());
}

// Where four edges of a body cross the segment p-q, seen from above: position s along the edge, in
// 0..1, and the height `gap` (m) of the edge above the segment there.
struct Crossings {
  WideMask cross;
  Wide s, gap;
};
inline Crossings crossings(const ContactFeatures::FourEdges& edges, const Frame& X, const Vec3& p,
                           const Vec3& q) {
  const auto turned = [&](const std::array<Wide, 3>& v, int k) {
    return v[0] * X.R(k, 0) + v[1] * X.R(k, 1) + v[2] * X.R(k, 2);
  };
  const double ex = q.x() - p.x(), ey = q.y() - p.y();
  const Wide dx = turned(edges.d, 0), dy = turned(edges.d, 1);
  const Wide wx = p.x() - X.p.x() - turned(edges.a, 0), wy = p.y() - X.p.y() - turned(edges.a, 1);
  const Wide det = dx * ey - dy * ex, whole = det * det;
  const Wide along_d = (wx * ey - wy * ex) * det, along_e = (wx * dy - wy * dx) * det;
  const Wide parallel = 1e-18 * (ex * ex + ey * ey) * (dx * dx + dy * dy);
  const WideMask cross = (along_d >= 0.0) & (along_d <= whole) & (along_e >= 0.0) &
                         (along_e <= whole) & (whole > parallel);
  if (!any(cross)) return {cross, wide(0), wide(0)};
  const Wide s = along_d / whole, t = along_e / whole;
  const Wide wz = p.z() - X.p.z() - turned(edges.a, 2);
  return {cross, s, s * turned(edges.d, 2) - wz - t * (q.z() - p.z())};
}

// Coordinate k of four points, in W.
inline Wide placed(const ContactFeatures::FourPoints& p, const Frame& X, int k) {
  return p.x * X.R(k, 0) + p.y * X.R(k, 1) + p.z * X.R(k, 2) + X.p[k];
}

// Lower bound on the squared distance between the line through a along d and the line (or, without
// e, the point) p along e; exact unless the lines are parallel.
inline double squared_line_distance(const Vec3& a, const Vec3& d, const Vec3& p, const Vec3& e) {
  const Vec3 n = d.cross(e), w = p - a;
  const double nn = n.squaredNorm(), ee = e.squaredNorm();
  if (nn > 1e-12 * d.squaredNorm() * ee) {
    const double along = w.dot(n);
    return along * along / nn;
  }
  return d.isZero() ? w.cross(e).squaredNorm() / ee : 0;
}
inline double squared_line_distance(const Vec3& a, const Vec3& d, const Vec3& p) {
  const double dd = d.squaredNorm();
  return dd > 0 ? (p - a).cross(d).squaredNorm() / dd : (p - a).squaredNorm();
}

// Whether a side of the terrain may pass within `more` of the bar that bounds the body. A side that
// is farther above the bar has the whole body below it; the body's edges do not touch it.
inline bool passes(const TerrainSide& side, const Footprint& span, double more = 0) {
  const double radius = span.radius + more;
  const Vec3 e = side.q - side.p;
  const double at_a = e.dot(span.a - side.p), at_b = e.dot(span.b - side.p), length = e.norm();
  if (std::max(at_a, at_b) < -radius * length || std::min(at_a, at_b) > (length + radius) * length)
    return false;
  return squared_line_distance(span.a, span.b - span.a, side.p, e) <= radius * radius * (1 + 1e-9);
}

}  // namespace gambol
