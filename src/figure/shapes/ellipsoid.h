#pragma once

#include "figure/shapes/key.h"

namespace gambol {

struct EllipsoidKey {
  using Value = Vec3;
  static constexpr const char* name = "ellipsoid";
  static constexpr ShapeKind kind = ShapeKind::ellipsoid;
  static constexpr ShapeExtras takes{};
  static Field field() {
    return {.help = "radii along x, y and z", .dim = dim::length, .positive = true};
  }
  static bool make(const Vec3& radii, ShapeSpec& out, Findings&) {
    out.shape.size = radii;
    return true;
  }
};

}  // namespace gambol
