// The fields of what becomes bodies of a figure file: chains, copies, mirror images. See
// schema/fields.h.

#include "figure/figure_spec.h"
#include "figure/leg_fields.h"
#include "figure/shapes/written_shape.h"
#include "schema/fields.h"

namespace gambol {

void fields(Fields& v, ChainLinkSpec& l) {
  v.field("name", l.name,
          {.help = "name of the body, and of the joint that carries it; default: the chain's with "
                   "the link's number, from 1"});
  v.field("type", l.type,
          {.help = "parameter that is the joint's position: theta if rotary, d if prismatic"});
  v.field("theta", l.theta,
          {.help = "rotation about the joint's axis z, applied first; for a rotary joint, its "
                   "value at the start",
           .dim = dim::angle});
  v.field(
      "d", l.d,
      {.help = "translation along z, applied second; for a prismatic joint, its value at the start",
       .dim = dim::length});
  v.field("a", l.a,
          {.help = "length of the link: translation along the new x, applied third",
           .dim = dim::length});
  v.field("alpha", l.alpha,
          {.help = "twist of the link: rotation about the new x, applied last", .dim = dim::angle});
  v.field("limits", l.limits,
          {.help = "least and largest theta or d, as `limits` of a joint",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("radius", l.radius,
          {.help = "radius of the capsules along d and a that make a link without shapes, instead "
                   "of the chain's",
           .dim = dim::length,
           .positive = true});
  v.field("density", l.density,
          {.help = "density, instead of the chain's", .dim = dim::density, .positive = true});
  v.field("material", l.material,
          {.help = "material of the look, instead of the chain's", .touches = Touches::picture});
  v.fill("shapes",
         {.help = "shapes of the link instead of capsules, which give inertia, collide and are "
                  "seen, unless the three lists below override them"},
         l.inertia, l.collision, l.visible);
  v.field("inertia", l.inertia, {.help = "shapes that give inertia, instead of `shapes`"});
  v.field("collision", l.collision, {.help = "shapes that collide, instead of `shapes`"});
  v.field("visible", l.visible,
          {.help = "shapes that are seen, instead of `shapes`", .touches = Touches::picture});
}

void fields(Fields& v, ChainLegSpec& l) { leg_place_fields(v, l.side, l.row, l.inmost); }

void fields(Fields& v, ChainSpec& c) {
  v.field("name", c.name,
          {.help = "name of the chain, from which its links and its leg get their names",
           .required = true});
  v.field("parent", c.parent, {.help = "the body that carries its frame 0", .required = true});
  v.field("at", c.at, {.help = "origin of frame 0, in the parent's frame", .dim = dim::length});
  v.field("rotate", c.rotate,
          {.help = "rotations of frame 0 about the parent's axes, in order", .dim = dim::angle});
  v.field("radius", c.radius,
          {.help = "radius of the capsules that the links are made of",
           .dim = dim::length,
           .positive = true});
  v.field("density", c.density,
          {.help = "density, instead of the figure's", .dim = dim::density, .positive = true});
  v.field("material", c.material,
          {.help = "material of the look, instead of the figure's", .touches = Touches::picture});
  v.field(
      "drive", c.drive,
      {.help = "drive of all joints of the chain: dynamic, moved by forces; or kinematic, held"});
  v.field("leg", c.leg, {.help = "leg that the chain becomes, with the last link as its foot"});
  v.field(
      "links", c.links,
      {.help = "links by Denavit-Hartenberg parameters, starting from frame 0", .required = true});
}

void fields(Fields& v, AroundSpec& a) {
  v.field(
      "axis", a.axis,
      {.help = "the axis, in the frame of the body that carries the original; any length but 0"});
  v.field("at", a.at, {.help = "a point of the axis, in that frame", .dim = dim::length});
  v.field("step", a.step,
          {.help = "angle from one copy to the next; default: a whole turn divided by `count`",
           .dim = dim::angle});
  v.field("angles", a.angles,
          {.help = "instead of `step`: angle of each copy from the original", .dim = dim::angle});
}

void fields(Fields& v, CopiesSpec& c) {
  v.field("from", c.from,
          {.help = "part of names, such as `leg_1`: every body, leg and motor program whose name "
                   "contains it is copied",
           .required = true});
  v.field("to", c.to,
          {.help = "its replacement in the names of each copy; default: the number at the end of "
                   "`from`, counted on"});
  v.field("count", c.count,
          {.help = "how many there are, with the original; default: as many as `to` or "
                   "`around.angles` say",
           .min = 2,
           .max = 1000});
  v.field("around", c.around, {.help = "turns the copies about an axis"});
  v.field("along", c.along,
          {.help = "moves each copy by this from the one before, in the frame of the body that "
                   "carries the original",
           .dim = dim::length});
  v.field("on", c.on,
          {.help = "what carries a copy: the original's parent, or the previous copy, so that the "
                   "copies form a chain"});
  v.field("legs", c.legs,
          {.help = "side and row of the leg of each copy; default: the original's side, and rows "
                   "that count on"});
}

void fields(Fields& v, MirrorSpec& m) {
  v.field("from", m.from, {.help = "part of names, such as `left`", .required = true});
  v.field("to", m.to, {.help = "its replacement, such as `right`", .required = true});
}

}  // namespace gambol
