#pragma once

#include <cmath>
#include <optional>

#include "figure/shapes/key.h"

namespace gambol {

struct WrittenCapsule {
  double radius = 0, length = 0;     // m
  std::optional<double> end_radius;  // m
};

inline void fields(Fields& v, WrittenCapsule& c) {
  v.field(
      "radius", c.radius,
      {.help = "radius of the round ends", .dim = dim::length, .required = true, .positive = true});
  v.field("length", c.length,
          {.help = "length along the shape's own y axis, between the centres of the ends",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("end_radius", c.end_radius,
          {.help = "radius of the end at the far side of the y axis, for a tapered capsule; "
                   "default: `radius`",
           .dim = dim::length,
           .positive = true});
}

struct CapsuleKey {
  using Value = WrittenCapsule;
  static constexpr const char* name = "capsule";
  static constexpr ShapeKind kind = ShapeKind::capsule;
  static constexpr ShapeExtras takes{};
  static Field field() { return {.help = "radius and length, along y"}; }
  static bool make(const WrittenCapsule& w, ShapeSpec& out, Findings& findings) {
    Shape& shape = out.shape;
    shape.radius = w.radius;
    shape.length = w.length;
    if (w.end_radius && *w.end_radius != shape.radius) shape.end_radius = *w.end_radius;
    if (std::abs(taper(shape)) >= 1)
      findings.report(out.place, "capsule", "one end within the other",
                      "a length greater than the difference of the radii");
    return true;
  }
};

}  // namespace gambol
