#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "geometry/lathe.h"
#include "geometry/shapes/cylinder.h"
#include "geometry/shapes/solid.h"
#include "geometry/shapes/sphere.h"

namespace gambol {

template <>
struct Solid<ShapeKind::capsule> {
  static constexpr bool convex = true;

  static MassProperties mass_properties(const Shape& s, double density) {
    if (s.end_radius > 0) return tapered_mass(s, density);
    MassProperties sum = Solid<ShapeKind::cylinder>::rod(s.radius, s.length, density);
    const MassProperties ball = Solid<ShapeKind::sphere>::ball(s.radius, density);
    // Two hemispheres: their centroids lie 3r/8 beyond the cylinder's ends.
    const double half = s.length / 2;
    const double across = ball.I_cm(0, 0) + ball.mass * (half * half + 0.75 * half * s.radius);
    sum.mass += ball.mass;
    sum.I_cm += Vec3(across, ball.I_cm(1, 1), across).asDiagonal();
    return sum;
  }

  static TriangleMesh surface(const Shape& s, int segments) {
    if (!(s.end_radius > 0)) return round_rod(s.radius, s.length, segments);
    const int quarter = std::max(2, (segments + 3) / 4);
    const double slope = std::asin(taper(s)), right = 0.5 * std::numbers::pi;
    std::vector<ProfilePoint> profile;
    add_arc(profile, 0, -0.5 * s.length, s.radius, -right, quarter, right + slope);
    add_arc(profile, 0, 0.5 * s.length, s.end_radius, slope, quarter, right - slope);
    return lathe(profile, segments);
  }

  static std::vector<ContactPoint> contact_points(const Shape& s) {
    const Vec3 end = long_end(s);
    return {{s.X_BS * end, end_radius(s)}, {s.X_BS * Vec3(-end), s.radius}};
  }

  static void add_contact_features(const Shape& s, ContactFeatures& out) {
    const Vec3 end = long_end(s);
    out.rods.push_back({s.X_BS * Vec3(-end), s.X_BS * end, s.radius, end_radius(s)});
  }

  // Balls of radius r0 at y = -half and r1 at y = half, and the cone that touches both.
  static DistanceFormula distance(const Shape& s) {
    const double r0 = s.radius, r1 = end_radius(s), half = s.length / 2;
    const double slope = (r0 - r1) / s.length;  // sine of the angle of the side to the axis
    const double flat = std::sqrt(1 - slope * slope);
    return [=](const Vec3& p) {
      const double out = fast_hypot(p.x(), p.z()), up = p.y() + half;
      // Place of p's projection along the side, measured from the lower ball's centre.
      const double along = flat * up - slope * out;
      if (along <= 0) return fast_hypot(out, up) - r0;
      if (along >= flat * 2 * half) return fast_hypot(out, up - 2 * half) - r1;
      return flat * out + slope * up - r0;
    };
  }

  static double thickness(const Shape& s) { return 2 * std::max(s.radius, s.end_radius); }
  static double reach(const Shape& s) { return std::max(s.radius, s.end_radius) + s.length / 2; }
  static Vec3 long_end(const Shape& s) { return Vec3(0, s.length / 2, 0); }
  static double edge_room(const Shape&) { return 0; }

  static void reflect(Shape& s) {
    if (s.end_radius > 0) std::swap(s.radius, s.end_radius);
  }

 private:
  static double end_radius(const Shape& s) { return s.end_radius > 0 ? s.end_radius : s.radius; }

  // A solid of revolution about y: two parts of balls, and a frustum between the circles where it
  // touches them. The square of the radius is quadratic in y on each of the three, so three Gauss
  // points are exact.
  static MassProperties tapered_mass(const Shape& s, double density) {
    using std::numbers::pi;
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
};

}  // namespace gambol
