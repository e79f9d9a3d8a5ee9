#pragma once

#include <algorithm>
#include <cmath>

#include "geometry/box_surface.h"
#include "geometry/frustum.h"
#include "geometry/shapes/solid.h"

namespace gambol {

template <>
struct Solid<ShapeKind::box> {
  static constexpr bool convex = true;

  static Frustum frustum(const Shape& s) {
    return {true, s.size.head<2>() / 2, s.size.z(), s.taper, s.shift};
  }

  static MassProperties mass_properties(const Shape& s, double density) {
    if (is_tapered(s)) return gambol::mass_properties(frustum(s), density);
    const UnitMoments m = bevelled_cube(s.bevel);
    const double cuboid = density * s.size.prod();
    const Vec3 second = cuboid * m.second * s.size.cwiseAbs2();
    return about_centre(cuboid * m.volume, Vec3(second.y() + second.z(), second.z() + second.x(),
                                                second.x() + second.y()));
  }

  static TriangleMesh surface(const Shape& s, int segments) {
    if (is_tapered(s)) return tapered_box(frustum(s), s.edge, segments);
    return s.edge > 0 ? round_box(s.size, s.edge, segments) : flat_box(s.size, s.bevel);
  }

  static std::vector<ContactPoint> contact_points(const Shape& s) {
    std::vector<ContactPoint> points;
    if (is_tapered(s)) {
      for (const Vec3& p : corners(frustum(s))) points.push_back({s.X_BS * p, 0});
      return points;
    }
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      points.push_back({s.X_BS * (sign.cwiseProduct(s.size) / 2), 0});
    }
    return points;
  }

  static void add_contact_features(const Shape& s, ContactFeatures& out) {
    if (is_tapered(s)) return add_convex_edges(s.X_BS, tapered_box(frustum(s), 0, 8), out);
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

  static DistanceFormula distance(const Shape& s) {
    if (is_tapered(s)) return {};
    return [half = Vec3(s.size / 2), edge = s.edge](const Vec3& p) {
      const Vec3 q = p.cwiseAbs() - (half - Vec3::Constant(edge));
      return q.cwiseMax(0).norm() + std::min(q.maxCoeff(), 0.0) - edge;
    };
  }

  static double thickness(const Shape& s) {
    const Vec2 widest = s.size.head<2>().cwiseProduct(s.taper.cwiseMax(1));
    return std::min({widest.x(), widest.y(), s.size.z()});
  }

  static double reach(const Shape& s) {
    const double grown = std::max(s.taper.maxCoeff(), 1.0);
    return s.size.norm() / 2 * grown + s.shift.norm();
  }

  static Vec3 long_end(const Shape& s) {
    int axis;
    const double longest = s.size.maxCoeff(&axis);
    return longest / 2 * Vec3::Unit(axis);
  }

  static double edge_room(const Shape& s) {
    return is_tapered(s) ? gambol::edge_room(frustum(s)) : s.size.minCoeff() / 2;
  }

  static void reflect(Shape& s) { s.shift.y() = 0.0 - s.shift.y(); }

 private:
  // Zeroth and second moments of the unit cube whose edges have a flat bevel of width c: the convex
  // hull of its six faces, each inset by c. Slices across x are squares with cut corners; the
  // integrand is a polynomial of degree 4 within the bevel, so three Gauss points are exact.
  struct UnitMoments {
    double volume = 1;
    double second = 1.0 / 12;  // integral of x^2
  };

  static UnitMoments bevelled_cube(double c) {
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
};

}  // namespace gambol
