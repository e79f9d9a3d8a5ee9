#pragma once

// Shapes as authors write them.

#include <optional>
#include <string>
#include <vector>

#include "figure/figure_spec.h"
#include "figure/terrain_spec.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

struct LoadContext;

// A shape as authors write it: one of the solids below, and its place.
struct WrittenRod {
  double radius = 0, length = 0;                // m
  std::optional<double> depth;                  // m
  std::optional<double> end_radius, end_depth;  // m
  Vec2 shift = Vec2::Zero();                    // m
};
void fields(Fields& v, WrittenRod& of);

struct WrittenCone {
  double radius = 0, length = 0;  // m
  std::optional<double> depth;    // m
  Vec2 shift = Vec2::Zero();      // m
};
void fields(Fields& v, WrittenCone& of);

struct WrittenCapsule {
  double radius = 0, length = 0;     // m
  std::optional<double> end_radius;  // m
};
void fields(Fields& v, WrittenCapsule& of);

struct WrittenFrustum {
  Vec2 base = Vec2::Zero(), top = Vec2::Zero();  // m
  double height = 0;                             // m
  Vec2 shift = Vec2::Zero();                     // m
};
void fields(Fields& v, WrittenFrustum& of);

struct WrittenHeights {
  Place place;
  TerrainSpec heights;
  double thickness = 0;  // m
};
void fields(Fields& v, WrittenHeights& of);

struct WrittenShape {
  Place place;
  std::optional<Vec3> box;
  std::optional<WrittenFrustum> frustum;
  std::optional<double> sphere;
  std::optional<Vec3> ellipsoid;
  std::optional<WrittenRod> cylinder;
  std::optional<WrittenCone> cone;
  std::optional<WrittenCapsule> capsule;
  std::optional<WrittenHeights> height_field;
  std::optional<std::string> mesh;
  int subdivision = 0;
  double bevel = 0, edge = 0;
  Vec3 at = Vec3::Zero();
  std::vector<RotationSpec> rotate;
  std::optional<double> density;
  std::string material;
  std::string layer;
};
void fields(Fields& v, WrittenShape& of);

template <>
struct WrittenAs<ShapeSpec> {
  using type = WrittenShape;
};
// Converts a written shape; reports problems and then returns false.
bool convert(LoadContext& context, const WrittenShape& written, ShapeSpec& shape);

}  // namespace gambol
