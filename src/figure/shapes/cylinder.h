#pragma once

#include <optional>

#include "figure/shapes/key.h"

namespace gambol {

struct WrittenRod {
  double radius = 0, length = 0;                // m
  std::optional<double> depth;                  // m
  std::optional<double> end_radius, end_depth;  // m
  Vec2 shift = Vec2::Zero();                    // m
};

inline constexpr const char* shift_help =
    "offset of the far end's centre from that of the near end, along x and z";

inline void fields(Fields& v, WrittenRod& r) {
  v.field("radius", r.radius,
          {.help = "radius of the cross-section",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("length", r.length,
          {.help = "length along the shape's own y axis",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("depth", r.depth,
          {.help = "radius along z of an elliptical cross-section, whose radius along x is "
                   "`radius`; default: a circle",
           .dim = dim::length,
           .positive = true});
  v.field("end_radius", r.end_radius,
          {.help = "radius at the far end of the y axis, for a tapered solid; 0 is an apex; "
                   "default: `radius`",
           .dim = dim::length,
           .min = 0});
  v.field("end_depth", r.end_depth,
          {.help = "depth at that end; default: `depth` times end_radius / radius",
           .dim = dim::length,
           .min = 0});
  v.field("shift", r.shift, {.help = shift_help, .dim = dim::length});
}

// The fields that cylinders and cones have in common.
void make_round(const auto& w, Shape& shape) {
  shape.radius = w.radius;
  shape.length = w.length;
  if (w.depth && *w.depth != w.radius) shape.depth = *w.depth;
  shape.shift = w.shift;
}

struct CylinderKey {
  using Value = WrittenRod;
  static constexpr const char* name = "cylinder";
  static constexpr ShapeKind kind = ShapeKind::cylinder;
  static constexpr ShapeExtras takes{.edge = true};
  static Field field() { return {.help = "radius and length, along y; may taper and lean"}; }
  static bool make(const WrittenRod& w, ShapeSpec& out, Findings&) {
    make_round(w, out.shape);
    const double depth = w.depth.value_or(w.radius);
    if (w.end_radius) out.shape.taper = Vec2::Constant(*w.end_radius / w.radius);
    if (w.end_depth) out.shape.taper.y() = *w.end_depth / depth;
    return true;
  }
};

}  // namespace gambol
