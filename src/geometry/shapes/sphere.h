#pragma once

#include <numbers>

#include "geometry/lathe.h"
#include "geometry/shapes/solid.h"

namespace gambol {

template <>
struct Solid<ShapeKind::sphere> {
  static constexpr bool convex = true;

  static MassProperties mass_properties(const Shape& s, double density) {
    return ball(s.radius, density);
  }
  static MassProperties ball(double radius, double density) {
    const double mass = density * 4 / 3 * std::numbers::pi * radius * radius * radius;
    return about_centre(mass, Vec3::Constant(0.4 * mass * radius * radius));
  }

  static TriangleMesh surface(const Shape& s, int segments) {
    return round_rod(s.radius, 0, segments);
  }

  static std::vector<ContactPoint> contact_points(const Shape& s) { return {{s.X_BS.p, s.radius}}; }

  static void add_contact_features(const Shape& s, ContactFeatures& out) {
    out.rods.push_back({s.X_BS.p, s.X_BS.p, s.radius, s.radius});
  }

  static DistanceFormula distance(const Shape& s) {
    return [radius = s.radius](const Vec3& p) { return p.norm() - radius; };
  }

  static double thickness(const Shape& s) { return 2 * s.radius; }
  static double reach(const Shape& s) { return s.radius; }
  static Vec3 long_end(const Shape&) { return Vec3::Zero(); }
  static double edge_room(const Shape&) { return 0; }
  static void reflect(Shape&) {}
};

}  // namespace gambol
