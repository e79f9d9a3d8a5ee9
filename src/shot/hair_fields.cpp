// Every field of hair. See schema/fields.h.

#include "schema/fields.h"
#include "shot/hair_spec.h"

namespace gambol {

constexpr Dimension per_area{-2, 0, 0, 0};

void fields(Fields& v, HairMapSpec& m) {
  v.variant("type", m.kind, {.help = "kind of pattern", .required = true});
  v.field("on", m.on, {.help = "number of the hair that the pattern scales"});
  v.field("space", m.space,
          {.help = "space in which the pattern is fixed: the body, the world (for grounds), or the "
                   "uv coordinates of a mesh"});
  v.field("size", m.size,
          {.help = "size of a square, distance between lines, size of the largest features, or "
                   "width of an image",
           .dim = dim::length,
           .or_dim = {dim::ratio},
           .positive = true});
  v.field("amount", m.amount, {.help = "strength of the pattern", .min = 0, .max = 1});
  v.field("value", m.value,
          {.help = "factor where the pattern is 1; where it is 0, the factor is 1",
           .min = 0,
           .max = 100});
}

void fields(Fields& v, HairRegionSpec& r) {
  v.field("name", r.name, {.help = "name of the region"});
  v.field("bodies", r.bodies,
          {.help = "names or patterns of bodies: the region is the part of a skin that they move, "
                   "as far as they do; default: all"});
  v.field("frame", r.frame,
          {.help = "body in whose frame, at rest, `at`, `to` and `whorl` are; default: the root"});
  v.field("at", r.at,
          {.help = "middle of a ball, or one end of a capsule; default: everywhere",
           .dim = dim::length});
  v.field("to", r.to, {.help = "other end of a capsule", .dim = dim::length});
  v.field("radius", r.radius,
          {.help = "radius of the ball or capsule", .dim = dim::length, .min = 0});
  v.field("fade", r.fade,
          {.help = "distance beyond the radius over which the region fades",
           .dim = dim::length,
           .min = 0});
  v.field("mirrored", r.mirrored,
          {.help = "whether the reflection of the ball in the plane of x and z counts too"});
  v.field("density", r.density, {.help = "factor of the density; 0 is bare", .min = 0, .max = 1});
  v.field("length", r.length, {.help = "factor of the length", .min = 0, .max = 100});
  v.field("thickness", r.thickness, {.help = "factor of the thickness", .min = 0, .max = 100});
  v.field("clump", r.clump, {.help = "factor of `clump`", .min = 0, .max = 100});
  v.field("lean", r.lean,
          {.help = "angles off the surface's normal, at the root and at the tip",
           .dim = dim::angle,
           .min = 0,
           .max = 2.5});
  v.field("lie", r.lie, {.help = "direction in which the hair leans"});
  v.field("whorl", r.whorl,
          {.help = "point, in the frame of `at`, away from which the hair leans, instead of `lie`",
           .dim = dim::length});
}

void fields(Fields& v, HairSpec& h) {
  v.field("name", h.name, {.help = "name of the hair"});
  v.field("on", h.on,
          {.help = "materials of the surfaces on which it grows, by names", .required = true});
  v.field("material", h.material,
          {.help = "material of the strands, such as one with `fibre`; textures take it at the "
                   "roots",
           .required = true});
  v.field("density", h.density,
          {.help = "strands per area", .dim = per_area, .max = 1e9, .positive = true});
  v.field("length", h.length, {.help = "length of a strand", .dim = dim::length, .positive = true});
  v.field("thickness", h.thickness,
          {.help = "diameters of a strand at the root and at the tip",
           .dim = dim::length,
           .positive = true});
  v.field("lean", h.lean,
          {.help = "angles off the surface's normal, at the root and at the tip",
           .dim = dim::angle,
           .min = 0,
           .max = 2.5});
  v.field("lie", h.lie,
          {.help = "direction in which the hair leans, in the root's frame at rest; on grounds, in "
                   "the world"});
  v.field(
      "gravity", h.gravity,
      {.help = "how far weight turns the tip down: 1 is half-way between its direction and down",
       .min = 0,
       .max = 100});
  v.field("curl", h.curl, {.help = "radius of curls", .dim = dim::length, .min = 0});
  v.field("curl_length", h.curl_length,
          {.help = "length of one turn of a curl", .dim = dim::length, .positive = true});
  v.field(
      "clump", h.clump,
      {.help = "share of the way to the middle of its clump that a tip goes", .min = 0, .max = 1});
  v.field("clump_size", h.clump_size,
          {.help = "distance between clumps", .dim = dim::length, .positive = true});
  v.field("variation", h.variation,
          {.help = "variation of lengths: the shortest strand is 1 - variation as long",
           .min = 0,
           .max = 1});
  v.field("disorder", h.disorder,
          {.help = "random deviation of directions", .dim = dim::angle, .min = 0, .max = 1.6});
  v.field("segments", h.segments,
          {.help = "straight pieces of a strand; curls need more", .min = 1, .max = 32});
  v.field("reach", h.reach,
          {.help = "on grounds: distance from the camera up to which it grows",
           .dim = dim::length,
           .max = 1000,
           .positive = true});
  v.field("maps", h.maps, {.help = "patterns that scale numbers of the hair"});
  v.field("regions", h.regions,
          {.help = "parts of a figure where the hair differs, by name", .by_name = true});
}

}  // namespace gambol
