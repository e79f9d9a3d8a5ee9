#pragma once

// A shape as authors write it: one solid, and its place. See schema/fields.h.

#include "figure/shapes/keys.h"

namespace gambol {

struct LoadContext;

struct WrittenShape {
  Place place;
  ShapeKeys::Values solids;
  int subdivision = 0;
  double bevel = 0, edge = 0;
  Vec3 at = Vec3::Zero();
  std::vector<RotationSpec> rotate;
  std::optional<double> density;
  std::string material;
  std::string layer;
};

// Converts a written shape; reports problems and then returns false.
bool convert(LoadContext& context, const WrittenShape& written, ShapeSpec& shape);

inline void fields(Fields& v, WrittenShape& s) {
  ShapeKeys::for_each(s.solids,
                      [&](auto key, auto& value) { v.field(key.name, value, key.field()); });
  v.field("subdivision", s.subdivision,
          {.help = "for a mesh: number of times that its faces are split and smoothed for display "
                   "(Catmull-Clark; Loop if all are triangles)",
           .min = 0,
           .max = 5,
           .touches = Touches::picture});
  v.field("bevel", s.bevel,
          {.help = "for a box: width of a flat bevel on every edge, as a fraction of the unit cube "
                   "that is then scaled to the box",
           .min = 0,
           .max = 0.5});
  v.field("edge", s.edge,
          {.help = "for a box, frustum, cylinder or cone: radius of rounded edges, for display; "
                   "does not change inertia",
           .dim = dim::length,
           .min = 0});
  v.field("at", s.at, {.help = "centre of the shape in its body's frame", .dim = dim::length});
  v.field("rotate", s.rotate,
          {.help = "rotations about the body's axes, in order", .dim = dim::angle});
  v.field("density", s.density,
          {.help = "density, instead of the body's", .dim = dim::density, .positive = true});
  v.field("material", s.material,
          {.help = "material of the look, instead of the body's", .touches = Touches::picture});
  v.field("layer", s.layer,
          {.help = "layer, by which shots choose what is seen, instead of the figure's",
           .touches = Touches::picture});
}

}  // namespace gambol
