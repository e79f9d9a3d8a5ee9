#include "geometry/contact_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "geometry/mesh.h"

namespace gambol {
namespace {

void add_box(const Shape& s, ContactFeatures& out) {
  out.boxes.push_back(s.X_BS);
  out.halves.push_back(s.size / 2);
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 along = Vec3::Unit(axis), u = Vec3::Unit((axis + 1) % 3),
               v = Vec3::Unit((axis + 2) % 3);
    for (double su : {-1.0, 1.0}) {
      for (double sv : {-1.0, 1.0}) {
        const Vec3 middle = (su * u + sv * v).cwiseProduct(s.size) / 2;
        const Vec3 half = along.cwiseProduct(s.size) / 2;
        out.edges.push_back({s.X_BS * Vec3(middle - half), s.X_BS * Vec3(middle + half),
                             s.X_BS.R * Vec3(su * u), s.X_BS.R * Vec3(sv * v)});
      }
    }
  }
}

void add_mesh(const Shape& s, const TriangleMesh& mesh, ContactFeatures& out) {
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
        out.edges.push_back({s.X_BS * p, s.X_BS * q, s.X_BS.R * n, s.X_BS.R * other->second});
    }
  }
}

// A rod whose side is the cylinder's side. If the cylinder tapers, the rod's balls are larger than
// the cross-sections where they touch the side, and their centres are moved towards the wider end.
ContactRod cone_side(const Shape& s) {
  const double half = s.length / 2, end_radius = s.radius * s.taper.x();
  const double slope = (s.radius - end_radius) / s.length;  // of the side, towards the axis
  const auto centre = [&](double y, double r) { return s.X_BS * Vec3(0, y - slope * r, 0); };
  const double longer = std::sqrt(1 + slope * slope);
  return {centre(-half, s.radius), centre(half, end_radius), s.radius * longer, end_radius * longer,
          false};
}

}  // namespace

void add_contact_features(const Shape& s, ContactFeatures& out) {
  const Vec3 end(0, s.length / 2, 0);
  switch (s.kind) {
    case ShapeKind::box:
      if (is_tapered(s)) break;
      return add_box(s, out);
    case ShapeKind::sphere:
    case ShapeKind::ellipsoid:
      for (const ContactPoint& ball : contact_points(s))
        out.rods.push_back({ball.p_B, ball.p_B, ball.radius, ball.radius});
      return;
    case ShapeKind::capsule:
      out.rods.push_back({s.X_BS * Vec3(-end), s.X_BS * end, s.radius,
                          s.end_radius > 0 ? s.end_radius : s.radius});
      return;
    case ShapeKind::cylinder:
      if (!is_round(s)) break;
      out.rods.push_back(cone_side(s));
      return;
    case ShapeKind::height_field:
    case ShapeKind::mesh:
      return add_mesh(s, solid_mesh(s), out);
  }
  // The same solid as in contact_points(): flat between eight corners of each rim.
  Shape sharp = s;
  sharp.edge = 0;
  sharp.X_BS = Transform();
  add_mesh(s, surface_mesh(sharp, 8), out);
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
