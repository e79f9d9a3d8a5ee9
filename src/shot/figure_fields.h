#pragma once

// Every field of a figure file. See shot/field.h.

#include "shot/field.h"
#include "shot/figure_spec.h"
#include "shot/names.h"
#include "shot/terrain_fields.h"

namespace gambol {

struct LoadContext;

// A shape as authors write it: one of the solids, and where it is.
struct WrittenRod {
  double radius = 0, length = 0;                // m
  std::optional<double> depth;                  // m
  std::optional<double> end_radius, end_depth;  // m
  Vec2 shift = Vec2::Zero();                    // m
};

struct WrittenCone {
  double radius = 0, length = 0;  // m
  std::optional<double> depth;    // m
  Vec2 shift = Vec2::Zero();      // m
};

struct WrittenCapsule {
  double radius = 0, length = 0;     // m
  std::optional<double> end_radius;  // m
};

struct WrittenFrustum {
  Vec2 base = Vec2::Zero(), top = Vec2::Zero();  // m
  double height = 0;                             // m
  Vec2 shift = Vec2::Zero();                     // m
};

struct WrittenHeights {
  Place place;
  TerrainSpec heights;
  double thickness = 0;  // m
};

struct WrittenShape {
  Place place;
  std::optional<Vec3> box;
  std::optional<WrittenFrustum> frustum;
  std::optional<double> sphere;
  std::optional<Vec3> ellipsoid;
  std::optional<WrittenRod> cylinder;
  std::optional<WrittenCone> cone;
  std::optional<WrittenCapsule> capsule;
  std::optional<WrittenHeights> height_field;
  std::optional<std::string> mesh;
  int subdivision = 0;
  double bevel = 0, edge = 0;
  Vec3 at = Vec3::Zero();
  std::vector<RotationSpec> rotate;
  std::optional<double> density;
  std::string material;
  std::string layer;
};

template <>
struct WrittenAs<ShapeSpec> {
  using type = WrittenShape;
};
bool convert(LoadContext& context, const WrittenShape& written, ShapeSpec& shape);

// The rotations in their order, each about a fixed axis.
Quat rotation_of(const std::vector<RotationSpec>& rotations);

inline constexpr const char* shift_help =
    "of the far end's middle beside that of the near one, along x and z";

template <class V>
void fields(V& v, WrittenRod& r) {
  v.field("radius", r.radius,
          {.help = "of the round part", .dim = dim::length, .required = true, .positive = true});
  v.field("length", r.length,
          {.help = "along its own y axis", .dim = dim::length, .required = true, .positive = true});
  v.field(
      "depth", r.depth,
      {.help = "radius along z, where its cross-section is an ellipse: `radius` is that along x",
       .dim = dim::length,
       .positive = true});
  v.field("end_radius", r.end_radius,
          {.help = "at the far end of its y axis, if another: it tapers; 0 is an apex",
           .dim = dim::length,
           .min = 0});
  v.field("end_depth", r.end_depth,
          {.help = "depth there; else as much of `depth` as `end_radius` is of `radius`",
           .dim = dim::length,
           .min = 0});
  v.field("shift", r.shift, {.help = shift_help, .dim = dim::length});
}

template <class V>
void fields(V& v, WrittenCone& c) {
  v.field("radius", c.radius,
          {.help = "of its base", .dim = dim::length, .required = true, .positive = true});
  v.field("length", c.length,
          {.help = "along its own y axis, to the apex",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("depth", c.depth,
          {.help = "radius of its base along z, where that is an ellipse",
           .dim = dim::length,
           .positive = true});
  v.field("shift", c.shift, {.help = shift_help, .dim = dim::length});
}

template <class V>
void fields(V& v, WrittenFrustum& f) {
  v.field("base", f.base,
          {.help = "extents along x and y of its lower face",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("top", f.top,
          {.help = "those of its upper face; 0 is an edge, or both an apex",
           .dim = dim::length,
           .min = 0,
           .required = true});
  v.field("height", f.height,
          {.help = "along z", .dim = dim::length, .required = true, .positive = true});
  v.field("shift", f.shift,
          {.help = "of the upper face's middle beside that of the lower one, along x and y",
           .dim = dim::length});
}

template <class V>
void fields(V& v, WrittenHeights& h) {
  fields(v, h.heights);
  v.field("thickness", h.thickness,
          {.help = "of the block below its lowest height",
           .dim = dim::length,
           .required = true,
           .positive = true});
}

template <class V>
void fields(V& v, WrittenCapsule& c) {
  v.field("radius", c.radius,
          {.help = "of its round ends", .dim = dim::length, .required = true, .positive = true});
  v.field("length", c.length,
          {.help = "along its own y axis, between the centres of its ends",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("end_radius", c.end_radius,
          {.help = "of its end at the far side of its y axis, if another: it tapers",
           .dim = dim::length,
           .positive = true});
}

template <class V>
void fields(V& v, WrittenShape& s) {
  v.field("box", s.box,
          {.help = "full extents along x, y and z", .dim = dim::length, .positive = true});
  v.field("frustum", s.frustum, {.help = "what is left of a pyramid: a box with another top"});
  v.field("sphere", s.sphere, {.help = "radius", .dim = dim::length, .positive = true});
  v.field("ellipsoid", s.ellipsoid,
          {.help = "radii along x, y and z", .dim = dim::length, .positive = true});
  v.field("cylinder", s.cylinder, {.help = "radius and length, along y; may taper and lean"});
  v.field("cone", s.cone, {.help = "radius and length, along y; may lean"});
  v.field("capsule", s.capsule, {.help = "radius and length, along y"});
  v.field("height_field", s.height_field,
          {.help = "a block with heights for a top: an image, a formula or rows of numbers"});
  v.field("mesh", s.mesh, {.help = "a closed surface in a Wavefront OBJ or glTF file, in metres"});
  v.field("subdivision", s.subdivision,
          {.help = "of a mesh: how often its faces are split and smoothed, as seen "
                   "(Catmull-Clark; Loop if all are triangles)",
           .min = 0,
           .max = 5,
           .touches = Touches::picture});
  v.field("bevel", s.bevel,
          {.help = "of a box: width of a flat bevel on every edge, as a fraction of the unit cube "
                   "that is then scaled to the box",
           .min = 0,
           .max = 0.5});
  v.field("edge", s.edge,
          {.help = "of a box, frustum, cylinder or cone: radius of rounded edges as seen; carries "
                   "no inertia",
           .dim = dim::length,
           .min = 0});
  v.field("at", s.at, {.help = "centre of the shape in its body's frame", .dim = dim::length});
  v.field("rotate", s.rotate,
          {.help = "rotations about the body's axes, in order", .dim = dim::angle});
  v.field("density", s.density,
          {.help = "instead of the body's", .dim = dim::density, .positive = true});
  v.field("material", s.material,
          {.help = "of the look, instead of the body's", .touches = Touches::picture});
  v.field("layer", s.layer,
          {.help = "by which shots choose what is seen, instead of the figure's",
           .touches = Touches::picture});
}

// For hashes only: what an author wrote is a WrittenShape.
template <class V>
void fields(V& v, ShapeSpec& s) {
  v.field("kind", s.shape.kind, {});
  v.field("size", s.shape.size, {});
  v.field("radius", s.shape.radius, {});
  v.field("length", s.shape.length, {});
  v.field("end_radius", s.shape.end_radius, {});
  v.field("depth", s.shape.depth, {});
  v.field("taper", s.shape.taper, {});
  v.field("shift", s.shape.shift, {});
  v.field("heights", s.heights, {});
  v.field("mirrored", s.shape.mirrored, {});
  v.field("subdivision", s.shape.subdivision, {.touches = Touches::picture});
  v.field("bevel", s.shape.bevel, {});
  v.field("edge", s.shape.edge, {.touches = Touches::picture});
  v.content("mesh", s.shape.mesh);
  v.field("pose", s.shape.X_BS, {});
  v.field("density", s.density, {});
  v.field("material", s.material, {.touches = Touches::picture});
  v.field("layer", s.layer, {.touches = Touches::picture});
}

template <class V>
void fields(V& v, JointSpec& j) {
  v.field("type", j.type, {.help = "what the joint lets its body do"});
  v.field("axis", j.axis, {.help = "of rotation or sliding; any length but 0"});
  v.field("axis_in", j.axis_in,
          {.help = "the frame in which the axis is written, with the joint at 0"});
  v.field("initial", j.initial,
          {.help = "position at the start", .dim = dim::angle, .or_dim = {dim::length}});
  v.field("drive", j.drive,
          {.help = "dynamic: moved by forces; kinematic: moves as `motion` says"});
  v.field("motion", j.motion,
          {.help = "position over simulated time, of a kinematic joint; else it holds",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("limits", j.limits,
          {.help = "least and largest position that kinematic motion keeps to; in dynamics "
                   "actuators of type limit push back",
           .dim = dim::angle,
           .or_dim = {dim::length}});
}

template <class V>
void fields(V& v, BodySpec& b) {
  v.field("name", b.name,
          {.help = "of the body, and of the joint that carries it", .required = true});
  v.field("parent", b.parent, {.help = "the body that this one hangs on; the root has none"});
  v.field("at", b.at, {.help = "origin, and joint, in the parent's frame", .dim = dim::length});
  v.field("rotate", b.rotate,
          {.help = "rotations about the parent's axes, in order", .dim = dim::angle});
  v.field("joint", b.joint, {.help = "how the body moves against its parent"});
  v.field("density", b.density,
          {.help = "instead of the figure's", .dim = dim::density, .positive = true});
  v.field("material", b.material,
          {.help = "of the look, instead of the figure's", .touches = Touches::picture});
  v.fill("shapes",
         {.help = "what the body is made of: gives inertia, collides and is seen, where the three "
                  "lists below do not say otherwise"},
         b.inertia, b.collision, b.visible);
  v.field("inertia", b.inertia, {.help = "shapes that give inertia, instead of `shapes`"});
  v.field("collision", b.collision, {.help = "shapes that collide, instead of `shapes`"});
  v.field("visible", b.visible,
          {.help = "shapes that are seen, instead of `shapes`", .touches = Touches::picture});
}

template <class V>
void fields(V& v, ActuatorSpec& a) {
  v.field("type", a.type, {.help = "the law of its force", .required = true});
  v.field("joints", a.joints,
          {.help = "names of bodies whose joints it acts on; `*` and `?` match many",
           .required = true});
  v.field("scale", a.scale,
          {.help = "the mass in kg that strength, stiffness and damping are multiplied by: of the "
                   "joint's body, of all it carries, of the figure"});
  v.field("strength", a.strength,
          {.help = "alpha of an exponential spring: force = alpha (exp(beta x) - 1)",
           .dim = dim::torque,
           .or_dim = {dim::force, dim::torque_per_mass, dim::force_per_mass},
           .min = 0});
  v.field("rise", a.rise,
          {.help = "beta of an exponential spring",
           .dim = dim::per_angle,
           .or_dim = {dim::per_length},
           .min = 0});
  v.field("stiffness", a.stiffness,
          {.help = "of a linear spring or limit, per rad or m",
           .dim = dim::torque,
           .or_dim = {dim::force_per_length, dim::torque_per_mass, dim::force_per_length_per_mass},
           .min = 0});
  v.field(
      "damping", a.damping,
      {.help = "of a damper, or beyond a limit",
       .dim = dim::torque_time,
       .or_dim = {dim::force_per_speed, dim::torque_time_per_mass, dim::force_per_speed_per_mass},
       .min = 0});
  v.field("rest", a.rest,
          {.help = "rest position over simulated time; else the joint's initial position",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("lower", a.lower, {.help = "of a limit", .dim = dim::angle, .or_dim = {dim::length}});
  v.field("upper", a.upper, {.help = "of a limit", .dim = dim::angle, .or_dim = {dim::length}});
}

template <class V>
void fields(V& v, RampSpec& r) {
  v.field("joint", r.joint, {.help = "whose springs' rest position moves", .required = true});
  v.field("to", r.to,
          {.help = "rest position at the end",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
  v.field("start", r.start, {.help = "as a fraction of the phase", .min = 0, .max = 1});
  v.field("over", r.over, {.help = "as a fraction of the phase", .min = 0, .max = 1});
}

template <class V>
void fields(V& v, MotorProgramSpec& p) {
  v.field("name", p.name, {.help = "by which gaits and cues call it"});
  v.field("ramps", p.ramps, {.help = "in any order", .required = true});
}

template <class V>
void fields(V& v, JointTarget& t) {
  v.field("name", t.name, {.help = "of a joint, or a pattern"});
  v.field("to", t.to,
          {.help = "position of the joint",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
}

template <class V>
void fields(V& v, PoseSpec& p) {
  v.field("name", p.name, {.help = "by which shots, cues and expectations call it"});
  v.field("joints", p.joints,
          {.help = "positions by joint; `*` and `?` match many, what comes later counts",
           .required = true,
           .or_as = "to",
           .by_name = true});
}

template <class V>
void fields(V& v, LegSpec& l) {
  v.field("name", l.name, {.help = "of the leg", .required = true});
  v.field("side", l.side, {.help = "of the figure", .required = true});
  v.field("row", l.row, {.help = "0 is the foremost pair", .min = 0, .required = true});
  v.field("feet", l.feet, {.help = "bodies that may stand on the ground", .required = true});
  v.field("tip", l.tip,
          {.help = "the point of the first of its feet that is planted, in that body's frame",
           .dim = dim::length});
  v.field("upper_joint", l.upper_joint, {.help = "watched by the step reflex"});
  v.field("support_joint", l.support_joint, {.help = "watched by the load reflex"});
  v.field("step", l.step,
          {.help = "motor program of the leg in the air, for a gait of oscillators"});
  v.field("stance", l.stance,
          {.help = "motor program of the leg on the ground, for a gait of oscillators"});
}

template <class V>
void fields(V& v, ChainLinkSpec& l) {
  v.field("name", l.name,
          {.help = "of the body, and of the joint that carries it; else the chain's with the "
                   "link's number, from 1"});
  v.field("type", l.type,
          {.help = "which parameter is the joint's position: theta of a rotary "
                   "one, d of a prismatic one"});
  v.field("theta", l.theta,
          {.help = "turn about the joint's axis z, first; of a rotary joint at the start",
           .dim = dim::angle});
  v.field("d", l.d,
          {.help = "way along z, second; of a prismatic joint at the start", .dim = dim::length});
  v.field("a", l.a, {.help = "length of the link, along the new x, third", .dim = dim::length});
  v.field("alpha", l.alpha,
          {.help = "twist of the link: turn about that x, last", .dim = dim::angle});
  v.field("limits", l.limits,
          {.help = "least and largest theta or d that kinematic motion keeps to",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("radius", l.radius,
          {.help = "of the capsules along d and a that the link is made of, where it has no "
                   "shapes; instead of the chain's",
           .dim = dim::length,
           .positive = true});
  v.field("density", l.density,
          {.help = "instead of the chain's", .dim = dim::density, .positive = true});
  v.field("material", l.material,
          {.help = "of the look, instead of the chain's", .touches = Touches::picture});
  v.fill("shapes",
         {.help = "what the link is made of instead of capsules: gives inertia, collides and is "
                  "seen, where the three lists below do not say otherwise"},
         l.inertia, l.collision, l.visible);
  v.field("inertia", l.inertia, {.help = "shapes that give inertia, instead of `shapes`"});
  v.field("collision", l.collision, {.help = "shapes that collide, instead of `shapes`"});
  v.field("visible", l.visible,
          {.help = "shapes that are seen, instead of `shapes`", .touches = Touches::picture});
}

template <class V>
void fields(V& v, ChainLegSpec& l) {
  v.field("side", l.side, {.help = "of the figure", .required = true});
  v.field("row", l.row, {.help = "0 is the foremost pair", .min = 0, .required = true});
}

template <class V>
void fields(V& v, ChainSpec& c) {
  v.field("name", c.name,
          {.help = "of the chain: what its links, and its leg, are called by", .required = true});
  v.field("parent", c.parent, {.help = "the body that carries its frame 0", .required = true});
  v.field("at", c.at, {.help = "frame 0, in the parent's frame", .dim = dim::length});
  v.field("rotate", c.rotate,
          {.help = "of frame 0: rotations about the parent's axes, in order", .dim = dim::angle});
  v.field(
      "radius", c.radius,
      {.help = "of the capsules that its links are made of", .dim = dim::length, .positive = true});
  v.field("density", c.density,
          {.help = "instead of the figure's", .dim = dim::density, .positive = true});
  v.field("material", c.material,
          {.help = "of the look, instead of the figure's", .touches = Touches::picture});
  v.field("drive", c.drive, {.help = "of its joints; dynamic: moved by forces; kinematic: held"});
  v.field("leg", c.leg, {.help = "makes the chain a leg whose foot is its last link"});
  v.field("links", c.links,
          {.help = "by Denavit and Hartenberg, from frame 0 on", .required = true});
}

template <class V>
void fields(V& v, MirrorSpec& m) {
  v.field("from", m.from, {.help = "a part of names, such as `left`", .required = true});
  v.field("to", m.to, {.help = "what it becomes, such as `right`", .required = true});
}

template <class V>
void fields(V& v, SkinSpec& s) {
  v.field("name", s.name, {.help = "of the skin"});
  v.field("from", s.from, {.help = "a file, or grown around the shapes of its bodies"});
  v.field("mesh", s.mesh,
          {.help = "a Wavefront OBJ or glTF file, in metres; a glTF skin's bones are bodies by "
                   "their names"});
  if constexpr (requires { v.content("mesh", s.mesh); }) v.content("mesh", s.mesh);
  v.field("at", s.at,
          {.help = "the mesh's frame in the root's, as the figure stands in its file",
           .dim = dim::length});
  v.field("rotate", s.rotate,
          {.help = "of the mesh: rotations about the root's axes, in order", .dim = dim::angle});
  v.field(
      "cell", s.cell,
      {.help = "grown around shapes: size of its facets", .dim = dim::length, .positive = true});
  v.field("melt", s.melt,
          {.help = "grown around shapes: how far from each other they begin to flow together",
           .dim = dim::length,
           .min = 0});
  v.field(
      "soften", s.soften,
      {.help = "grown around shapes: over how far the surface is evened out; thins what is thin",
       .dim = dim::length,
       .min = 0});
  v.field("offset", s.offset,
          {.help = "grown around shapes: how far outside them, or inside", .dim = dim::length});
  v.field("bodies", s.bodies,
          {.help = "that it bends with, names or patterns; else all with visible shapes"});
  v.field("around", s.around, {.help = "layers whose shapes count; else all"});
  v.field("blend", s.blend,
          {.help = "over how far a body's influence fades into its neighbours'",
           .dim = dim::length,
           .positive = true});
  v.field("material", s.material, {.help = "of the look; else that of the nearest shape"});
  v.field("layer", s.layer, {.help = "by which shots choose what is seen"});
}

template <class V>
void fields(V& v, FigureSpec& f) {
  v.field("about", f.about, {.help = "what the figure is", .touches = Touches::nothing});
  v.field(
      "extends", f.extends,
      {.help = "a figure file of which this one says what differs", .touches = Touches::nothing});
  v.field(
      "without", f.without,
      {.help = "what is left out of it first, by dots: bodies.head", .touches = Touches::nothing});
  v.field("density", f.density, {.help = "of its shapes", .dim = dim::density, .positive = true});
  v.field("material", f.material,
          {.help = "of the look, for all its shapes", .touches = Touches::picture});
  v.field("layer", f.layer,
          {.help = "of all its visible shapes that name none", .touches = Touches::picture});
  v.field("layers", f.layers,
          {.help = "layers that are seen where a shot does not say; else all. What has no layer is "
                   "always seen",
           .touches = Touches::picture});
  v.field("mirror", f.mirror,
          {.help = "everything whose name contains `from` is copied as `to`, reflected in the x-z "
                   "plane",
           .touches = Touches::nothing});
  v.field("bodies", f.bodies, {.help = "a tree; exactly one has no parent", .required = true});
  v.field("chains", f.chains,
          {.help = "rows of bodies by the parameters of Denavit and Hartenberg",
           .touches = Touches::nothing});  // the bodies that they become count
  v.field("actuators", f.actuators,
          {.help = "springs, dampers and limits; several may act on one joint"});
  v.field("motor_programs", f.motor_programs,
          {.help = "ramps of rest positions, by name", .or_as = "ramps", .by_name = true});
  v.field("poses", f.poses, {.help = "postures, by name", .by_name = true});
  v.field("legs", f.legs, {.help = "what gaits command"});
  v.field("skins", f.skins,
          {.help = "surfaces that bend with several bodies; seen only",
           .by_name = true,
           .touches = Touches::picture});
}

}  // namespace gambol
