// Every field of a figure file. See schema/fields.h.

#include "figure/figure_spec.h"
#include "figure/shapes/written_shape.h"
#include "schema/fields.h"

namespace gambol {

// For hashes only: an author writes a WrittenShape. A new member of Shape does not compile before
// it stands here too.
void fields(Fields& v, ShapeSpec& s) {
  auto& [kind, size, radius, length, depth, end_radius, taper, shift, bevel, edge, mesh,
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
  // Of motions before there were gimbals, the hash stays.
  if (!v.hashes() || j.axis3 != Vec3::UnitZ() || j.type == JointType::gimbal)
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
  // Of motions before there was this limit, the hash stays.
  if (!v.hashes() || j.most_torque)
    v.field("most_torque", j.most_torque,
            {.help = "largest torque that controllers exert on a degree of freedom of the joint; "
                     "default: any",
             .dim = dim::torque,
             .or_dim = {dim::force},
             .positive = true});
  v.field(
      "welded", j.welded,
      {.help = "whether the joint stays as it is at the start: its body and the parent are one"});
  if (v.hashes()) v.field("mirrored", j.mirrored, {});
  v.field("drive", j.drive,
          {.help = "dynamic: moved by forces; follow: moved by `motion`; hold: not at all"});
  v.field("motion", j.motion,
          {.help = "position over simulated time, that `drive: follow` follows",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("limits", j.limits,
          {.help = "least and largest position of kinematic motion; in dynamics, an actuator of "
                   "type limit pushes back",
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
  // For hashes only: the shapes and places of the scaled body stand above, and move skins too.
  if (v.hashes() && b.stretch) v.field("stretch", *b.stretch, {.touches = Touches::picture});
  // Of motions before there were cushions, the hash stays.
  if (!v.hashes() || b.cushion)
    v.field("cushion", b.cushion,
            {.help = "soft layer over the shapes that collide: a spring and a damper at each "
                     "contact point, in series with those of the ground or of what it touches"});
}

void fields(Fields& v, BodyPointSpec& p) {
  v.field("body", p.body, {.help = "a body of the figure", .required = true});
  v.field("at", p.at, {.help = "the point in the body's frame", .dim = dim::length});
}

void fields(Fields& v, ActuatorSpec& a) {
  v.field("name", a.name,
          {.help = "name by which a figure that extends this one changes or removes the actuator",
           .touches = Touches::nothing});
  v.field("type", a.type, {.help = "force law", .required = true});
  v.field("joints", a.joints,
          {.help = "names of bodies whose joints the actuator acts on; `*` and `?` match many"});
  if (!v.hashes() || !a.between.empty())
    v.field("between", a.between,
            {.help = "two points of two bodies, instead of joints: the actuator acts on their "
                     "distance",
             .or_as = "body"});
  v.field("scale", a.scale,
          {.help = "mass in kg that multiplies strength, stiffness and damping: of the joint's "
                   "body, of everything that it carries, or of the figure"});
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
          {.help = "stiffness of a linear spring or limit, per rad or m; default of a limit: by "
                   "weight and inertia of what hangs on the joint",
           .dim = dim::torque,
           .or_dim = {dim::force_per_length, dim::torque_per_mass, dim::force_per_length_per_mass},
           .min = 0});
  v.field(
      "damping", a.damping,
      {.help = "damping of a damper, beyond a limit, or of a spring between two points",
       .dim = dim::torque_time,
       .or_dim = {dim::force_per_speed, dim::torque_time_per_mass, dim::force_per_speed_per_mass},
       .min = 0});
  v.field("rest", a.rest,
          {.help = "rest position, or rest length, over simulated time; default: that at the start",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("lower", a.lower,
          {.help = "lower end of a limit's range; of a limit without range: the joint's `limits`",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("upper", a.upper,
          {.help = "upper end of a limit's range", .dim = dim::angle, .or_dim = {dim::length}});
  // The numbers that follow from these count.
  v.field("give", a.give,
          {.help = "of a limit without stiffness: how far the joint gives way under the greatest "
                   "weight that it may have to bear",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .positive = true,
           .touches = Touches::nothing});
  v.field("sag", a.hold.sag,
          {.help = "of a hold: by how much the joint gives way under the load",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .positive = true,
           .touches = Touches::nothing});
  v.field("damping_ratio", a.hold.damping_ratio,
          {.help = "of a hold: of the swing about that place; 1: without overshoot",
           .min = 0,
           .touches = Touches::nothing});
  v.field("load", a.hold.load,
          {.help = "of a hold: posture: weight of what the joint carries, as the figure is "
                   "written, upright; most: the same in whatever posture it bends the joint most; "
                   "stance: the leg's share of the figure's weight, at its tip",
           .touches = Touches::nothing});
  v.field("legs", a.hold.legs,
          {.help = "of a hold in stance: how many legs share the weight; default: all",
           .min = 1,
           .touches = Touches::nothing});
}

void fields(Fields& v, RampSpec& r) {
  v.field("joint", r.joint, {.help = "joint whose springs' rest position moves", .required = true});
  v.field(
      "to", r.to,
      {.help = "rest position at the end of the ramp", .dim = dim::angle, .or_dim = {dim::length}});
  // Of motions before there was this, the hash stays.
  if (!v.hashes() || r.strength)
    v.field("strength", r.strength,
            {.help = "instead of `to`: factor of the springs' strength or stiffness at the end of "
                     "the ramp; 1: as in the figure",
             .min = 0});
  v.field("start", r.start, {.help = "start, as a fraction of the phase", .min = 0, .max = 1});
  v.field("over", r.over, {.help = "duration, as a fraction of the phase", .min = 0, .max = 1});
}

void fields(Fields& v, MotorProgramSpec& p) {
  v.field("name", p.name, {.help = "name by which gaits and cues refer to the program"});
  v.field("ramps", p.ramps, {.help = "ramps of rest positions, in any order", .required = true});
}

void fields(Fields& v, JointTarget& t) {
  v.field("name", t.name, {.help = "name of a joint, or a pattern"});
  v.field("to", t.to,
          {.help = "position of the joint",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
}

void fields(Fields& v, PoseSpec& p) {
  v.field("name", p.name, {.help = "name by which shots, cues and expectations refer to the pose"});
  v.field(
      "joints", p.joints,
      {.help =
           "positions by joint; `*` and `?` match many, and later entries override earlier ones",
       .required = true,
       .or_as = "to",
       .by_name = true});
  // Of motions before there were these, the hash stays.
  if (!v.hashes() || !p.rests.empty())
    v.field("rests", p.rests,
            {.help = "rest positions of springs that hold the pose against weight and ground, by "
                     "joint, where they differ from the joints' positions",
             .or_as = "to",
             .by_name = true});
}

void fields(Fields& v, FootPadSpec& p) {
  v.field("body", p.body, {.help = "one of the leg's feet", .required = true});
  v.field(
      "at", p.at,
      {.help = "point in the body's frame, from which `within` is measured", .dim = dim::length});
  v.field("within", p.within,
          {.help = "only contact points as close to `at` are pads; default: all of the body",
           .dim = dim::length,
           .positive = true});
}

void fields(Fields& v, LegSpec& l) {
  v.field("name", l.name, {.help = "name of the leg", .required = true});
  v.field("side", l.side,
          {.help = "side of the figure; middle: between left and right", .required = true});
  v.field("row", l.row,
          {.help = "row of the leg; 0 is the foremost pair", .min = 0, .required = true});
  v.field("feet", l.feet, {.help = "bodies that may stand on the ground", .required = true});
  v.field("tip", l.tip,
          {.help = "point that is planted, on the first of the feet, in that body's frame",
           .dim = dim::length});
  if (!v.hashes() || l.pads)
    v.field("pads", l.pads,
            {.help = "feet, or contact points of them, that hold on to ground that is sticky; "
                     "default: all contact points of the feet",
             .or_as = "body"});
  v.field("upper_joint", l.upper_joint, {.help = "joint that the step reflex watches"});
  v.field("support_joint", l.support_joint, {.help = "joint that the load reflex watches"});
  v.field("step", l.step, {.help = "motor program of a step, for a gait of oscillators"});
  v.field("stance", l.stance, {.help = "motor program of the stance, for a gait of oscillators"});
}

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
          {.help = "least and largest theta or d of kinematic motion",
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

void fields(Fields& v, ChainLegSpec& l) {
  v.field("side", l.side,
          {.help = "side of the figure; middle: between left and right", .required = true});
  v.field("row", l.row,
          {.help = "row of the leg; 0 is the foremost pair", .min = 0, .required = true});
}

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

void fields(Fields& v, SkinSpec& s) {
  v.field("name", s.name, {.help = "name of the skin"});
  v.field("from", s.from,
          {.help = "source of the surface: a mesh file, or grown around the shapes of its bodies"});
  v.field("mesh", s.mesh,
          {.help = "Wavefront OBJ or glTF file, in metres; the bones of a glTF skin are bodies by "
                   "their names"});
  v.content("mesh", s.mesh);
  // Of pictures before there was this factor, the hash stays.
  if (!v.hashes() || s.scale != 1)
    v.field("scale", s.scale, {.help = "factor of the mesh's coordinates", .positive = true});
  v.field("at", s.at,
          {.help = "origin of the mesh's frame in the root's frame, with the figure as its file "
                   "describes it",
           .dim = dim::length});
  v.field("rotate", s.rotate,
          {.help = "rotations of the mesh about the root's axes, in order", .dim = dim::angle});
  v.field(
      "cell", s.cell,
      {.help = "grown around shapes: size of its facets", .dim = dim::length, .positive = true});
  v.field("melt", s.melt,
          {.help = "grown around shapes: distance between shapes within which they merge",
           .dim = dim::length,
           .min = 0});
  v.field("soften", s.soften,
          {.help = "grown around shapes: length over which the surface is smoothed; makes thin "
                   "parts thinner",
           .dim = dim::length,
           .min = 0});
  v.field(
      "offset", s.offset,
      {.help =
           "grown around shapes: distance of the surface outside the shapes; negative is inside",
       .dim = dim::length});
  v.field("bodies", s.bodies,
          {.help = "names or patterns of the bodies that the skin bends with; default: all with "
                   "visible shapes. Of a file with bones: those that the figure has; what hangs on "
                   "others is left out"});
  v.field("around", s.around, {.help = "layers whose shapes count; default: all"});
  v.field("blend", s.blend,
          {.help = "distance over which a body's influence fades into its neighbours'",
           .dim = dim::length,
           .positive = true});
  v.field("material", s.material,
          {.help = "material of the look; default: that of the nearest shape"});
  v.field("layer", s.layer, {.help = "layer, by which shots choose what is seen"});
}

void fields(Fields& v, PersonPartSpec& p) {
  v.field("bodies", p.bodies,
          {.help = "names of bodies, with all that they are made of; `*` and `?` match many",
           .required = true});
  v.field("length", p.length,
          {.help = "length of the bodies as a share of the height, over that share in the figure "
                   "as it is written",
           .positive = true});
  v.field("girth", p.girth,
          {.help = "the same for their widths; the density then follows from the mass. Default: "
                   "the density stays, and the girth follows; feet keep their form",
           .positive = true});
  v.field("mass", p.mass,
          {.help = "mass of the bodies as a share of the person's, over that share in the figure; "
                   "default: as in the figure, of what others leave",
           .positive = true});
  v.field("at", p.at,
          {.help = "factors of the place of the joint, along the axes of the parent, beside the "
                   "parent's length",
           .min = 0});
  v.field("profile", p.profile,
          {.help = "factors of the girth at places along the body, smooth between them"});
}

void fields(Fields& v, PersonSpec& p) {
  // Newborns of 0.4 m live; the tallest man known measured 2.72 m.
  v.field("height", p.height,
          {.help = "height of the person; default: the figure's stature",
           .dim = dim::length,
           .min = 0.4,
           .max = 2.8});
  v.field("mass", p.mass,
          {.help = "mass of the person; default: in proportion to the cube of the height",
           .dim = dim::mass,
           .positive = true});
  v.field("fractions", p.fractions,
          {.help = "shares of height and mass for the segments of the body: a set of "
                   "figures/fractions, or a file; default: those of the figure"});
  v.field("proportions", p.proportions,
          {.help = "parts whose share of the height or of the mass is not that of the figure"});
}

void fields(Fields& v, FigureSpec& f) {
  v.field("about", f.about, {.help = "description of the figure", .touches = Touches::nothing});
  v.field("extends", f.extends,
          {.help = "figure file that this one changes", .touches = Touches::nothing});
  v.field(
      "without", f.without,
      {.help = "parts of the extended file that are removed first, as dotted paths: bodies.head",
       .touches = Touches::nothing});
  v.field("density", f.density,
          {.help = "density of the shapes", .dim = dim::density, .positive = true});
  v.field("material", f.material,
          {.help = "material of the look, for all shapes", .touches = Touches::picture});
  v.field("layer", f.layer,
          {.help = "layer of all visible shapes that name none", .touches = Touches::picture});
  v.field("layers", f.layers,
          {.help = "layers that are seen, unless a shot chooses others; default: all. Shapes and "
                   "skins without a layer are always seen",
           .touches = Touches::picture});
  v.field("mirror", f.mirror,
          {.help = "mirror image: every element whose name contains `from` is copied as `to`, "
                   "reflected in the x-z plane",
           .touches = Touches::nothing});
  v.field("stature", f.stature,
          {.help = "height of the figure as it is written, from the soles to the crown, standing "
                   "with its joints at `initial`; a `person` needs it",
           .dim = dim::length,
           .positive = true,
           .touches = Touches::nothing});
  v.field("person", f.person,
          {.help = "the person to whose height, mass and proportions the figure is scaled",
           .touches = Touches::nothing});  // the bodies that result count
  v.field("bodies", f.bodies,
          {.help = "tree of bodies; exactly one has no parent", .required = true});
  v.field("chains", f.chains,
          {.help = "rows of bodies by Denavit-Hartenberg parameters",
           .touches = Touches::nothing});  // the resulting bodies count
  v.field("copies", f.copies,
          {.help = "copies of bodies, chains and legs around an axis or along a line",
           .known_by = "from",
           .touches = Touches::nothing});  // the resulting bodies count
  v.field("actuators", f.actuators,
          {.help = "springs, dampers and limits; several may act on one joint"});
  v.field("motor_programs", f.motor_programs,
          {.help = "ramps of rest positions, by name", .or_as = "ramps", .by_name = true});
  v.field("waves", f.waves, {.help = "periodic motions of joints, for spectral controllers"});
  v.field("poses", f.poses, {.help = "positions of joints, by name", .by_name = true});
  v.field("legs", f.legs, {.help = "legs that gaits command"});
  v.field("skins", f.skins,
          {.help = "surfaces that bend with several bodies and are only seen, by name",
           .by_name = true,
           .touches = Touches::picture});
}

}  // namespace gambol
