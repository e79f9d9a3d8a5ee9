#pragma once

// A solid within a surface that a file describes.

#include <cmath>

#include "geometry/mesh_parts.h"
#include "geometry/shapes/solid.h"
#include "geometry/subdivide.h"

namespace gambol {

template <>
struct Solid<ShapeKind::mesh> {
  static constexpr bool convex = false;

  static TriangleMesh solid_mesh(const Shape& s) { return placed(s, load_mesh(s.mesh)); }

  static MassProperties mass_properties(const Shape& s, double density) {
    return gambol::mass_properties(solid_mesh(s), density);
  }
  static TriangleMesh surface(const Shape& s, int) {
    if (s.subdivision == 0) return solid_mesh(s);
    return placed(s, subdivided(load_polygons(s.mesh), s.subdivision, s.mesh));
  }

  static std::vector<ContactPoint> contact_points(const Shape& s) {
    return vertices(s.X_BS, solid_mesh(s));
  }
  static void add_contact_features(const Shape& s, ContactFeatures& out) {
    add_convex_edges(s.X_BS, solid_mesh(s), out);
  }

  static DistanceFormula distance(const Shape&) { return {}; }
  static double thickness(const Shape&) { return INFINITY; }
  static double reach(const Shape&) { return INFINITY; }  // its file is not read for this
  static Vec3 long_end(const Shape&) { return Vec3::Zero(); }
  static double edge_room(const Shape&) { return 0; }
  static void reflect(Shape& s) { s.mirrored = !s.mirrored; }

 private:
  static TriangleMesh placed(const Shape& s, TriangleMesh mesh) {
    if (s.scale != 1)
      for (Vec3& p : mesh.positions) p *= s.scale;
    if (s.mirrored) gambol::reflect(mesh);
    return mesh;
  }
};

}  // namespace gambol
