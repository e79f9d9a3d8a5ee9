// The fields of bodies of a figure file: shapes, joints, cushions. See schema/fields.h.

#include "figure/figure_spec.h"
#include "figure/shapes/written_shape.h"
#include "schema/fields.h"

namespace gambol {

// For hashes only: an author writes a WrittenShape. A new member of Shape does not compile before
// it stands here too.
void fields(Fields& v, ShapeSpec& s) {
  auto& [kind, size, radius, length, depth, end_radius, taper, shift, bevel, edge, mesh, scale,
         subdivision, field, smooth, mirrored, X_BS] = s.shape;
  v.field("kind", kind, {});
  v.field("size", size, {});
  v.field("radius", radius, {});
  v.field("length", length, {});
  v.field("end_radius", end_radius, {});
  v.field("depth", depth, {});
  v.field("taper", taper, {});
  v.field("shift", shift, {});
  v.field("heights", s.heights, {});  // instead of `field` and `smooth`
  v.field("mirrored", mirrored, {});
  v.field("subdivision", subdivision, {.touches = Touches::picture});
  v.field("bevel", bevel, {});
  v.field("edge", edge, {.touches = Touches::picture});
  v.content("mesh", mesh);
  v.field("scale", scale, {});
  v.field("pose", X_BS, {});
  v.field("density", s.density, {});
  v.field("material", s.material, {.touches = Touches::picture});
  v.field("layer", s.layer, {.touches = Touches::picture});
}

void fields(Fields& v, JointSpec& j) {
  v.field("type", j.type, {.help = "kind of motion that the joint allows"});
  v.field("axis", j.axis,
          {.help = "axis of rotation or sliding, or normal of the plane; any length but 0"});
  v.field("axis2", j.axis2,
          {.help = "second axis of a universal joint, fixed in the body, or of a gimbal"});
  v.field("axis3", j.axis3, {.help = "third axis of a gimbal, fixed in the body"});
  v.field("axis_in", j.axis_in,
          {.help = "frame in which the axes are written, with the joint at 0"});
  v.field("pitch", j.pitch, {.help = "travel of a screw in one turn", .dim = dim::length});
  v.field("initial", j.initial,
          {.help = "position at the start; a list for a joint of several degrees of freedom",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("armature", j.armature,
          {.help = "inertia of the rotors that turn with the joint, as felt at the joint",
           .dim = dim::inertia,
           .or_dim = {dim::mass},
           .min = 0});
  v.field("most_torque", j.most_torque,
          {.help = "largest torque that skills exert on a degree of freedom of the joint; "
                   "default: any",
           .dim = dim::torque,
           .or_dim = {dim::force},
           .positive = true});
  v.field(
      "welded", j.welded,
      {.help = "whether the joint stays as it is at the start: its body and the parent are one"});
  v.made("mirrored", j.mirrored);
  v.field("drive", j.drive,
          {.help = "dynamic: moved by forces; follow: moved by `motion`; hold: not at all"});
  v.field("motion", j.motion,
          {.help = "position over simulated time, that `drive: follow` follows",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("limits", j.limits,
          {.help = "least and largest position; in dynamics, where the figure's `limits` act, the "
                   "joint stops there",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("hold", j.hold,
          {.help = "a spring and a damper on the joint, asked for by how far it sags",
           .touches = Touches::nothing});  // the resulting actuators count
}

void fields(Fields& v, HoldSpec& h) {
  v.field("sag", h.sag,
          {.help = "by how much the joint gives way under the load",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true,
           .positive = true,
           .touches = Touches::nothing});
  v.field("damping_ratio", h.damping_ratio,
          {.help = "of the swing about that place; 1: without overshoot, as fast as can be",
           .min = 0,
           .touches = Touches::nothing});
  v.field("load", h.load,
          {.help = "posture: weight of what the joint carries, as the figure is written, upright; "
                   "most: the same in whatever posture it bends the joint most; stance: the leg's "
                   "share of the figure's weight, at its tip",
           .touches = Touches::nothing});
  v.field("legs", h.legs,
          {.help = "of a stance: how many legs share the weight; default: all",
           .min = 1,
           .touches = Touches::nothing});
}

void fields(Fields& v, GirthSpec& g) {
  v.field("at", g.at,
          {.help = "place along the body's length, from its joint, in the figure as it is written",
           .dim = dim::length,
           .required = true});
  v.field("wide", g.wide,
          {.help = "factor of the width there: along y for bodies that are long in x or z, else "
                   "along z",
           .positive = true});
  v.field("deep", g.deep,
          {.help = "factor of the depth there: along the third axis, x for bodies long in z",
           .positive = true});
  v.field("ahead", g.ahead,
          {.help = "shift along the axis of `deep`, in the figure as it is written",
           .dim = dim::length});
}

void fields(Fields& v, BodyStretch& s) {
  v.field("X_RB", s.X_RB, {});
  v.field("axis", s.axis, {});
  v.field("length", s.length, {});
  v.field("girth", s.girth, {});
  v.field("profile", s.profile, {});
  v.field("visible", s.visible, {});
}

void fields(Fields& v, CushionSpec& c) {
  v.field("strength", c.strength,
          {.help = "alpha of an exponential spring: force = alpha (exp(beta d) - 1)",
           .dim = dim::force,
           .min = 0});
  v.field("rise", c.rise,
          {.help = "beta of the exponential spring", .dim = dim::per_length, .min = 0});
  v.field(
      "stiffness", c.stiffness,
      {.help = "stiffness of a linear spring beside it", .dim = dim::force_per_length, .min = 0});
  v.field("damping", c.damping,
          {.help = "damping beside the springs", .dim = dim::force_per_speed, .min = 0});
}

void fields(Fields& v, BodySpec& b) {
  v.field("name", b.name,
          {.help = "name of the body, and of the joint that carries it", .required = true});
  v.field("parent", b.parent, {.help = "body to which this one is attached; the root has none"});
  v.field("at", b.at,
          {.help = "origin of the body, which is also its joint, in the parent's frame",
           .dim = dim::length});
  v.field("rotate", b.rotate,
          {.help = "rotations about the parent's axes, in order", .dim = dim::angle});
  v.field("joint", b.joint, {.help = "joint between the body and its parent"});
  v.field("density", b.density,
          {.help = "density, instead of the figure's", .dim = dim::density, .positive = true});
  v.field("material", b.material,
          {.help = "material of the look, instead of the figure's", .touches = Touches::picture});
  v.fill("shapes",
         {.help = "shapes of the body, which give inertia, collide and are seen, unless the three "
                  "lists below override them"},
         b.inertia, b.collision, b.visible);
  v.field("inertia", b.inertia, {.help = "shapes that give inertia, instead of `shapes`"});
  v.field("collision", b.collision, {.help = "shapes that collide, instead of `shapes`"});
  v.field("visible", b.visible,
          {.help = "shapes that are seen, instead of `shapes`", .touches = Touches::picture});
  // The shapes and places of the scaled body stand above; it moves skins too.
  v.made("stretch", b.stretch, Touches::picture);
  v.field("cushion", b.cushion,
          {.help = "soft layer over the shapes that collide: a spring and a damper at each "
                   "contact point, in series with those of the ground or of what it touches"});
}

}  // namespace gambol
