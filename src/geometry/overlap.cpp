#include "geometry/overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {
namespace {

// Where the climb to the deepest point begins: on the surface, and in the middle.
std::vector<Vec3> points_of(const Shape& shape) {
  constexpr int segments = 8;
  std::vector<Vec3> points = surface_mesh(shape, segments).positions;
  points.push_back(ShapeDistance(shape).bounds().center());
  return points;
}

// The signed distance to an ellipsoid. The nearest point x has x_i = r_i^2 p_i / (t + r_i^2), where
// the largest root t of sum (r_i p_i / (t + r_i^2))^2 = 1 puts it on the surface (Eberly, "Distance
// from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid", 2013).
double distance_to_ellipsoid(const Vec3& radii, const Vec3& point) {
  const Vec3 p = point.cwiseAbs(), squares = radii.cwiseAbs2();
  const double least = squares.minCoeff();
  const auto beyond = [&](double t) {
    return radii.cwiseProduct(p).cwiseQuotient((squares.array() + t).matrix()).squaredNorm() - 1;
  };
  double low = -least, high = radii.cwiseProduct(p).norm();
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (beyond(middle) > 0 ? low : high) = middle;
  }
  Vec3 nearest = squares.cwiseProduct(p).cwiseQuotient((squares.array() + high).matrix());
  // In the plane across the shortest axis, the nearest point is off the plane.
  const double left = 1 - nearest.cwiseQuotient(radii).squaredNorm();
  int shortest;
  radii.minCoeff(&shortest);
  if (left > 0)
    nearest[shortest] =
        radii[shortest] * std::sqrt(left + std::pow(nearest[shortest] / radii[shortest], 2));
  const double away = (nearest - p).norm();
  return p.cwiseQuotient(radii).squaredNorm() < 1 ? -away : away;
}

// The largest of rod's radius less distance along the rod: distances to a convex solid are convex,
// so that a golden section finds it.
template <class Distance>
double deepest(const ContactRod& rod, const Distance& distance, const Transform& X) {
  const Vec3 a = X * rod.a, along = X * rod.b - a;
  const auto depth = [&](double t) {
    return rod.radius + t * (rod.end_radius - rod.radius) - distance(a + t * along);
  };
  double best = std::max(depth(0), depth(1));
  if (along == Vec3::Zero()) return best;
  constexpr double golden = 0.6180339887498949;
  double low = 0, high = 1, t = 1 - golden, u = golden, at_t = depth(t), at_u = depth(u);
  for (int i = 0; i < 14; ++i) {  // to a thousandth of the rod
    if (at_t > at_u) {
      high = u;
      u = t;
      at_u = at_t;
      at_t = depth(t = high - golden * (high - low));
    } else {
      low = t;
      t = u;
      at_t = at_u;
      at_u = depth(u = low + golden * (high - low));
    }
  }
  return std::max({best, at_t, at_u});
}

}  // namespace

Probe::Probe(const Shape& shape) : distance_(shape) {
  ContactFeatures features;
  if (shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::capsule)
    add_contact_features(shape, features);
  rods_ = std::move(features.rods);
  is_convex_ = is_convex(shape);
  if (shape.kind == ShapeKind::ellipsoid) ellipsoid_ = shape;
  if (!ellipsoid_ && is_convex(shape) && !distance_formula(shape))
    add_planes(surface_mesh(shape, 16));
  if (rods_.empty()) points_ = points_of(shape);
  centre_ = distance_.bounds().center();
  for (const ContactRod& rod : rods_)
    radius_ = std::max({radius_, (rod.a - centre_).norm() + rod.radius,
                        (rod.b - centre_).norm() + rod.end_radius});
  for (const Vec3& p : points_) radius_ = std::max(radius_, (p - centre_).norm());
}

void Probe::add_planes(const TriangleMesh& mesh) {
  for (const Vec3& p : mesh.positions)
    if (std::find(corners_.begin(), corners_.end(), p) == corners_.end()) corners_.push_back(p);
  for (const auto& t : mesh.triangles) {
    const Vec3& at = mesh.positions[t[0]];
    const Vec3 across = (mesh.positions[t[1]] - at).cross(mesh.positions[t[2]] - at);
    if (across.isZero()) continue;
    const Plane plane{across.normalized(), across.normalized().dot(at)};
    const auto same = [&](const Plane& other) {
      return (other.n - plane.n).norm() < 1e-6 && std::abs(other.d - plane.d) < 1e-9;
    };
    if (std::none_of(planes_.begin(), planes_.end(), same)) planes_.push_back(plane);
  }
}

double Probe::distance(const Vec3& p) const {
  if (!planes_.empty()) {
    double farthest = -std::numeric_limits<double>::infinity();
    for (const Plane& plane : planes_) farthest = std::max(farthest, plane.n.dot(p) - plane.d);
    return farthest;
  }
  if (!ellipsoid_) return distance_.at(p);
  return distance_to_ellipsoid(ellipsoid_->size, ellipsoid_->X_BS.inverse() * p);
}

Vec3 Probe::onto(const Vec3& p) const {
  const double out = distance(p), h = 1e-4 * radius_;
  if (out <= 0) return p;
  Vec3 slope;
  for (int k = 0; k < 3; ++k) slope[k] = distance(p + h * Vec3::Unit(k)) - out;
  return slope.isZero() ? p : p - out * slope.normalized();
}

// Depth in a convex solid has one top over a convex one: every step to a deeper point leads there.
double Probe::climb(Vec3 from, double depth, const Probe& other, const Transform& X) const {
  for (double step = 0.25 * radius_; step > 0.002 * radius_;) {
    bool higher = false;
    for (int i = 0; i < 27; ++i) {
      const Vec3 way(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
      if (way.isZero()) continue;
      const Vec3 p = onto(from + step * way.normalized());
      const double there = -other.distance(X * p);
      if (there <= depth + 0.05 * step || distance(p) > 1e-3 * radius_) continue;
      from = p;
      depth = there;
      higher = true;
    }
    if (!higher) step /= 2;
  }
  return depth;
}

double Probe::apart_from_faces(const Probe& other, const Transform& X) const {
  double best = -std::numeric_limits<double>::infinity();
  if (corners_.empty()) return best;
  const Mat3 R = X.R.toRotationMatrix();
  for (const Plane& plane : other.planes_) {
    const Vec3 n = R.transpose() * plane.n;
    const double d = plane.d - plane.n.dot(X.p);
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec3& p : corners_) nearest = std::min(nearest, n.dot(p) - d);
    best = std::max(best, nearest);
  }
  return best;
}

double Probe::depth_in(const Probe& other, const Transform& X) const {
  double best = -std::numeric_limits<double>::infinity();
  const auto distance = [&](const Vec3& p) { return other.distance(p); };
  for (const ContactRod& rod : rods_) best = std::max(best, deepest(rod, distance, X));
  if (!rods_.empty() || !other.rods_.empty()) return best;
  Vec3 at = centre_;
  for (const Vec3& p : points_) {
    const double depth = -other.distance(X * p);
    if (depth > best) at = p;
    best = std::max(best, depth);
  }
  return is_convex_ && other.is_convex_ ? climb(at, best, other, X) : best;
}

double apart(const Probe& a, const Probe& b, const Transform& X_BA) {
  const double balls = (X_BA * a.centre() - b.centre()).norm() - a.radius() - b.radius();
  if (balls >= 0) return balls;
  return std::max({balls, a.apart_from_faces(b, X_BA), b.apart_from_faces(a, X_BA.inverse())});
}

double overlap(const Probe& a, const Probe& b, const Transform& X_BA) {
  return std::max(a.depth_in(b, X_BA), b.depth_in(a, X_BA.inverse()));
}

}  // namespace gambol
