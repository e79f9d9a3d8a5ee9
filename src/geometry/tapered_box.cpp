// Boxes whose faces incline. Of a frustum's axes, 0 is u, 1 is w and 2 is a.

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/frustum.h"
#include "geometry/mesh_parts.h"

namespace gambol {
namespace {

// The plane of a face of a tapered box, normal . x = offset.
struct Plane {
  Vec3 normal;
  double offset;
};
Plane face(const Frustum& f, int axis, int sign) {
  const double h = f.height;
  if (axis == 2) return {Vec3(0, 0, sign), h / 2};
  const Section low = section(f, 0), high = section(f, 1);
  const double at0 = low.middle[axis] + sign * low.half[axis],
               at1 = high.middle[axis] + sign * high.half[axis];
  Vec3 n = Vec3::Zero();
  n[axis] = sign;
  n.z() = -sign * (at1 - at0) / h;
  n.normalize();
  Vec3 on = Vec3::Zero();
  on[axis] = at0;
  on.z() = -h / 2;
  return {n, n.dot(on)};
}

// The corner with these signs of the solid whose faces are all moved inwards by `edge`.
Vec3 inner_corner(const Frustum& f, const std::array<int, 3>& sign, double edge) {
  Mat3 N;
  Vec3 offset;
  for (int axis = 0; axis < 3; ++axis) {
    const Plane p = face(f, axis, sign[axis]);
    N.row(axis) = p.normal;
    offset[axis] = p.offset - edge;
  }
  return N.inverse() * offset;
}

Vec3 turned(const Vec3& from, const Vec3& to, double part) {
  const double angle = std::atan2(from.cross(to).norm(), from.dot(to));
  if (angle < 1e-12) return from;
  return (std::sin((1 - part) * angle) * from + std::sin(part * angle) * to) / std::sin(angle);
}

// The inner box (all faces moved inwards by the edge radius), grown again by that radius: faces,
// strips along edges and patches at corners.
class RoundedBox {
 public:
  RoundedBox(const Frustum& f, double edge, int steps) : solid_(f), edge_(edge), steps_(steps) {}

  TriangleMesh mesh() {
    for (int a = 0; a < 3; ++a) {
      for (int sa : {-1, 1}) {
        add_face(a, sa);
        for (int sb : {-1, 1}) add_strip(a, sa, sb);
      }
    }
    for (int x : {-1, 1})
      for (int y : {-1, 1})
        for (int z : {-1, 1}) add_patch({x, y, z});
    return std::move(mesh_);
  }

 private:
  using Signs = std::array<int, 3>;

  std::uint32_t add(const Signs& corner, const Vec3& n) {
    return add_vertex(mesh_, inner_corner(solid_, corner, edge_) + edge_ * n, n);
  }
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool turned_about) {
    if (turned_about) std::swap(b, c);
    add_triangle(mesh_, a, b, c);
  }

  void add_face(int a, int sa) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    Signs sign{};
    sign[a] = sa;
    const Vec3 n = face(solid_, a, sa).normal;
    std::array<std::uint32_t, 4> corners;
    int k = 0;
    for (auto [u, v] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
      sign[b] = u, sign[c] = v;
      corners[k++] = add(sign, n);
    }
    triangle(corners[0], corners[1], corners[2], sa < 0);
    triangle(corners[0], corners[2], corners[3], sa < 0);
  }

  // The strip between a face of axis a and one of the next axis; it runs along the third.
  void add_strip(int a, int sa, int sb) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const Vec3 n0 = face(solid_, a, sa).normal, n1 = face(solid_, b, sb).normal;
    Signs low{}, high{};
    low[a] = high[a] = sa;
    low[b] = high[b] = sb;
    low[c] = -1, high[c] = 1;
    std::uint32_t before0 = 0, before1 = 0;
    for (int i = 0; i <= steps_; ++i) {
      const Vec3 n = turned(n0, n1, double(i) / steps_);
      const std::uint32_t at0 = add(low, n), at1 = add(high, n);
      if (i > 0) {
        triangle(before0, at0, at1, sa * sb < 0);
        triangle(before0, at1, before1, sa * sb < 0);
      }
      before0 = at0, before1 = at1;
    }
  }

  // The patch at a corner. Its borders coincide with the ends of strips, point by point.
  void add_patch(const Signs& sign) {
    Vec3 n[3];
    for (int axis = 0; axis < 3; ++axis) n[axis] = face(solid_, axis, sign[axis]).normal;
    const bool about = sign[0] * sign[1] * sign[2] < 0;
    std::vector<std::uint32_t> before;
    for (int i = 0; i <= steps_; ++i) {
      const double part = double(i) / steps_;
      const Vec3 from = turned(n[0], n[1], part), to = turned(n[0], n[2], part);
      std::vector<std::uint32_t> row;
      for (int j = 0; j <= i; ++j)
        row.push_back(add(sign, i == 0 ? n[0] : turned(from, to, double(j) / i)));
      for (int j = 0; j < i; ++j) {
        triangle(before[j], row[j], row[j + 1], about);
        if (j + 1 < i) triangle(before[j], row[j + 1], before[j + 1], about);
      }
      before = std::move(row);
    }
  }

  const Frustum& solid_;
  double edge_;
  int steps_;
  TriangleMesh mesh_;
};

TriangleMesh sharp_box(const Frustum& f) {
  TriangleMesh mesh;
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    for (int sa : {-1, 1}) {
      const Vec3 n = face(f, a, sa).normal;
      const auto first = static_cast<std::uint32_t>(mesh.positions.size());
      for (auto [u, v] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
        std::array<int, 3> sign{};
        sign[a] = sa;
        sign[b] = sa > 0 ? u : v, sign[c] = sa > 0 ? v : u;
        const Section at = section(f, sign[2] > 0 ? 1 : 0);
        const Vec2 across(at.middle.x() + sign[0] * at.half.x(),
                          at.middle.y() + sign[1] * at.half.y());
        add_vertex(mesh, place(f, across, sign[2] > 0 ? 1 : 0), n);
      }
      add_quad(mesh, first, first + 1, first + 2, first + 3);
    }
  }
  return mesh;
}

}  // namespace

TriangleMesh tapered_box(const Frustum& f, double edge, int segments) {
  return edge > 0 ? RoundedBox(f, edge, std::max(1, (segments + 3) / 4)).mesh() : sharp_box(f);
}

bool edge_fits_box(const Frustum& f, double edge) {
  for (int axis = 0; axis < 3; ++axis)
    for (int other : {-1, 1})
      for (int third : {-1, 1}) {
        std::array<int, 3> low{}, high{};
        low[axis] = -1, high[axis] = 1;
        low[(axis + 1) % 3] = high[(axis + 1) % 3] = other;
        low[(axis + 2) % 3] = high[(axis + 2) % 3] = third;
        if (inner_corner(f, high, edge)[axis] < inner_corner(f, low, edge)[axis]) return false;
      }
  return true;
}

}  // namespace gambol
