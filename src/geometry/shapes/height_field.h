#pragma once

// A block of ground whose top is a height field.

#include <cmath>

#include "geometry/mesh_parts.h"
#include "geometry/shapes/solid.h"

namespace gambol {

template <>
struct Solid<ShapeKind::height_field> {
  static constexpr bool convex = false;

  static TriangleMesh solid_mesh(const Shape& s) {
    TriangleMesh mesh = height_block(*s.field, s.length, s.smooth);
    if (s.mirrored) gambol::reflect(mesh);
    return mesh;
  }
  static MassProperties mass_properties(const Shape& s, double density) {
    return gambol::mass_properties(solid_mesh(s), density);
  }
  static TriangleMesh surface(const Shape& s, int) { return solid_mesh(s); }

  static std::vector<ContactPoint> contact_points(const Shape& s) {
    return vertices(s.X_BS, solid_mesh(s));
  }
  static void add_contact_features(const Shape& s, ContactFeatures& out) {
    add_convex_edges(s.X_BS, solid_mesh(s), out);
  }

  static DistanceFormula distance(const Shape&) { return {}; }
  static double thickness(const Shape&) { return INFINITY; }
  static double reach(const Shape& s) { return gambol::reach(*s.field, s.length); }
  static Vec3 long_end(const Shape&) { return Vec3::Zero(); }
  static double edge_room(const Shape&) { return 0; }
  static void reflect(Shape& s) { s.mirrored = !s.mirrored; }
};

}  // namespace gambol
