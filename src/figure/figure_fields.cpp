// The fields of a figure file, besides its bodies, actuators and chains. See schema/fields.h.

#include "figure/figure_spec.h"
#include "figure/leg_fields.h"
#include "schema/fields.h"

namespace gambol {

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

void leg_place_fields(Fields& v, Side& side, int& row, std::optional<double>& inmost) {
  v.field("side", side,
          {.help = "side of the figure; middle: between left and right", .required = true});
  v.field("row", row,
          {.help = "row of the leg; 0 is the foremost pair", .min = 0, .required = true});
  v.field(
      "inmost", inmost,
      {.help = "how near the foot may come to the figure's middle plane, on its own side, where "
               "a gait of type kinematic plants it; default: no bound",
       .dim = dim::length,
       .min = 0});
}

void fields(Fields& v, LegSpec& l) {
  v.field("name", l.name, {.help = "name of the leg", .required = true});
  leg_place_fields(v, l.side, l.row, l.inmost);
  v.field("feet", l.feet, {.help = "bodies that may stand on the ground", .required = true});
  v.field("tip", l.tip,
          {.help = "point that is planted, on the first of the feet, in that body's frame",
           .dim = dim::length});
  v.field("pads", l.pads,
          {.help = "feet, or contact points of them, that hold on to ground that is sticky; "
                   "default: all contact points of the feet",
           .or_as = "body"});
  v.field("upper_joint", l.upper_joint, {.help = "joint that the step reflex watches"});
  v.field("support_joint", l.support_joint, {.help = "joint that the load reflex watches"});
  v.field("step", l.step, {.help = "motor program of a step, for a gait of oscillators"});
  v.field("stance", l.stance, {.help = "motor program of the stance, for a gait of oscillators"});
}

void fields(Fields& v, SkinSpec& s) {
  v.field("name", s.name, {.help = "name of the skin"});
  v.field("from", s.from,
          {.help = "source of the surface: a mesh file, or grown around the shapes of its bodies"});
  v.field("mesh", s.mesh,
          {.help = "Wavefront OBJ or glTF file, in metres; the bones of a glTF skin are bodies by "
                   "their names"});
  v.content("mesh", s.mesh);
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

void fields(Fields& v, AnimalSpec& a) {
  v.field("height", a.height,
          {.help = "height of the shoulder joint above the ground; default: that of the figure",
           .dim = dim::length,
           .positive = true});
  v.field("mass", a.mass,
          {.help = "mass of the animal; default: in proportion to the cube of the height",
           .dim = dim::mass,
           .positive = true});
  v.field("proportions", a.proportions,
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
  v.field("animal", f.animal,
          {.help = "the animal to whose height at the shoulder, mass and proportions the figure is "
                   "scaled",
           .touches = Touches::nothing});  // likewise
  v.field("limits", f.limits,
          {.help = "act: dynamic joints stop at their `limits`, as if each had an actuator `type: "
                   "limit`, unless one acts on it; guide: only kinematic motion keeps to them",
           .touches = Touches::nothing});  // the resulting actuators count
  v.field("self_contact", f.self_contact,
          {.help = "whether its bodies push each other apart, in shots that do not say so by "
                   "`world.collisions.self`",
           .touches = Touches::nothing});  // what the shot then says counts
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
  v.field("waves", f.waves, {.help = "periodic motions of joints, for spectral skills"});
  v.field("poses", f.poses, {.help = "positions of joints, by name", .by_name = true});
  v.field("legs", f.legs, {.help = "legs that gaits command"});
  v.field("skins", f.skins,
          {.help = "surfaces that bend with several bodies and are only seen, by name",
           .by_name = true,
           .touches = Touches::picture});
}

}  // namespace gambol
