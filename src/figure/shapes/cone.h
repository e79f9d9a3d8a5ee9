#pragma once

#include <optional>

#include "figure/shapes/cylinder.h"
#include "figure/shapes/key.h"

namespace gambol {

struct WrittenCone {
  double radius = 0, length = 0;  // m
  std::optional<double> depth;    // m
  Vec2 shift = Vec2::Zero();      // m
};

inline void fields(Fields& v, WrittenCone& c) {
  v.field("radius", c.radius,
          {.help = "radius of the base", .dim = dim::length, .required = true, .positive = true});
  v.field("length", c.length,
          {.help = "length along the shape's own y axis, to the apex",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("depth", c.depth,
          {.help = "radius along z of an elliptical base; default: a circle",
           .dim = dim::length,
           .positive = true});
  v.field("shift", c.shift, {.help = shift_help, .dim = dim::length});
}

struct ConeKey {
  using Value = WrittenCone;
  static constexpr const char* name = "cone";
  static constexpr ShapeKind kind = ShapeKind::cylinder;
  static constexpr ShapeExtras takes{.edge = true};
  static Field field() { return {.help = "radius and length, along y; may lean"}; }
  static bool make(const WrittenCone& w, ShapeSpec& out, Findings&) {
    make_round(w, out.shape);
    out.shape.taper = Vec2::Zero();
    return true;
  }
};

}  // namespace gambol
