#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/frustum.h"
#include "geometry/mesh_parts.h"

namespace gambol {
namespace {

using std::numbers::pi;

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
Vec2 narrow(const Frustum& f) {
  return {section(f, 0).half.minCoeff(), section(f, 1).half.minCoeff()};
}

}  // namespace

// Sweeps the meridian around the cross-sections. Its radius, as a part of the smaller radius there,
// scales the cross-section; the normals follow from the two tangents.
TriangleMesh tapered_cylinder(const Frustum& f, double edge, int segments) {
  const int quarter = std::max(2, (segments + 3) / 4);
  const double h = f.height;
  const Vec2 ends = narrow(f), half0 = section(f, 0).half, half1 = section(f, 1).half;
  const double grows = (ends.y() - ends.x()) / h;  // of the narrow radius, per height
  TriangleMesh mesh;
  const std::vector<Meridian> line = with_rows(meridian(ends.x(), ends.y(), h, edge, quarter),
                                               f.taper.x() == f.taper.y() ? 1 : quarter);
  for (const Meridian& m : line) {
    const double t = std::clamp(m.y / h + 0.5, 0.0, 1.0);
    const Section at = section(f, t);
    const double whole = ends.x() + (ends.y() - ends.x()) * t;
    const double part = whole > 0 ? std::min(m.r / whole, 1.0) : m.out > 0 ? 1.0 : 0.0;
    // Derivatives along the meridian (upwards or inwards) of the height and of `part`.
    const double rise = m.out;
    const double wider = whole > 0 ? (-m.up - part * grows * m.out) / whole : 0;
    // At an apex, use the directions of a cross-section close to it.
    const Vec2 open = at.half.cwiseMax(1e-9 * f.base);
    for (int j = 0; j < segments; ++j) {
      const double angle = 2 * pi * j / segments;
      const Vec2 ray(std::sin(angle), std::cos(angle)), turn(std::cos(angle), -std::sin(angle));
      const Vec2 across = at.middle + part * at.half.cwiseProduct(ray);
      mesh.positions.push_back(place(f, across, t));
      const Vec2 along = open.cwiseProduct(turn);
      const Vec2 up = wider * open.cwiseProduct(ray) +
                      rise / h * (f.shift + part * (half1 - half0).cwiseProduct(ray));
      const Vec3 n = Vec3(along.x(), 0, along.y()).cross(Vec3(up.x(), rise, up.y()));
      mesh.normals.push_back(n.normalized());
    }
  }
  const auto columns = static_cast<std::uint32_t>(segments);
  for (std::uint32_t i = 0; i + 1 < line.size(); ++i)
    for (std::uint32_t j = 0; j < columns; ++j) {
      const std::uint32_t k = (j + 1) % columns, low = i * columns, high = low + columns;
      add_quad(mesh, low + j, low + k, high + k, high + j);
    }
  return mesh;
}

bool edge_fits_cylinder(const Frustum& f, double edge) {
  const Vec2 ends = narrow(f);
  const double rounding = 1e-9 * f.height;
  double before = -f.height / 2;
  for (const Meridian& m : meridian(ends.x(), ends.y(), f.height, edge, 1)) {
    if (!(m.r >= 0 && m.y >= before - rounding && m.y <= f.height / 2 + rounding)) return false;
    before = m.y;
  }
  return true;
}

}  // namespace gambol
