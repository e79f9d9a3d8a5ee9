#include "geometry/overlap.h"

#include <algorithm>
#include <limits>

namespace gambol {
namespace {

// Corners, middles of edges and middles of faces.
std::vector<Vec3> points_of_box(const Shape& box) {
  std::vector<Vec3> points;
  for (int i = 0; i < 27; ++i) {
    const Vec3 at(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    if (at != Vec3::Zero()) points.push_back(box.X_BS * (0.5 * box.size.cwiseProduct(at)));
  }
  return points;
}

std::vector<Vec3> points_of(const Shape& shape) {
  if (shape.kind == ShapeKind::box && !is_tapered(shape)) return points_of_box(shape);
  constexpr int segments = 16;
  return surface_mesh(shape, segments).positions;
}

// The largest of rod's radius less distance along the rod: distances to a convex solid are convex,
// so that a golden section finds it.
double deepest(const ContactRod& rod, const ShapeDistance& solid, const Transform& X) {
  const Vec3 a = X * rod.a, along = X * rod.b - a;
  const auto depth = [&](double t) {
    return rod.radius + t * (rod.end_radius - rod.radius) - solid.at(a + t * along);
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
  if (rods_.empty()) points_ = points_of(shape);
  centre_ = distance_.bounds().center();
  for (const ContactRod& rod : rods_)
    radius_ = std::max({radius_, (rod.a - centre_).norm() + rod.radius,
                        (rod.b - centre_).norm() + rod.end_radius});
  for (const Vec3& p : points_) radius_ = std::max(radius_, (p - centre_).norm());
}

double Probe::depth_in(const Probe& other, const Transform& X) const {
  double best = -std::numeric_limits<double>::infinity();
  for (const ContactRod& rod : rods_) best = std::max(best, deepest(rod, other.distance_, X));
  for (const Vec3& p : points_) best = std::max(best, -other.distance_.at(X * p));
  return best;
}

double overlap(const Probe& a, const Probe& b, const Transform& X_BA) {
  return std::max(a.depth_in(b, X_BA), b.depth_in(a, X_BA.inverse()));
}

}  // namespace gambol
