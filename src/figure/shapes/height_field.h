#pragma once

#include "figure/shapes/key.h"
#include "figure/terrain_spec.h"

namespace gambol {

struct WrittenHeights {
  Place place;
  TerrainSpec heights;
  double thickness = 0;  // m
};

inline void fields(Fields& v, WrittenHeights& h) {
  fields(v, h.heights);
  v.field("thickness", h.thickness,
          {.help = "thickness of the block below its lowest height",
           .dim = dim::length,
           .required = true,
           .positive = true});
}

struct HeightFieldKey {
  using Value = WrittenHeights;
  static constexpr const char* name = "height_field";
  static constexpr ShapeKind kind = ShapeKind::height_field;
  static constexpr ShapeExtras takes{};
  static Field field() {
    return {.help = "a block whose top is a height field: an image, a formula or rows of numbers"};
  }
  // Defined beside load_heights().
  static bool make(const WrittenHeights& w, ShapeSpec& out, Findings& findings);
};

}  // namespace gambol
