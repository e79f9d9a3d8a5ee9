#include "geometry/contact_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace gambol {

void add_convex_edges(const Transform& X, const TriangleMesh& mesh, ContactFeatures& out) {
  // A file may repeat a position for each of its normals, so sides are identified by positions.
  using Key = std::array<double, 6>;
  std::map<Key, Vec3> open;  // side -> normal of the triangle on its other side
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
    const Vec3 n = (b - a).cross(c - a).normalized();
    const Vec3* corners[] = {&a, &b, &c};
    for (int k = 0; k < 3; ++k) {
      const Vec3 &p = *corners[k], &q = *corners[(k + 1) % 3];
      const auto other = open.find({q.x(), q.y(), q.z(), p.x(), p.y(), p.z()});
      if (other == open.end()) {
        open[{p.x(), p.y(), p.z(), q.x(), q.y(), q.z()}] = n;
        continue;
      }
      // Outward normals diverge across a convex side.
      if (other->second.cross(n).dot(q - p) < -1e-6 * (q - p).norm())
        out.edges.push_back({X * p, X * q, X.R * n, X.R * other->second});
    }
  }
}

// A file may repeat a vertex for its normals or texture coordinates; it is one contact point.
std::vector<ContactPoint> vertices(const Transform& X, const TriangleMesh& mesh) {
  std::vector<ContactPoint> points;
  std::set<std::array<double, 3>> seen;
  for (const Vec3& p : mesh.positions)
    if (seen.insert({p.x(), p.y(), p.z()}).second) points.push_back({X * p, 0});
  return points;
}

std::vector<ContactFeatures::FourPoints> by_fours(const std::vector<ContactPoint>& points) {
  std::vector<ContactFeatures::FourPoints> fours((points.size() + lanes - 1) / lanes);
  for (std::size_t k = 0; k < fours.size() * lanes; ++k) {
    const ContactPoint& point = points[std::min(k, points.size() - 1)];
    ContactFeatures::FourPoints& four = fours[k / lanes];
    four.x[k % lanes] = point.p_B.x();
    four.y[k % lanes] = point.p_B.y();
    four.z[k % lanes] = point.p_B.z();
    four.radius[k % lanes] = point.radius;
  }
  return fours;
}

std::vector<ContactFeatures::FourEdges> by_fours(const std::vector<ContactEdge>& edges) {
  const std::size_t count = (edges.size() + lanes - 1) / lanes;
  const std::array<Wide, 3> nowhere{wide(NAN), wide(NAN), wide(NAN)};
  std::vector<ContactFeatures::FourEdges> fours(count, {nowhere, nowhere});
  for (std::size_t k = 0; k < edges.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      fours[k / lanes].a[axis][k % lanes] = edges[k].a[axis];
      fours[k / lanes].d[axis][k % lanes] = edges[k].b[axis] - edges[k].a[axis];
    }
  }
  return fours;
}

ContactRod bounding_bar(const std::vector<ContactPoint>& points) {
  ContactRod bar{Vec3::Zero(), Vec3::Zero()};
  if (points.empty()) return bar;
  Vec3 low = points[0].p_B, high = low;
  for (const ContactPoint& p : points) low = low.cwiseMin(p.p_B), high = high.cwiseMax(p.p_B);
  int axis;
  (high - low).maxCoeff(&axis);
  bar.a = bar.b = (low + high) / 2;
  bar.a[axis] = low[axis];
  bar.b[axis] = high[axis];
  for (const ContactPoint& p : points) {
    Vec3 away = p.p_B - bar.a;
    away[axis] = 0;
    bar.radius = std::max(bar.radius, away.norm() + p.radius);
  }
  return bar;
}

}  // namespace gambol
