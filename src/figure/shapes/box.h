#pragma once

#include "figure/shapes/key.h"

namespace gambol {

struct BoxKey {
  using Value = Vec3;
  static constexpr const char* name = "box";
  static constexpr ShapeKind kind = ShapeKind::box;
  static constexpr ShapeExtras takes{.bevel = true, .edge = true};
  static Field field() {
    return {.help = "full extents along x, y and z", .dim = dim::length, .positive = true};
  }
  static bool make(const Vec3& size, ShapeSpec& out, Findings&) {
    out.shape.size = size;
    return true;
  }
};

}  // namespace gambol
