// Every field of a height field. See schema/fields.h.

#include "figure/terrain_spec.h"
#include "schema/fields.h"

namespace gambol {

void fields(Fields& v, TerrainSpec& t) {
  v.field(
      "image", t.image,
      {.help = "grey picture of heights (PNG, EXR, ...) as seen from above: x to the right, y up",
       .touches = Touches::nothing});
  v.content("image", t.image);
  v.field("formula", t.formula,
          {.help = "height in m, of x and y in m from the middle: 0.01*exp(-(x^2+y^2)/0.02^2)"});
  v.field("heights", t.heights,
          {.help = "rows of heights as seen from above: x to the right, y up", .dim = dim::length});
  v.field("at", t.at,
          {.help = "position of the middle; z is added to all heights", .dim = dim::length});
  v.field("spacing", t.spacing,
          {.help = "distance between neighbouring heights",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("length", t.length,
          {.help = "extent along x, for a formula", .dim = dim::length, .positive = true});
  v.field("width", t.width,
          {.help = "extent along y, for a formula", .dim = dim::length, .positive = true});
  v.field("low", t.low, {.help = "height of black, for an image", .dim = dim::length});
  v.field("high", t.high, {.help = "height of white (1), for an image", .dim = dim::length});
  v.field("smooth", t.smooth,
          {.help = "whether the surface is seen with smooth shading; if not, in facets",
           .touches = Touches::picture});
}

}  // namespace gambol
