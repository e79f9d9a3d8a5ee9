// Every field of a figure in a shot. See schema/fields.h.

#include "schema/fields.h"
#include "shot/cast_spec.h"

namespace gambol {

void fields(Fields& v, MotionCurve& m) {
  v.field("name", m.name, {.help = "name of a joint or of one of its degrees of freedom"});
  v.field("along", m.along,
          {.help = "position over simulated time",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
}

void fields(Fields& v, CastSpec& c) {
  v.field("name", c.name, {.help = "name of the figure in this shot", .required = true});
  v.field("file", c.file,
          {.help = "the figure file, relative to the shot's folder",
           .required = true,
           .touches = Touches::nothing});
  v.loaded("figure", c.figure);
  v.field("at", c.at, {.help = "position of the root at the start", .dim = dim::length});
  v.field("heading", c.heading,
          {.help = "heading about z at the start; 0 faces x", .dim = dim::angle});
  v.field("pose", c.pose,
          {.help = "one of the figure's poses, in which its joints, and the rest positions of "
                   "their springs, begin",
           .touches = Touches::nothing});
  v.field("fixed_root", c.fixed_root, {.help = "whether the root stays at its place"});
  v.field("motions", c.motions,
          {.help = "positions over simulated time, by degree of freedom, that joints and the root "
                   "follow",
           .or_as = "along",
           .by_name = true});
  v.field("dormant", c.dormant,
          {.help = "whether the figure is absent until a cue spawns it: neither simulated nor "
                   "touched nor seen"});
  v.field(
      "lost_legs", c.lost_legs,
      {.help = "names of legs that are removed, with their bodies, springs and motor programs"});
  v.field("layers", c.layers,
          {.help = "layers of shapes and skins that are seen, instead of the figure's own choice",
           .touches = Touches::picture});
  v.field("controllers", c.controllers,
          {.help = "controllers that command the figure, in order", .known_by = "type"});
}

}  // namespace gambol
