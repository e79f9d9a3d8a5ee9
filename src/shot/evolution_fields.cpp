// Every field of an evolution. See schema/fields.h.

#include "schema/fields.h"
#include "shot/evolution_spec.h"

namespace gambol {

void fields(Fields& v, GeneRanges& r) {
  v.field("trunk_length", r.trunk_length, {.help = "of the trunk", .dim = dim::length, .min = 0});
  v.field("trunk_radius", r.trunk_radius,
          {.help = "radii of the trunk's ends", .dim = dim::length, .min = 0});
  v.field("length", r.length, {.help = "lengths of segments", .dim = dim::length, .min = 0});
  v.field("radius", r.radius,
          {.help = "radii of segments at their joints", .dim = dim::length, .min = 0});
  v.field("taper", r.taper, {.help = "radius of a segment's end over that at its joint", .min = 0});
  v.field("bend", r.bend, {.help = "angles at rest between segments of a limb", .dim = dim::angle});
  v.field("range", r.range,
          {.help = "angles by which joints turn to either side", .dim = dim::angle, .min = 0});
  v.field("around", r.around,
          {.help = "places of limbs around the trunk, from straight below", .dim = dim::angle});
  v.field("out", r.out, {.help = "angles of limbs outward at rest", .dim = dim::angle});
  v.field("fore", r.fore, {.help = "angles of limbs forward at rest", .dim = dim::angle});
  v.field("period", r.period, {.help = "of the waves", .dim = dim::time, .min = 0});
  v.field("amplitude", r.amplitude, {.help = "of the waves", .dim = dim::angle});
  v.field("centre", r.centre, {.help = "of the waves", .dim = dim::angle});
  v.field("limbs", r.limbs,
          {.help = "numbers of limbs and pairs that founders and structural changes make",
           .min = 1,
           .max = 8});
  v.field("segments", r.segments, {.help = "numbers of segments in a limb", .min = 1, .max = 6});
  v.field("freedom", r.freedom,
          {.help = "numbers of degrees of freedom", .min = least_freedom, .max = most_freedom});
}

void fields(Fields& v, BreedingSpec& b) {
  const auto part = [](const char* help) { return Field{.help = help, .min = 0, .max = 1}; };
  v.field("chance", b.chance, part("that a gene changes"));
  v.field("reach", b.reach, part("standard deviation of a change, in parts of the gene's range"));
  v.field("redraw", b.redraw, part("share of the changes that draw from the whole range"));
  v.field("structure", b.structure,
          part("chance that a limb, a segment or the type of a joint changes"));
  v.field("recombination", b.recombination, part("chance that a child has two parents"));
  v.field("tries", b.tries,
          {.help = "at a child whose parts do not lie in each other", .min = 1, .max = 10000});
}

void fields(Fields& v, BoundSpec& b) {
  v.field("name", b.name, {.help = "a measure of the run"});
  v.field("min", b.min, {.help = "least value", .any_dim = true});
  v.field("max", b.max, {.help = "largest value", .any_dim = true});
}

void fields(Fields& v, MovingWaySpec& w) {
  v.field("name", w.name,
          {.help = "of the way of moving; several of one name: any of them", .required = true});
  v.field("bounds", w.bounds,
          {.help = "bounds of measures, by name, all of which it keeps", .by_name = true});
}

void fields(Fields& v, NicheSpec& n) {
  v.field("name", n.name, {.help = "a measure of the run"});
  v.field("from", n.from, {.help = "where its cells begin", .any_dim = true});
  v.field(
      "to", n.to,
      {.help = "where its cells end; what lies beyond counts for the outermost", .any_dim = true});
  v.field("cells", n.cells, {.help = "number of cells", .min = 1, .max = 1000});
}

void fields(Fields& v, SlowSpec& s) {
  v.field("from", s.from, {.help = "when the way begins", .dim = dim::time, .min = 0});
  v.field("by", s.by, {.help = "when it ends", .dim = dim::time, .positive = true});
  v.field("speed", s.speed,
          {.help = "lengths of the trunk a second that the trunk has to go, at least", .min = 0});
}

void fields(Fields& v, EvolutionSpec& s) {
  v.field("about", s.about, {.help = "description", .touches = Touches::nothing});
  v.field("arena", s.arena,
          {.help = "shot in which creatures are tried, FILE or FILE@TAKE",
           .required = true,
           .touches = Touches::nothing});
  v.field("creature", s.creature,
          {.help = "the figure of that shot that evolves, whose file is a genome: density and "
                   "drive, and with a "
                   "fixed morphology the body, are this one's",
           .required = true});
  v.field("morphology", s.morphology, {.help = "whether bodies evolve too"});
  v.field("seed", s.seed, {.help = "of all random numbers"});
  v.field("look_back", s.look_back,
          {.help = "candidate k is bred from exactly the results 0 to k - look_back, so that as "
                   "many can be simulated at once",
           .min = 1,
           .max = 1e6});
  v.field(
      "founders", s.founders,
      {.help = "candidates that are drawn at random, at least look_back", .min = 1, .max = 1e7});
  v.field("candidates", s.candidates,
          {.help = "candidates in all, the founders included", .min = 1, .max = 1e8});
  v.field("ranges", s.ranges, {.help = "least and greatest values of genes"});
  v.field("breeding", s.breeding, {.help = "how children differ from their parents"});
  v.field(
      "measures", s.measures,
      {.help = "what is measured of every candidate, by name", .required = true, .by_name = true});
  v.field("fitness", s.fitness, {.help = "the measure of which more is better", .required = true});
  v.field("niches", s.niches,
          {.help = "measures by which kinds are told apart: in each cell of their product the "
                   "fittest candidate lives on (MAP-Elites)",
           .required = true,
           .by_name = true});
  v.field("life", s.life,
          {.help = "candidates, after which an elite leaves its cell to any that comes; default: "
                   "it leaves it to a fitter one alone",
           .min = 1,
           .max = 1e8});
  v.field(
      "must", s.must,
      {.help = "bounds of measures, by name, that a candidate must keep, or it counts as failed",
       .by_name = true});
  v.field("ways", s.ways, {.help = "ways of moving that are looked for"});
  v.field("give_up", s.give_up,
          {.help = "conditions, as cues have them, at which a candidate counts as failed"});
  v.field("slow", s.slow, {.help = "candidates that count as failed because they do not move"});
  v.field("until", s.until,
          {.help = "end of the simulations; default: that of the shot",
           .dim = dim::time,
           .positive = true});
  v.field(
      "rate", s.rate,
      {.help = "rows a second that measures read; default: the shot's `track_rate`, so that the "
               "film is measured as the candidate was",
       .dim = dim::frequency,
       .positive = true});
}

}  // namespace gambol
