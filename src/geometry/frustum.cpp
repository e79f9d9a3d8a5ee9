#include "geometry/frustum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol {
namespace {

using std::numbers::pi;

// Axes of the cross-section (u, w) and of the solid (a). For a cylinder u, w and a are x, z and y,
// which is left-handed: cylinder_surface() goes around from w towards u.
struct Axes {
  int u, w, a;
};
Axes axes_of(const Shape& s) { return s.kind == ShapeKind::box ? Axes{0, 1, 2} : Axes{0, 2, 1}; }

double height_of(const Shape& s) { return s.kind == ShapeKind::box ? s.size.z() : s.length; }

// Half extents, or radii, of the cross-section at -a.
Vec2 base_of(const Shape& s) {
  if (s.kind == ShapeKind::box) return s.size.head<2>() / 2;
  return {s.radius, s.depth > 0 ? s.depth : s.radius};
}

// The cross-section at t from 0 (at -a) to 1.
struct Section {
  Vec2 half, middle;
};
Section section(const Shape& s, double t) {
  const Vec2 grown = Vec2::Ones() + t * (s.taper - Vec2::Ones());
  return {base_of(s).cwiseProduct(grown), t * s.shift};
}

Vec3 place(const Shape& s, const Vec2& across, double t) {
  const Axes axes = axes_of(s);
  Vec3 p;
  p[axes.u] = across.x();
  p[axes.w] = across.y();
  p[axes.a] = (t - 0.5) * height_of(s);
  return p;
}

// A point on the meridian of a round solid, which runs from the lower end's middle to the upper
// end's. `y` is measured from the solid's middle; the normal is (out, up).
struct Meridian {
  double r, y, out, up;
};

// A solid of revolution with radii `low` and `high`, h tall, with edges of radius `edge`.
std::vector<Meridian> meridian(double low, double high, double h, double edge, int steps) {
  const double slant = std::hypot(h, high - low);
  const double out = h / slant, up = (low - high) / slant;  // normal of the side
  std::vector<Meridian> line{{0, -h / 2, 0, -1}};
  const double side = std::atan2(up, out);
  const auto arc = [&](double r, double y, double from, double to) {
    for (int i = 0; i <= steps; ++i) {
      const double a = i == steps ? to : from + (to - from) * i / steps;
      const double c = std::abs(a) == pi / 2 ? 0 : std::cos(a);
      line.push_back({r + edge * c, y + edge * std::sin(a), c, std::sin(a)});
    }
  };
  if (edge > 0) {
    // A fillet touches the end and the side. If the end is too small for it, a ball that touches
    // the side all around replaces the end.
    const double r_low = low - edge * (1 + up) / out, r_high = high - edge * (1 - up) / out;
    line.clear();
    if (r_low >= 0) {
      line.push_back({0, -h / 2, 0, -1});
      arc(r_low, -h / 2 + edge, -pi / 2, side);
    } else {
      arc(0, -h / 2 + (out * low - edge) / up, -pi / 2, side);
    }
    if (r_high >= 0)
      arc(r_high, h / 2 - edge, side, pi / 2);
    else
      arc(0, h / 2 + (out * high - edge) / up, side, pi / 2);
    if (r_high >= 0) line.push_back({0, h / 2, 0, 1});
    return line;
  }
  line.push_back({low, -h / 2, 0, -1});
  line.push_back({low, -h / 2, out, up});
  line.push_back({high, h / 2, out, up});
  if (high == 0) return line;
  line.push_back({high, h / 2, 0, 1});
  line.push_back({0, h / 2, 0, 1});
  return line;
}

// Divides the side into `rows` strips: if the cross-section changes its proportions, the side is
// curved along the axis too.
std::vector<Meridian> with_rows(const std::vector<Meridian>& line, int rows) {
  std::vector<Meridian> more;
  for (const Meridian& m : line) {
    if (!more.empty() && m.out > 0 && more.back().out == m.out && more.back().up == m.up) {
      const Meridian from = more.back();
      for (int k = 1; k < rows; ++k) {
        const double t = double(k) / rows;
        more.push_back({from.r + t * (m.r - from.r), from.y + t * (m.y - from.y), m.out, m.up});
      }
    }
    more.push_back(m);
  }
  return more;
}

// The smaller radii of both end cross-sections, from which a cylinder's meridian is computed.
Vec2 narrow(const Shape& s) {
  return {section(s, 0).half.minCoeff(), section(s, 1).half.minCoeff()};
}

void add_proper_quad(TriangleMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                     std::uint32_t d) {
  const auto triangle = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    const Vec3 &p = mesh.positions[i], &q = mesh.positions[j], &r = mesh.positions[k];
    if (p != q && q != r && r != p) mesh.triangles.push_back({i, j, k});
  };
  triangle(a, b, c);
  triangle(a, c, d);
}

// Sweeps the meridian around the cross-sections. Its radius, as a part of the smaller radius there,
// scales the cross-section; the normals follow from the two tangents.
TriangleMesh cylinder_surface(const Shape& s, int segments) {
  const int quarter = std::max(2, (segments + 3) / 4);
  const double h = s.length;
  const Vec2 ends = narrow(s), half0 = section(s, 0).half, half1 = section(s, 1).half;
  const double grows = (ends.y() - ends.x()) / h;  // of the narrow radius, per height
  TriangleMesh mesh;
  const std::vector<Meridian> line = with_rows(meridian(ends.x(), ends.y(), h, s.edge, quarter),
                                               s.taper.x() == s.taper.y() ? 1 : quarter);
  for (const Meridian& m : line) {
    const double t = std::clamp(m.y / h + 0.5, 0.0, 1.0);
    const Section at = section(s, t);
    const double whole = ends.x() + (ends.y() - ends.x()) * t;
    const double part = whole > 0 ? std::min(m.r / whole, 1.0) : m.out > 0 ? 1.0 : 0.0;
    // Derivatives along the meridian (upwards or inwards) of the height and of `part`.
    const double rise = m.out;
    const double wider = whole > 0 ? (-m.up - part * grows * m.out) / whole : 0;
    // At an apex, use the directions of a cross-section close to it.
    const Vec2 open = at.half.cwiseMax(1e-9 * base_of(s));
    for (int j = 0; j < segments; ++j) {
      const double angle = 2 * pi * j / segments;
      const Vec2 ray(std::sin(angle), std::cos(angle)), turn(std::cos(angle), -std::sin(angle));
      const Vec2 across = at.middle + part * at.half.cwiseProduct(ray);
      mesh.positions.push_back(place(s, across, t));
      const Vec2 along = open.cwiseProduct(turn);
      const Vec2 up = wider * open.cwiseProduct(ray) +
                      rise / h * (s.shift + part * (half1 - half0).cwiseProduct(ray));
      const Vec3 n = Vec3(along.x(), 0, along.y()).cross(Vec3(up.x(), rise, up.y()));
      mesh.normals.push_back(n.normalized());
    }
  }
  const auto columns = static_cast<std::uint32_t>(segments);
  for (std::uint32_t i = 0; i + 1 < line.size(); ++i)
    for (std::uint32_t j = 0; j < columns; ++j) {
      const std::uint32_t k = (j + 1) % columns, low = i * columns, high = low + columns;
      add_proper_quad(mesh, low + j, low + k, high + k, high + j);
    }
  return mesh;
}

// The plane of a face of a tapered box, normal . x = offset. Axes: 0 is u, 1 is w, 2 is a.
struct Plane {
  Vec3 normal;
  double offset;
};
Plane face(const Shape& s, int axis, int sign) {
  const double h = s.size.z();
  if (axis == 2) return {Vec3(0, 0, sign), h / 2};
  const Section low = section(s, 0), high = section(s, 1);
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
Vec3 inner_corner(const Shape& s, const std::array<int, 3>& sign, double edge) {
  Mat3 N;
  Vec3 offset;
  for (int axis = 0; axis < 3; ++axis) {
    const Plane p = face(s, axis, sign[axis]);
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
  RoundedBox(const Shape& s, int steps) : shape_(s), steps_(steps) {}

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
    mesh_.positions.push_back(inner_corner(shape_, corner, shape_.edge) + shape_.edge * n);
    mesh_.normals.push_back(n);
    return static_cast<std::uint32_t>(mesh_.positions.size() - 1);
  }
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool turned_about) {
    const Vec3 &p = mesh_.positions[a], &q = mesh_.positions[b], &r = mesh_.positions[c];
    if (p == q || q == r || r == p) return;
    if (turned_about) std::swap(b, c);
    mesh_.triangles.push_back({a, b, c});
  }

  void add_face(int a, int sa) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    Signs sign{};
    sign[a] = sa;
    const Vec3 n = face(shape_, a, sa).normal;
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
    const Vec3 n0 = face(shape_, a, sa).normal, n1 = face(shape_, b, sb).normal;
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
    for (int axis = 0; axis < 3; ++axis) n[axis] = face(shape_, axis, sign[axis]).normal;
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

  const Shape& shape_;
  int steps_;
  TriangleMesh mesh_;
};

TriangleMesh box_surface(const Shape& s) {
  TriangleMesh mesh;
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    for (int sa : {-1, 1}) {
      const Vec3 n = face(s, a, sa).normal;
      const auto first = static_cast<std::uint32_t>(mesh.positions.size());
      for (auto [u, v] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
        std::array<int, 3> sign{};
        sign[a] = sa;
        sign[b] = sa > 0 ? u : v, sign[c] = sa > 0 ? v : u;
        const Section at = section(s, sign[2] > 0 ? 1 : 0);
        const Vec2 across(at.middle.x() + sign[0] * at.half.x(),
                          at.middle.y() + sign[1] * at.half.y());
        mesh.positions.push_back(place(s, across, sign[2] > 0 ? 1 : 0));
        mesh.normals.push_back(n);
      }
      add_proper_quad(mesh, first, first + 1, first + 2, first + 3);
    }
  }
  return mesh;
}

bool edge_fits(const Shape& s, double edge) {
  if (s.kind == ShapeKind::box) {
    for (int axis = 0; axis < 3; ++axis)
      for (int other : {-1, 1})
        for (int third : {-1, 1}) {
          std::array<int, 3> low{}, high{};
          low[axis] = -1, high[axis] = 1;
          low[(axis + 1) % 3] = high[(axis + 1) % 3] = other;
          low[(axis + 2) % 3] = high[(axis + 2) % 3] = third;
          if (inner_corner(s, high, edge)[axis] < inner_corner(s, low, edge)[axis]) return false;
        }
    return true;
  }
  const Vec2 ends = narrow(s);
  const double rounding = 1e-9 * s.length;
  double before = -s.length / 2;
  for (const Meridian& m : meridian(ends.x(), ends.y(), s.length, edge, 1)) {
    if (!(m.r >= 0 && m.y >= before - rounding && m.y <= s.length / 2 + rounding)) return false;
    before = m.y;
  }
  return true;
}

}  // namespace

MassProperties frustum_mass(const Shape& s, double density) {
  const bool rectangle = s.kind == ShapeKind::box;
  const Axes axes = axes_of(s);
  // For a cross-section with half extents (1, 1): its area, and the mean of u^2.
  const double area = rectangle ? 4 : pi, spread = rectangle ? 1.0 / 3 : 0.25;
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (int i = -1; i <= 1; ++i) {  // three Gauss points: exact up to the fifth degree
    const double t = 0.5 + 0.5 * i * std::sqrt(0.6);
    const Section at = section(s, t);
    const double dv = (i == 0 ? 4.0 / 9 : 5.0 / 18) * height_of(s) * area * at.half.prod();
    const Vec3 p = place(s, at.middle, t);
    volume += dv;
    first += dv * p;
    second += dv * p * p.transpose();
    second(axes.u, axes.u) += dv * spread * at.half.x() * at.half.x();
    second(axes.w, axes.w) += dv * spread * at.half.y() * at.half.y();
  }
  MassProperties m;
  m.mass = density * volume;
  m.com = first / volume;
  const Mat3 central = second - volume * m.com * m.com.transpose();
  m.I_cm = density * (central.trace() * Mat3::Identity() - central);
  return m;
}

TriangleMesh frustum_surface(const Shape& s, int segments) {
  if (s.kind == ShapeKind::cylinder) return cylinder_surface(s, segments);
  return s.edge > 0 ? RoundedBox(s, std::max(1, (segments + 3) / 4)).mesh() : box_surface(s);
}

std::vector<Vec3> frustum_corners(const Shape& s) {
  std::vector<Vec3> corners;
  const int around = s.kind == ShapeKind::box ? 4 : 8;
  for (int end : {0, 1}) {
    const Section at = section(s, end);
    for (int k = 0; k < around; ++k) {
      const double angle = 2 * pi * k / around;
      Vec2 ray(std::cos(angle), std::sin(angle));
      if (around == 4) ray = Vec2(k == 0 || k == 3 ? 1 : -1, k < 2 ? 1 : -1);
      const Vec3 p = place(s, at.middle + at.half.cwiseProduct(ray), end);
      if (std::find(corners.begin(), corners.end(), p) == corners.end()) corners.push_back(p);
    }
  }
  return corners;
}

double edge_room(const Shape& s) {
  const bool apex = s.kind == ShapeKind::cylinder && s.taper == Vec2::Zero();
  if (s.taper.minCoeff() <= 0 && !apex) return 0;
  double low = 0,
         high = (s.kind == ShapeKind::box ? s.size : Vec3(s.radius, s.length, s.radius)).minCoeff();
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (edge_fits(s, middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace gambol
