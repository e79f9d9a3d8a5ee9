// The hull of a few points, found by trying the planes of all triples, once for each part: boxes
// have eight points, and no shape many more.

#include <algorithm>

#include "contact/find/collider.h"

namespace gambol {
namespace {

constexpr double exact = 1e-9;  // of the points' extent

double extent_of(const std::vector<Vec3>& points) {
  Bounds all;
  for (const Vec3& p : points) all.include(p);
  return points.empty() ? 0 : (all.high - all.low).norm();
}

// Whether a plane through p with this normal has all points on one side; turns the normal outward.
bool is_face(const std::vector<Vec3>& points, const Vec3& p, double size, Vec3& normal) {
  double low = 0, high = 0;
  for (const Vec3& q : points) {
    low = std::min(low, normal.dot(q - p));
    high = std::max(high, normal.dot(q - p));
  }
  if (low < -exact * size && high > exact * size) return false;
  if (high > exact * size) normal = -normal;
  return std::max(high, -low) > exact * size;  // else all lie in the plane
}

std::vector<Hull::Face> faces_of(const std::vector<Vec3>& points, double size) {
  constexpr double slender = 1e-9, same = 1 - 1e-12;
  std::vector<Hull::Face> faces;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) {
        Vec3 normal = (points[j] - points[i]).cross(points[k] - points[i]);
        if (normal.norm() <= slender * size * size) continue;
        normal.normalize();
        if (!is_face(points, points[i], size, normal)) continue;
        const auto is_known = [&](const Hull::Face& f) { return f.normal.dot(normal) > same; };
        if (std::any_of(faces.begin(), faces.end(), is_known)) continue;
        double offset = -1e300;
        for (const Vec3& p : points) offset = std::max(offset, normal.dot(p));
        faces.push_back({normal, offset});
      }
  return faces;
}

// Points that are on three faces or more.
void add_corners(const std::vector<Vec3>& points, double size, Hull& hull) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    Hull::Corner corner{static_cast<int>(i), {}};
    for (std::size_t f = 0; f < hull.faces.size(); ++f)
      if (hull.faces[f].normal.dot(points[i]) > hull.faces[f].offset - exact * size)
        corner.faces.push_back(static_cast<int>(f));
    const auto is_here = [&](const Hull::Corner& c) {
      return (points[c.point] - points[i]).norm() <= exact * size;
    };
    if (corner.faces.size() >= 3 && std::none_of(hull.corners.begin(), hull.corners.end(), is_here))
      hull.corners.push_back(std::move(corner));
  }
}

// Between two corners that share two faces.
void add_edges(const std::vector<Vec3>& points, Hull& hull) {
  constexpr double same = 1 - 1e-12;
  for (std::size_t i = 0; i < hull.corners.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Hull::Corner &a = hull.corners[i], &b = hull.corners[j];
      std::vector<int> shared;
      std::set_intersection(a.faces.begin(), a.faces.end(), b.faces.begin(), b.faces.end(),
                            std::back_inserter(shared));
      if (shared.size() < 2) continue;
      hull.edges.push_back({{a.point, b.point}, {shared[0], shared[1]}});
      const Vec3 along = (points[b.point] - points[a.point]).normalized();
      const auto is_known = [&](const Vec3& d) { return std::abs(d.dot(along)) > same; };
      if (std::none_of(hull.directions.begin(), hull.directions.end(), is_known))
        hull.directions.push_back(along);
    }
}

}  // namespace

Hull hull_of(const std::vector<Vec3>& points) {
  Hull hull;
  if (points.size() > Hull::most_points) return hull;
  const double size = extent_of(points);
  hull.faces = faces_of(points, size);
  add_corners(points, size, hull);
  add_edges(points, hull);
  return hull;
}

}  // namespace gambol
