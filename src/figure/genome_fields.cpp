// Every field of a genome. See schema/fields.h.

#include "figure/genome_spec.h"
#include "schema/fields.h"

namespace gambol {
namespace {

constexpr Dimension stress_dimension{-1, 1, -2, 0};
constexpr double half_turn = 3.14159265358979323846;

}  // namespace

void fields(Fields& v, SegmentGenes& s) {
  v.field("joint", s.joint,
          {.help = "axes about which it turns: swing (forward), spread (outward), twist (about "
                   "its own axis), universal (swing and spread), ball (all three)"});
  v.field("bend", s.bend,
          {.help = "angle by which it swings forward from the segment before it, at rest",
           .dim = dim::angle,
           .min = -half_turn,
           .max = half_turn});
  v.field("length", s.length,
          {.help = "length between its joint and the middle of its round end",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field("radius", s.radius,
          {.help = "radius at its joint", .dim = dim::length, .required = true, .positive = true});
  v.field("end_radius", s.end_radius,
          {.help = "radius of its end; default: `radius`", .dim = dim::length, .positive = true});
  v.field("range", s.range,
          {.help = "angle by which each axis may turn to either side of rest",
           .dim = dim::angle,
           .max = half_turn,
           .positive = true});
  v.field("waves", s.waves,
          {.help = "waves of its axes: swing, spread, twist; an axis without one is held at rest",
           .by_name = true});
}

void fields(Fields& v, LimbGenes& l) {
  v.field("name", l.name, {.help = "name, to which a pair's members add _left and _right"});
  v.field("pair", l.pair, {.help = "whether there are a left one and its mirror image"});
  v.field("at", l.at, {.help = "place along the trunk: 0 behind, 1 in front", .min = 0, .max = 1});
  v.field("around", l.around,
          {.help = "place around the trunk: angle from straight below to the left",
           .dim = dim::angle,
           .min = -half_turn,
           .max = half_turn});
  v.field("out", l.out,
          {.help = "where it points at rest: angle from straight down to the left",
           .dim = dim::angle,
           .min = -half_turn,
           .max = half_turn});
  v.field("fore", l.fore,
          {.help = "where it points at rest: angle from there forward",
           .dim = dim::angle,
           .min = -half_turn,
           .max = half_turn});
  v.field("lag", l.lag, {.help = "cycles by which the waves of the right one are ahead"});
  v.field("segments", l.segments, {.help = "from the trunk outward", .required = true});
}

void fields(Fields& v, TrunkGenes& t) {
  v.field("length", t.length,
          {.help = "length between the middles of its round ends",
           .dim = dim::length,
           .required = true,
           .positive = true});
  v.field(
      "front", t.front,
      {.help = "radius of its front end", .dim = dim::length, .required = true, .positive = true});
  v.field(
      "back", t.back,
      {.help = "radius of its back end", .dim = dim::length, .required = true, .positive = true});
}

void fields(Fields& v, DriveGenes& d) {
  v.field("period", d.period,
          {.help = "time in which all waves repeat", .dim = dim::time, .positive = true});
  v.field("beta", d.beta,
          {.help = "exponent by which amplitudes fall with frequency: 1/f^beta", .min = 0});
  v.field("harmonics", d.harmonics,
          {.help = "number of sines in a wave, at most", .min = 1, .max = 64});
  v.field("stress", d.stress,
          {.help = "limit of a joint's torque, over the cube of its segment's radius",
           .dim = stress_dimension,
           .positive = true});
  v.field("give", d.give,
          {.help = "distance of a joint from its wave at which it exerts its limit: stiffness is "
                   "limit / give",
           .dim = dim::angle,
           .positive = true});
  v.field("delay", d.delay,
          {.help = "damping of the joints over their stiffness", .dim = dim::time, .min = 0});
  v.field("stop", d.stop,
          {.help = "distance of a joint beyond its range at which the stop exerts the limit",
           .dim = dim::angle,
           .positive = true});
}

void fields(Fields& v, FeatureGenes& f) {
  const auto part = [](const char* help) {
    return Field{.help = help, .min = 0, .max = 1, .touches = Touches::picture};
  };
  v.field("eye", f.eye, part("radius of an eye, of the radius of the trunk's front"));
  v.field("pupil", f.pupil, part("radius of a pupil, of the radius of the trunk's front"));
  v.field("aside", f.aside,
          {.help = "angle of the eyes from straight ahead, sideways",
           .dim = dim::angle,
           .touches = Touches::picture});
  v.field("up", f.up,
          {.help = "angle of the eyes from straight ahead, upward",
           .dim = dim::angle,
           .touches = Touches::picture});
  v.field("melt", f.melt,
          part("distance within which parts merge in the skin, of the trunk's larger radius"));
  v.field("cell", f.cell, part("size of the skin's facets, of the trunk's larger radius"));
  v.field("soften", f.soften,
          part("length over which the skin is smoothed, of the trunk's larger radius"));
  v.field("hide", f.hide, {.help = "material of the body", .touches = Touches::picture});
  v.field("sock", f.sock, {.help = "material of the ends of limbs", .touches = Touches::picture});
}

void fields(Fields& v, GenomeSpec& g) {
  v.field("about", g.about, {.help = "description of the creature", .touches = Touches::nothing});
  v.field("density", g.density,
          {.help = "density of the whole body", .dim = dim::density, .positive = true});
  v.field("trunk", g.trunk, {.help = "the body that carries the limbs", .required = true});
  v.field("drive", g.drive, {.help = "what is common to the waves and torques of all joints"});
  v.field("features", g.features, {.help = "what is seen of it: eyes and skin"});
  v.field("limbs", g.limbs, {.help = "limbs and pairs of limbs", .by_name = true});
}

}  // namespace gambol
