#pragma once

// What geometry asks of a kind of shape. Each kind answers it in one file of this folder, as a
// specialisation of Solid. geometry/shape.h, mesh.h, contact_features.h and distance.h have the
// functions that the rest of the program calls; they look up the shape's kind and call these.

#include <cmath>
#include <concepts>
#include <vector>

#include "geometry/contact_features.h"
#include "geometry/distance.h"
#include "geometry/mesh.h"
#include "geometry/shape.h"

namespace gambol {

template <ShapeKind kind>
struct Solid;

// std::hypot costs several times as much and would only avoid overflow, which cannot happen:
// figures are metres large.
inline double fast_hypot(double x, double y) { return std::sqrt(x * x + y * y); }

template <class S>
concept SolidKind = requires(const Shape& s, Shape& changed, ContactFeatures& features) {
  // In the shape's own frame, before X_BS is applied. The density is in kg/m3.
  { S::mass_properties(s, double()) } -> std::same_as<MassProperties>;
  // See surface_mesh(); in the shape's own frame. `segments` is at least 3.
  { S::surface(s, int()) } -> std::same_as<TriangleMesh>;
  // Whether the hull of its contact points collides. Otherwise the triangles of solid_mesh() do.
  { S::convex } -> std::convertible_to<bool>;
  // See contact_points() and add_contact_features(); in the body's frame.
  { S::contact_points(s) } -> std::same_as<std::vector<ContactPoint>>;
  { S::add_contact_features(s, features) } -> std::same_as<void>;
  // See distance_formula().
  { S::distance(s) } -> std::same_as<DistanceFormula>;
  // See the functions of these names in geometry/shape.h.
  { S::thickness(s) } -> std::same_as<double>;
  { S::reach(s) } -> std::same_as<double>;
  { S::long_end(s) } -> std::same_as<Vec3>;
  { S::edge_room(s) } -> std::same_as<double>;
  { S::reflect(changed) } -> std::same_as<void>;
}
&&(S::convex || requires(const Shape& s) {
  // See solid_mesh(); in the shape's own frame.
  { S::solid_mesh(s) } -> std::same_as<TriangleMesh>;
});

}  // namespace gambol
