#pragma once

#include "figure/shapes/key.h"

namespace gambol {

struct WrittenFrustum {
  Vec2 base = Vec2::Zero(), top = Vec2::Zero();  // m
  double height = 0;                             // m
  Vec2 shift = Vec2::Zero();                     // m
};

inline void fields(Fields& v, WrittenFrustum& f) {
  v.field("base", f.base,
          {.help = "extents of the lower face along x and y",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field(
      "top", f.top,
      {.help = "extents of the upper face along x and y; one that is 0 makes an edge, both an apex",
       .dim = dim::length,
       .min = 0,
       .required = true});
  v.field("height", f.height,
          {.help = "height along z", .dim = dim::length, .required = true, .positive = true});
  v.field("shift", f.shift,
          {.help = "offset of the upper face's centre from that of the lower face, along x and y",
           .dim = dim::length});
}

struct FrustumKey {
  using Value = WrittenFrustum;
  static constexpr const char* name = "frustum";
  static constexpr ShapeKind kind = ShapeKind::box;
  static constexpr ShapeExtras takes{.edge = true};
  static Field field() {
    return {.help = "a truncated pyramid: a box whose top has other extents"};
  }
  static bool make(const WrittenFrustum& w, ShapeSpec& out, Findings&) {
    out.shape.size = {w.base.x(), w.base.y(), w.height};
    out.shape.taper = w.top.cwiseQuotient(w.base);
    out.shape.shift = w.shift;
    return true;
  }
};

}  // namespace gambol
