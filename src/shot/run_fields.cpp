// Every field of a run file. See schema/fields.h.

#include "schema/fields.h"
#include "shot/run_spec.h"

namespace gambol {

void fields(Fields& v, ScaledSpec& s) {
  v.field("path", s.path, {.help = "as `path` of the parameter", .required = true});
  v.field("by", s.by, {.help = "what the value is multiplied by", .any_dim = true});
  v.field("plus", s.plus, {.help = "what is added to the product", .any_dim = true});
  v.field(
      "text", s.text,
      {.help = "text in which the number, in SI units, stands for {}, such as a cue's condition: "
               "`walker.left_shank leans {} rad`"});
}

void fields(Fields& v, ParameterSpec& p) {
  v.field("name", p.name, {.help = "by which results and factors mean it", .required = true});
  v.field("path", p.path,
          {.help = "where the value is put: keys, names of list elements and numbers of list "
                   "elements from 0, joined by dots; several paths are tied"});
  v.field("mirrored", p.mirrored, {.help = "paths that get the opposite value"});
  v.field("scaled", p.scaled, {.help = "paths that get a multiple of the value, plus a constant"});
  v.field("figure", p.figure,
          {.help = "a figure of the shots, in whose file the paths lead; default: in the shots"});
  v.field("from", p.from, {.help = "least value", .any_dim = true});
  v.field("to", p.to, {.help = "largest value", .any_dim = true});
  v.field("start", p.start,
          {.help = "where the search begins; default: the middle", .any_dim = true});
  v.field("scale", p.scale, {.help = "`log`: equal factors are equal steps"});
  v.field("values", p.values,
          {.help = "what is tried, instead of a range, by grid and random searches; lists and "
                   "mappings in quotes, and `~`, in quotes too, for no such key"});
  v.field("levels", p.levels,
          {.help = "values of a range that a grid tries", .min = 1, .max = 1e6});
}

void fields(Fields& v, FactorSpec& f) {
  v.field("name", f.name, {.help = "parameter"});
  v.field("by", f.by, {.help = "what its value is multiplied by", .required = true});
}

void fields(Fields& v, ScenarioSpec& s) {
  v.field("name", s.name, {.help = "by which results mean it", .required = true});
  v.field("shot", s.shot,
          {.help = "FILE or FILE@TAKE, relative to this file; FILE@PATTERN means a scenario "
                   "NAME_TAKE for each take that matches",
           .required = true});
  v.field("weight", s.weight, {.help = "in the mean over all scenarios", .positive = true});
  v.field("factors", s.factors,
          {.help = "factors of parameters here, by name", .or_as = "by", .by_name = true});
}

void fields(Fields& v, TermSpec& t) {
  v.field("weight", t.weight,
          {.help = "what a unit of the measure, as it is shown, adds to the cost; negative for "
                   "measures that are to be large"});
  v.field("square", t.square, {.help = "whether the square counts"});
  fields(v, t.measured);
}

void fields(Fields& v, CmaEsSpec& m) {
  v.field("spread", m.spread,
          {.help = "standard deviation of the first candidates, in parts of the ranges",
           .max = 1,
           .positive = true});
  v.field("population", m.population,
          {.help = "candidates in a generation; 0: 4 + 3 ln n for n parameters",
           .min = 0,
           .max = 10000});
  v.field("generations", m.generations, {.help = "at most", .min = 1, .max = 1e6});
  v.field("cost_tolerance", m.cost_tolerance,
          {.help = "the search ends when costs differ by less; 0: never", .min = 0});
}

void fields(Fields& v, GreedySpec& m) {
  v.field("chance", m.chance,
          {.help = "that a parameter changes in a candidate", .max = 1, .positive = true});
  v.field("reach", m.reach,
          {.help = "largest change, in parts of the range", .max = 1, .positive = true});
  v.field("round", m.round,
          {.help = "candidates drawn from the same best one, evaluated side by side",
           .min = 1,
           .max = 10000});
  v.field("evaluations", m.evaluations, {.help = "in all", .min = 1, .max = 1e7});
  v.field(
      "first", m.first,
      {.help = "number of scenarios, from the first one on, that a candidate is tried in first; "
               "in the others it is tried only if its cost in these is less than the best "
               "candidate's; 0: in all",
       .min = 0,
       .max = 10000});
}

void fields(Fields&, GridSpec&) {}

void fields(Fields& v, RandomSpec& m) {
  v.field("samples", m.samples, {.help = "candidates in all", .min = 1, .max = 1e7});
}

void fields(Fields& v, MethodSpec& m) {
  v.variant("type", m.kind, {.help = "how candidates are found", .required = true});
}

void fields(Fields& v, RunSpec& s) {
  v.field("about", s.about, {.help = "description of the search", .touches = Touches::nothing});
  v.field("scenarios", s.scenarios,
          {.help = "shots in which every candidate is simulated", .required = true});
  v.field("parameters", s.parameters, {.help = "numbers that are varied", .required = true});
  v.field("objective", s.objective,
          {.help = "terms whose sum, the cost, is made small", .required = true});
  v.field("combine", s.combine, {.help = "what counts of the scenarios' costs"});
  v.field("quantile", s.quantile,
          {.help = "of the scenarios' costs, with `combine: quantile`", .min = 0, .max = 1});
  v.field("give_up", s.give_up,
          {.help = "conditions, as cues have them, at which a candidate counts as failed"});
  v.field("until", s.until,
          {.help = "end of the simulations; default: that of each shot",
           .dim = dim::time,
           .positive = true});
  v.field(
      "rate", s.rate,
      {.help = "rows a second that measures read; default: the shot's `track_rate`, so that the "
               "film is measured as the candidate was",
       .dim = dim::frequency,
       .positive = true});
  v.field("seed", s.seed, {.help = "of the search's random numbers"});
  v.field("method", s.method,
          {.help = "how candidates are found", .required = true, .or_as = "type"});
}

}  // namespace gambol
