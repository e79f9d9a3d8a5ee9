#pragma once

#include "figure/shapes/key.h"

namespace gambol {

struct SphereKey {
  using Value = double;
  static constexpr const char* name = "sphere";
  static constexpr ShapeKind kind = ShapeKind::sphere;
  static constexpr ShapeExtras takes{};
  static Field field() { return {.help = "radius", .dim = dim::length, .positive = true}; }
  static bool make(double radius, ShapeSpec& out, Findings&) {
    out.shape.radius = radius;
    return true;
  }
};

}  // namespace gambol
