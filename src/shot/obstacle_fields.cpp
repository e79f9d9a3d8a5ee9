// Every field of an obstacle. See schema/fields.h.

#include "figure/shapes/written_shape.h"
#include "schema/fields.h"
#include "shot/obstacle_spec.h"

namespace gambol {

void fields(Fields& v, StairsSpec& s) {
  v.field("count", s.count, {.help = "number of steps", .min = 1, .max = 1000, .required = true});
  v.field("rise", s.rise,
          {.help = "height of each step", .dim = dim::length, .required = true, .positive = true});
  v.field("run", s.run,
          {.help = "length of each step", .dim = dim::length, .required = true, .positive = true});
  v.field("width", s.width,
          {.help = "extent along y", .dim = dim::length, .required = true, .positive = true});
  v.field("landing", s.landing,
          {.help = "length by which the top goes on beyond the last step",
           .dim = dim::length,
           .min = 0});
}

void fields(Fields& v, SlopeSpec& s) {
  v.field("length", s.length,
          {.help = "extent along x", .dim = dim::length, .required = true, .positive = true});
  v.field("width", s.width,
          {.help = "extent along y", .dim = dim::length, .required = true, .positive = true});
  v.field("height", s.height,
          {.help = "height of its end", .dim = dim::length, .required = true, .positive = true});
}

void fields(Fields& v, ObstacleSpec& o) {
  v.field("name", o.name, {.help = "name, as if of a figure with one body of the same name"});
  v.field("box", o.box,
          {.help = "a box of these full extents, with the middle of its bottom at `at`",
           .dim = dim::length});
  v.field("stairs", o.stairs,
          {.help = "solid steps that go up along x, with the foot of the first step's middle at "
                   "`at`"});
  v.field("ramp", o.ramp,
          {.help = "a wedge that goes up along x, with the middle of its lower edge at `at`"});
  v.field("mesh", o.mesh,
          {.help = "a closed surface in a Wavefront OBJ or glTF file, in metres",
           .touches = Touches::nothing});  // the mesh that it names counts
  v.field("shapes", o.shapes, {.help = "any shapes, in the obstacle's frame"});
  v.field("at", o.at, {.help = "place in the world", .dim = dim::length});
  v.field(
      "rotate", o.rotate,
      {.help = "rotations about the world's axes, in order, before `faces`", .dim = dim::angle});
  v.field("faces", o.heading, {.help = "direction about z of its x axis", .dim = dim::angle});
  v.field("material", o.material, {.help = "material of the look", .touches = Touches::picture});
  v.field("friction", o.friction,
          {.help = "friction coefficient over simulated time, instead of the ground's", .min = 0});
}

}  // namespace gambol
