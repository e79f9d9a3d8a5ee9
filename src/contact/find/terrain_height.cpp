// Height of a body above uneven ground.

#include <algorithm>
#include <cmath>

#include "contact/find/over_terrain.h"

namespace gambol {
namespace {

// Least height of the contact points above the plane, measured vertically.
double height_above_plane(const Body& body, const Frame& X,
                          const HeightField::TrianglePlane& plane) {
  const Vec3 n = X.R.transpose() * plane.normal;
  const double level = plane.offset - plane.normal.dot(X.p), per_height = 1 / plane.normal.z();
  double least = INFINITY;
  for (const ContactPoint& point : body.contacts)
    least = std::min(least, (n.dot(point.p_B) - level) * per_height - point.radius);
  return least;
}

double least_of(const Wide& w) { return std::min(std::min(w[0], w[1]), std::min(w[2], w[3])); }

// Sets `lowest` to the points' least z.
double least_height_of_points(const HeightField& terrain, const Body& body, const Frame& X,
                              double& lowest) {
  Wide least = wide(INFINITY), low = wide(INFINITY);
  for (const ContactFeatures::FourPoints& p : body.features.points) {
    const Wide z = placed(p, X, 2) - p.radius;
    const Wide height = z - terrain.heights(placed(p, X, 0), placed(p, X, 1));
    low = z < low ? z : low;
    least = height < least ? height : least;
  }
  lowest = least_of(low);
  return least_of(least);
}

// Whether the bar that bounds the body crosses the line through p and q, seen from above, and may
// be lower than `least` above that line there.
bool may_be_lower(const Footprint& span, const Vec3& p, const Vec3& q, double least) {
  constexpr double rounding = 1e-9;
  const double ex = q.x() - p.x(), ey = q.y() - p.y(), ee = ex * ex + ey * ey;
  const auto beside = [&](const Vec3& c) { return ex * (c.y() - p.y()) - ey * (c.x() - p.x()); };
  const double a = beside(span.a), b = beside(span.b);
  const double reach = span.radius * std::sqrt(ee) * (1 + rounding);
  if (std::min(a, b) > reach || std::max(a, b) < -reach) return false;
  // Height above the surface that contains the line and is level perpendicular to it.
  const double rise = (q.z() - p.z()) / ee;
  const auto gap = [&](const Vec3& c) {
    return c.z() - p.z() - rise * (ex * (c.x() - p.x()) + ey * (c.y() - p.y()));
  };
  const double gap_a = gap(span.a), gap_b = gap(span.b);
  const double deep = span.radius * std::sqrt(1 + rise * rise * ee) + rounding;
  double lower = std::min(gap_a, gap_b);
  if (lower - deep < least && std::abs(b - a) > rounding * reach) {  // only its part near the line
    const double per = 1 / (b - a), s = (-reach - a) * per, t = (reach - a) * per;
    const auto at = [&](double u) { return gap_a + std::clamp(u, 0.0, 1.0) * (gap_b - gap_a); };
    lower = std::min(at(s), at(t));
  }
  return lower - deep < least;
}

// Least height of the body's edges above p-q where they cross it.
double least_height_on_side(const Body& body, const Frame& X, const Vec3& p, const Vec3& q) {
  Wide least = wide(INFINITY);
  for (const ContactFeatures::FourEdges& edges : body.features.edge_fours) {
    const Crossings found = crossings(edges, X, p, q);
    least = found.cross & (found.gap < least) ? found.gap : least;
  }
  return least_of(least);
}

// The smaller of `least` and the least height above all convex sides of the terrain. No point of
// the body has a lower z than `lowest`.
double least_height_on_sides(const HeightField& terrain, const Body& body, const Frame& X,
                             const Footprint& span, double lowest, double least) {
  const auto cells = cells_under(terrain, span.box);
  for (int j = cells.j_low; j <= cells.j_high; ++j) {
    for (int i = cells.i_low; i <= cells.i_high; ++i) {
      if (!terrain.has_convex_side(i, j) || lowest - terrain.top(i, j) >= least) continue;
      for (int side = 0; side < 3; ++side) {
        if (!terrain.is_convex(i, j, side)) continue;
        Vec3 p, q;
        terrain.ends_of(i, j, side, p, q);
        if (lowest - std::max(p.z(), q.z()) >= least || !may_be_lower(span, p, q, least)) continue;
        least = std::min(least, least_height_on_side(body, X, p, q));
      }
    }
  }
  return least;
}

}  // namespace

double height_above(const HeightField& terrain, const Body& body, const Frame& X) {
  if (body.contacts.empty()) return X.p.z() - terrain.height(X.p.x(), X.p.y());
  const Footprint span(body, X);
  if (in_one_triangle(terrain, span.box))
    return height_above_plane(body, X, plane_below(terrain, span));
  double lowest;
  const double least = least_height_of_points(terrain, body, X, lowest);
  return least_height_on_sides(terrain, body, X, span, lowest, least);
}

}  // namespace gambol
