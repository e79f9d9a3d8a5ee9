#include "geometry/shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "geometry/frustum.h"
#include "geometry/mesh.h"

namespace gambol {
namespace {

using std::numbers::pi;

// Zeroth and second moments of the unit cube whose edges have a flat bevel of width c: the convex
// hull of its six faces, each inset by c. Slices across x are squares with cut corners; the
// integrand is a polynomial of degree 4 within the bevel, so three Gauss points are exact.
struct UnitMoments {
  double volume = 1;
  double second = 1.0 / 12;  // integral of x^2
};

UnitMoments bevelled_cube(double c) {
  const double flat = 0.5 - c;
  const double middle = 1 - 2 * c * c;
  UnitMoments m{2 * flat * middle, 2 * middle * flat * flat * flat / 3};
  const double node = std::sqrt(0.6);
  const double nodes[] = {-node, 0, node};
  const double weights[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  for (int i = 0; i < 3; ++i) {
    const double u = c * (1 + nodes[i]) / 2;  // depth below the face
    const double side = 1 - 2 * (c - u);
    const double area = side * side - 2 * u * u;
    m.volume += 2 * weights[i] * c / 2 * area;
    m.second += 2 * weights[i] * c / 2 * area * (0.5 - u) * (0.5 - u);
  }
  return m;
}

MassProperties about_centre(double mass, const Vec3& diagonal) {
  return {mass, Vec3::Zero(), diagonal.asDiagonal()};
}

MassProperties box(const Shape& s, double density) {
  const UnitMoments m = bevelled_cube(s.bevel);
  const double cuboid = density * s.size.prod();
  const Vec3 second = cuboid * m.second * s.size.cwiseAbs2();
  return about_centre(cuboid * m.volume, Vec3(second.y() + second.z(), second.z() + second.x(),
                                              second.x() + second.y()));
}

MassProperties cylinder(double radius, double length, double density) {
  const double mass = density * pi * radius * radius * length;
  const double axial = mass * radius * radius / 2;
  const double across = mass * (3 * radius * radius + length * length) / 12;
  return about_centre(mass, Vec3(across, axial, across));
}

MassProperties sphere(double radius, double density) {
  const double mass = density * 4 / 3 * pi * radius * radius * radius;
  return about_centre(mass, Vec3::Constant(0.4 * mass * radius * radius));
}

// A solid of revolution about y: two parts of balls, and a frustum between the circles where it
// touches them. The square of the radius is quadratic in y on each of the three, so three Gauss
// points are exact.
MassProperties tapered_capsule(const Shape& s, double density) {
  const double half = s.length / 2, slope = taper(s), r0 = s.radius, r1 = s.end_radius;
  const double low = -half + r0 * slope, high = half + r1 * slope;
  const double cosine = std::sqrt(1 - slope * slope);
  const auto square = [&](double y) {
    if (y < low) return r0 * r0 - (y + half) * (y + half);
    if (y > high) return r1 * r1 - (y - half) * (y - half);
    const double t = (y - low) / (high - low), r = cosine * (r0 * (1 - t) + r1 * t);
    return r * r;
  };
  double volume = 0, first = 0, axial = 0, across = 0;
  const double node = std::sqrt(0.6), ends[] = {-half - r0, low, high, half + r1};
  for (int part = 0; part < 3; ++part)
    for (int i = 0; i < 3; ++i) {
      const double h = (ends[part + 1] - ends[part]) / 2;
      const double y = ends[part] + h * (1 + (i - 1) * node), A = pi * square(y);
      const double weight = h * (i == 1 ? 8.0 / 9 : 5.0 / 9) * A;
      volume += weight;
      first += weight * y;
      axial += weight * A / (2 * pi);
      across += weight * (A / (4 * pi) + y * y);
    }
  const double centre = first / volume;
  across -= volume * centre * centre;
  MassProperties m = about_centre(density * volume, density * Vec3(across, axial, across));
  m.com.y() = centre;
  return m;
}

MassProperties capsule(const Shape& s, double density) {
  if (s.end_radius > 0) return tapered_capsule(s, density);
  MassProperties sum = cylinder(s.radius, s.length, density);
  const MassProperties ball = sphere(s.radius, density);
  // Two hemispheres: their centroids lie 3r/8 beyond the cylinder's ends.
  const double half = s.length / 2;
  const double across = ball.I_cm(0, 0) + ball.mass * (half * half + 0.75 * half * s.radius);
  sum.mass += ball.mass;
  sum.I_cm += Vec3(across, ball.I_cm(1, 1), across).asDiagonal();
  return sum;
}

MassProperties ellipsoid(const Vec3& radii, double density) {
  const double mass = density * 4 / 3 * pi * radii.prod();
  const Vec3 second = mass / 5 * radii.cwiseAbs2();
  return about_centre(mass, Vec3::Constant(second.sum()) - second);
}

MassProperties in_own_frame(const Shape& s, double density) {
  switch (s.kind) {
    case ShapeKind::box:
      return is_tapered(s) ? frustum_mass(s, density) : box(s, density);
    case ShapeKind::sphere:
      return sphere(s.radius, density);
    case ShapeKind::ellipsoid:
      return ellipsoid(s.size, density);
    case ShapeKind::cylinder:
      return is_tapered(s) || !is_round(s) ? frustum_mass(s, density)
                                           : cylinder(s.radius, s.length, density);
    case ShapeKind::capsule:
      return capsule(s, density);
    case ShapeKind::height_field:
    case ShapeKind::mesh:
      return mass_properties(solid_mesh(s), density);
  }
  return {};
}

}  // namespace

double taper(const Shape& capsule) {
  return capsule.end_radius > 0 ? (capsule.radius - capsule.end_radius) / capsule.length : 0;
}

double volume(const Shape& shape) { return in_own_frame(shape, 1).mass; }

MassProperties mass_properties(const Shape& shape, double density) {
  MassProperties m = in_own_frame(shape, density);
  const Mat3 R = shape.X_BS.R.toRotationMatrix();
  m.com = shape.X_BS * m.com;
  m.I_cm = R * m.I_cm * R.transpose();
  return m;
}

MassProperties combine(const MassProperties& a, const MassProperties& b) {
  MassProperties sum;
  sum.mass = a.mass + b.mass;
  if (sum.mass <= 0) return sum;
  sum.com = (a.mass * a.com + b.mass * b.com) / sum.mass;
  for (const MassProperties* m : {&a, &b}) {
    const Vec3 d = m->com - sum.com;
    sum.I_cm += m->I_cm + m->mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  return sum;
}

bool is_tapered(const Shape& s) { return s.taper != Vec2::Ones() || s.shift != Vec2::Zero(); }

bool is_round(const Shape& s) {
  return (s.depth == 0 || s.depth == s.radius) && s.taper.x() == s.taper.y() &&
         s.shift == Vec2::Zero();
}

namespace {

// Balls that touch an ellipsoid from inside on both sides of its middle plane, which is
// perpendicular to the shortest axis c: the centres lie within an ellipse in that plane.
std::vector<ContactPoint> balls_of(const Shape& s) {
  int thin;
  s.size.minCoeff(&thin);
  const int u = (thin + 1) % 3, v = (thin + 2) % 3;
  const double c = s.size[thin], a = s.size[u], b = s.size[v];
  const double way_a = (a * a - c * c) / a, way_b = (b * b - c * c) / b;
  std::vector<ContactPoint> balls;
  const auto add = [&](double part, double angle) {
    const Vec2 ray(part * std::cos(angle), part * std::sin(angle));
    Vec3 p = Vec3::Zero();
    p[u] = way_a * ray.x(), p[v] = way_b * ray.y();
    const double left = 1 - ray.x() * ray.x() * way_a / a - ray.y() * ray.y() * way_b / b;
    const ContactPoint ball{s.X_BS * p, c * std::sqrt(left)};
    for (const ContactPoint& other : balls)
      if ((other.p_B - ball.p_B).norm() < 1e-9 * a) return;
    balls.push_back(ball);
  };
  add(0, 0);
  for (const auto& [part, around] : {std::pair{0.5, 8}, {0.85, 12}, {1.0, 12}})
    for (int k = 0; k < around; ++k) add(part, 2 * pi * k / around);
  return balls;
}

// A file may repeat a vertex for its normals or texture coordinates; it is one contact point.
void add_vertices(const Shape& s, std::vector<ContactPoint>& points) {
  std::set<std::array<double, 3>> seen;
  for (const Vec3& p : solid_mesh(s).positions)
    if (seen.insert({p.x(), p.y(), p.z()}).second) points.push_back({s.X_BS * p, 0});
}

}  // namespace

std::vector<ContactPoint> contact_points(const Shape& s) {
  std::vector<ContactPoint> points;
  const Vec3 end(0, s.length / 2, 0);
  switch (s.kind) {
    case ShapeKind::box:
      if (is_tapered(s)) {
        for (const Vec3& p : frustum_corners(s)) points.push_back({s.X_BS * p, 0});
        break;
      }
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        points.push_back({s.X_BS * (sign.cwiseProduct(s.size) / 2), 0});
      }
      break;
    case ShapeKind::sphere:
      points.push_back({s.X_BS.p, s.radius});
      break;
    case ShapeKind::ellipsoid:
      return balls_of(s);
    case ShapeKind::capsule:
      points.push_back({s.X_BS * end, s.end_radius > 0 ? s.end_radius : s.radius});
      points.push_back({s.X_BS * Vec3(-end), s.radius});
      break;
    case ShapeKind::cylinder:
      if (is_tapered(s) || !is_round(s)) {
        for (const Vec3& p : frustum_corners(s)) points.push_back({s.X_BS * p, 0});
        break;
      }
      for (int k = 0; k < 8; ++k) {
        const Vec3 rim(s.radius * std::cos(k * pi / 4), 0, s.radius * std::sin(k * pi / 4));
        points.push_back({s.X_BS * (rim + end), 0});
        points.push_back({s.X_BS * (rim - end), 0});
      }
      break;
    case ShapeKind::height_field:
    case ShapeKind::mesh:
      add_vertices(s, points);
      break;
  }
  return points;
}

double thickness(const Shape& s) {
  switch (s.kind) {
    case ShapeKind::box: {
      const Vec2 widest = s.size.head<2>().cwiseProduct(s.taper.cwiseMax(1));
      return std::min({widest.x(), widest.y(), s.size.z()});
    }
    case ShapeKind::sphere:
      return 2 * s.radius;
    case ShapeKind::capsule:
      return 2 * std::max(s.radius, s.end_radius);
    case ShapeKind::ellipsoid:
      return 2 * s.size.minCoeff();
    case ShapeKind::cylinder: {
      const Vec2 widest =
          Vec2(s.radius, s.depth > 0 ? s.depth : s.radius).cwiseProduct(s.taper.cwiseMax(1));
      return std::min(2 * widest.minCoeff(), s.length);
    }
    case ShapeKind::height_field:
    case ShapeKind::mesh:
      break;
  }
  return INFINITY;
}

double reach(const Shape& s) {
  const double grown = std::max(s.taper.maxCoeff(), 1.0), beside = s.shift.norm();
  switch (s.kind) {
    case ShapeKind::box:
      return s.size.norm() / 2 * grown + beside;
    case ShapeKind::sphere:
      return s.radius;
    case ShapeKind::ellipsoid:
      return s.size.maxCoeff();
    case ShapeKind::cylinder:
      return std::max(s.radius, s.depth) * grown + beside + s.length / 2;
    case ShapeKind::capsule:
      return std::max(s.radius, s.end_radius) + s.length / 2;
    case ShapeKind::height_field:
      return reach(*s.field, s.length);
    case ShapeKind::mesh:
      break;  // its file is not read for this
  }
  return INFINITY;
}

}  // namespace gambol
