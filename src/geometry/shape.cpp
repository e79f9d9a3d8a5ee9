#include "geometry/shape.h"

#include <algorithm>

#include "geometry/distance.h"
#include "geometry/shapes/kinds.h"

namespace gambol {
namespace {

MassProperties in_own_frame(const Shape& s, double density) {
  return with_solid(s.kind, [&](auto solid) { return solid.mass_properties(s, density); });
}

}  // namespace

double taper(const Shape& capsule) {
  return capsule.end_radius > 0 ? (capsule.radius - capsule.end_radius) / capsule.length : 0;
}

bool is_tapered(const Shape& s) { return s.taper != Vec2::Ones() || s.shift != Vec2::Zero(); }

bool is_round(const Shape& s) {
  return (s.depth == 0 || s.depth == s.radius) && s.taper.x() == s.taper.y() &&
         s.shift == Vec2::Zero();
}

double volume(const Shape& shape) { return in_own_frame(shape, 1).mass; }

MassProperties mass_properties(const Shape& shape, double density) {
  MassProperties m = in_own_frame(shape, density);
  const Mat3 R = shape.X_BS.R.toRotationMatrix();
  m.com = shape.X_BS * m.com;
  m.I_cm = R * m.I_cm * R.transpose();
  return m;
}

MassProperties about_centre(double mass, const Vec3& diagonal) {
  return {mass, Vec3::Zero(), diagonal.asDiagonal()};
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

bool is_convex(const Shape& s) {
  return with_solid(s.kind, [](auto solid) { return solid.convex; });
}

std::vector<ContactPoint> contact_points(const Shape& s) {
  return with_solid(s.kind, [&](auto solid) { return solid.contact_points(s); });
}

void add_contact_features(const Shape& s, ContactFeatures& features) {
  with_solid(s.kind, [&](auto solid) { solid.add_contact_features(s, features); });
}

double thickness(const Shape& s) {
  return with_solid(s.kind, [&](auto solid) { return solid.thickness(s); });
}

double reach(const Shape& s) {
  return with_solid(s.kind, [&](auto solid) { return solid.reach(s); });
}

Vec3 long_end(const Shape& s) {
  return with_solid(s.kind, [&](auto solid) { return solid.long_end(s); });
}

double edge_room(const Shape& s) {
  return with_solid(s.kind, [&](auto solid) { return solid.edge_room(s); });
}

void reflect(Shape& s) {
  with_solid(s.kind, [&](auto solid) { solid.reflect(s); });
}

DistanceFormula distance_formula(const Shape& s) {
  return with_solid(s.kind, [&](auto solid) { return solid.distance(s); });
}

TriangleMesh solid_mesh(const Shape& s) {
  return with_solid(s.kind, [&](auto solid) {
    if constexpr (solid.convex)
      return TriangleMesh();
    else
      return solid.solid_mesh(s);
  });
}

TriangleMesh surface_mesh(const Shape& shape, int segments) {
  TriangleMesh mesh = with_solid(
      shape.kind, [&](auto solid) { return solid.surface(shape, std::max(segments, 3)); });
  for (Vec3& p : mesh.positions) p = shape.X_BS * p;
  for (Vec3& n : mesh.normals) n = shape.X_BS.R * n;
  return mesh;
}

}  // namespace gambol
