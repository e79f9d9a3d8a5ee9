#pragma once

#include <cmath>
#include <numbers>

#include "geometry/lathe.h"
#include "geometry/shapes/solid.h"

namespace gambol {

template <>
struct Solid<ShapeKind::ellipsoid> {
  static constexpr bool convex = true;

  static MassProperties mass_properties(const Shape& s, double density) {
    const double mass = density * 4 / 3 * std::numbers::pi * s.size.prod();
    const Vec3 second = mass / 5 * s.size.cwiseAbs2();
    return about_centre(mass, Vec3::Constant(second.sum()) - second);
  }

  // A stretched sphere; normals scale by the inverse of the stretch.
  static TriangleMesh surface(const Shape& s, int segments) {
    TriangleMesh mesh = round_rod(1, 0, segments);
    for (Vec3& p : mesh.positions) p = p.cwiseProduct(s.size);
    for (Vec3& n : mesh.normals) n = n.cwiseQuotient(s.size).normalized();
    return mesh;
  }

  // Balls that touch the ellipsoid from inside on both sides of its middle plane, which is
  // perpendicular to the shortest axis c: the centres lie within an ellipse in that plane.
  static std::vector<ContactPoint> contact_points(const Shape& s) {
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
      for (int k = 0; k < around; ++k) add(part, 2 * std::numbers::pi * k / around);
    return balls;
  }

  static void add_contact_features(const Shape& s, ContactFeatures& out) {
    for (const ContactPoint& ball : contact_points(s))
      out.rods.push_back({ball.p_B, ball.p_B, ball.radius, ball.radius});
  }

  // Right to the second order in the distance.
  static DistanceFormula distance(const Shape& s) {
    return [radii = s.size](const Vec3& p) {
      const double k0 = p.cwiseQuotient(radii).norm();
      const double k1 = p.cwiseQuotient(radii.cwiseAbs2()).norm();
      return k1 > 0 ? k0 * (k0 - 1) / k1 : -radii.minCoeff();
    };
  }

  static double thickness(const Shape& s) { return 2 * s.size.minCoeff(); }
  static double reach(const Shape& s) { return s.size.maxCoeff(); }

  static Vec3 long_end(const Shape& s) {
    int axis;
    const double longest = s.size.maxCoeff(&axis);
    return longest * Vec3::Unit(axis);
  }

  static double edge_room(const Shape&) { return 0; }
  static void reflect(Shape&) {}
};

}  // namespace gambol
