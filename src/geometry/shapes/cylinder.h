#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/frustum.h"
#include "geometry/lathe.h"
#include "geometry/shapes/solid.h"

namespace gambol {

template <>
struct Solid<ShapeKind::cylinder> {
  static constexpr bool convex = true;

  static Frustum frustum(const Shape& s) {
    return {false, Vec2(s.radius, s.depth > 0 ? s.depth : s.radius), s.length, s.taper, s.shift};
  }

  static MassProperties mass_properties(const Shape& s, double density) {
    return is_plain(s) ? rod(s.radius, s.length, density)
                       : gambol::mass_properties(frustum(s), density);
  }
  static MassProperties rod(double radius, double length, double density) {
    const double mass = density * std::numbers::pi * radius * radius * length;
    const double axial = mass * radius * radius / 2;
    const double across = mass * (3 * radius * radius + length * length) / 12;
    return about_centre(mass, Vec3(across, axial, across));
  }

  static TriangleMesh surface(const Shape& s, int segments) {
    if (!is_plain(s)) return tapered_cylinder(frustum(s), s.edge, segments);
    const int quarter = std::max(2, (segments + 3) / 4);
    const double h = 0.5 * s.length, r = std::min({s.edge, h, s.radius});
    std::vector<ProfilePoint> profile{{0, -h, 0, -1}};
    if (r > 0) {
      add_arc(profile, s.radius - r, -h + r, r, -0.5 * std::numbers::pi, quarter);
      add_arc(profile, s.radius - r, h - r, r, 0, quarter);
    } else {
      profile.insert(
          profile.end(),
          {{s.radius, -h, 0, -1}, {s.radius, -h, 1, 0}, {s.radius, h, 1, 0}, {s.radius, h, 0, 1}});
    }
    profile.push_back({0, h, 0, 1});
    return lathe(profile, segments);
  }

  static std::vector<ContactPoint> contact_points(const Shape& s) {
    std::vector<ContactPoint> points;
    if (!is_plain(s)) {
      for (const Vec3& p : corners(frustum(s))) points.push_back({s.X_BS * p, 0});
      return points;
    }
    const Vec3 end = long_end(s);
    for (int k = 0; k < 8; ++k) {
      const double angle = k * std::numbers::pi / 4;
      const Vec3 rim(s.radius * std::cos(angle), 0, s.radius * std::sin(angle));
      points.push_back({s.X_BS * (rim + end), 0});
      points.push_back({s.X_BS * (rim - end), 0});
    }
    return points;
  }

  static void add_contact_features(const Shape& s, ContactFeatures& out) {
    if (is_round(s))
      out.rods.push_back(side(s));
    else  // the same solid as in contact_points(): flat between eight corners of each rim
      add_convex_edges(s.X_BS, tapered_cylinder(frustum(s), 0, 8), out);
  }

  static DistanceFormula distance(const Shape& s) {
    if (!is_plain(s)) return {};
    return [radius = s.radius, half = s.length / 2, edge = s.edge](const Vec3& p) {
      const Vec2 q(fast_hypot(p.x(), p.z()) - (radius - edge), std::abs(p.y()) - (half - edge));
      return q.cwiseMax(0).norm() + std::min(q.maxCoeff(), 0.0) - edge;
    };
  }

  static double thickness(const Shape& s) {
    const Vec2 widest = frustum(s).base.cwiseProduct(s.taper.cwiseMax(1));
    return std::min(2 * widest.minCoeff(), s.length);
  }

  static double reach(const Shape& s) {
    const double grown = std::max(s.taper.maxCoeff(), 1.0);
    return std::max(s.radius, s.depth) * grown + s.shift.norm() + s.length / 2;
  }

  static Vec3 long_end(const Shape& s) { return Vec3(0, s.length / 2, 0); }

  static double edge_room(const Shape& s) {
    return is_plain(s) ? std::min(s.radius, s.length / 2) : gambol::edge_room(frustum(s));
  }

  // A tapered one is reflected twice, x -> -x and about its own axes: half a turn about z.
  static void reflect(Shape& s) {
    if (!is_tapered(s)) return;
    s.X_BS.R = s.X_BS.R * Quat(0, 0, 0, 1);
    s.shift.x() = 0.0 - s.shift.x();
  }

 private:
  static bool is_plain(const Shape& s) { return !is_tapered(s) && is_round(s); }

  // A rod whose side is the cylinder's side. If the cylinder tapers, the rod's balls are larger
  // than the cross-sections where they touch the side, and their centres are moved towards the
  // wider end.
  static ContactRod side(const Shape& s) {
    const double half = s.length / 2, end_radius = s.radius * s.taper.x();
    const double slope = (s.radius - end_radius) / s.length;  // of the side, towards the axis
    const auto centre = [&](double y, double r) { return s.X_BS * Vec3(0, y - slope * r, 0); };
    const double longer = std::sqrt(1 + slope * slope);
    return {centre(-half, s.radius), centre(half, end_radius), s.radius * longer,
            end_radius * longer, false};
  }
};

}  // namespace gambol
