#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/allowed_paths.h"
#include "base/text_file.h"
#include "figure/find.h"
#include "schema/loader.h"
#include "schema/report.h"
#include "shot/check_names.h"
#include "shot/condition.h"
#include "shot/evolution_spec.h"
#include "shot/shot_reference.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

void check_range(const GeneRanges& r, const char* field, const Vec2& range, bool positive,
                 Findings& findings) {
  if (!(range.x() <= range.y()))
    findings.report(r.place, field, fmt::format("{:g} to {:g}", range.x(), range.y()),
                    "the least value first");
  if (positive && !(range.x() > 0))
    findings.report(r.place, field, fmt::format("{:g}", range.x()), "more than 0");
}

void check_ranges(const GeneRanges& r, Findings& findings) {
  for (const auto& [field, range] :
       {std::pair("trunk_length", r.trunk_length), std::pair("trunk_radius", r.trunk_radius),
        std::pair("length", r.length), std::pair("radius", r.radius), std::pair("taper", r.taper),
        std::pair("range", r.range), std::pair("period", r.period), std::pair("limbs", r.limbs),
        std::pair("segments", r.segments), std::pair("freedom", r.freedom)})
    check_range(r, field, range, true, findings);
  for (const auto& [field, range] :
       {std::pair("bend", r.bend), std::pair("around", r.around), std::pair("out", r.out),
        std::pair("fore", r.fore), std::pair("amplitude", r.amplitude),
        std::pair("centre", r.centre)})
    check_range(r, field, range, false, findings);
}

void check_measure(const ExpectSpec& m, Findings& findings) {
  if (!findings.written(m.place, "measure"))
    findings.report(m.place, "measure", "nothing", "a measure");
  for (const char* other : {"slip", "upright", "may_touch", "event", "pose", "min", "max"})
    if (findings.written(m.place, other))
      findings.report(m.place, other, fmt::format("`{}`", other), "a measure alone");
}

void check_known(const EvolutionSpec& run, const Place& place, const char* field,
                 const std::string& name, Findings& findings) {
  if (name.empty()) return;
  const std::vector<std::string> known = names_in(run.measures);
  if (std::find(known.begin(), known.end(), name) == known.end())
    report_unknown(findings, place, field, name, "a measure of this run", known);
}

void check_niches(const EvolutionSpec& run, Findings& findings) {
  if (run.niches.empty() && findings.written(run.place, "niches"))
    findings.report(run.place, "niches", "none", "at least one");
  std::set<std::string> names;
  for (const NicheSpec& n : run.niches) {
    check_known(run, n.place, "name", n.name, findings);
    if (!names.insert(n.name).second)
      findings.report(n.place, "name", in_quotes(n.name) + " a second time", "each measure once");
    if (!(n.from < n.to))
      findings.report(n.place, "to", fmt::format("from {:g} to {:g}", n.from, n.to), "from < to");
  }
}

void check_bounds(const EvolutionSpec& run, const std::vector<BoundSpec>& bounds,
                  Findings& findings) {
  for (const BoundSpec& b : bounds) {
    check_known(run, b.place, "name", b.name, findings);
    if (!b.min && !b.max) findings.report(b.place, "min", "no bound", "`min`, `max` or both");
    if (b.min && b.max && *b.min > *b.max)
      findings.report(b.place, "max", fmt::format("{:g}, with min at {:g}", *b.max, *b.min),
                      "min <= max");
  }
}

void check_ways(const EvolutionSpec& run, Findings& findings) {
  for (const MovingWaySpec& way : run.ways) {
    check_folder_name(way.place, "way", way.name, findings);
    check_bounds(run, way.bounds, findings);
  }
  check_bounds(run, run.must, findings);
}

// The shot has the creature, whose file is a genome.
void check_arena(EvolutionSpec& run, Findings& findings) {
  const FoundShot found = find_shot(run.place.file, run.arena);
  run.reference = found.text();
  if (!found.why.empty()) {
    findings.report(run.place, "arena", in_quotes(run.arena), found.why);
    return;
  }
  try {
    const ShotSpec shot = load_shot(run.reference);
    for (const CastSpec& cast : shot.motion.figures) {
      if (cast.name != run.creature) continue;
      std::vector<Problem> known;
      if (!read_yaml(cast.file, known).find("genome"))
        findings.report(run.place, "creature", in_quotes(run.creature),
                        "a figure whose file is a genome");
      return;
    }
    report_unknown(findings, run.place, "creature", run.creature, "a figure of the arena",
                   names_in(shot.motion.figures));
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems()) findings.problems.push_back(problem);
  }
}

void check_evolution(EvolutionSpec& run, Findings& findings) {
  check_folder_name(run.place, "evolution", run.name, findings);
  if (run.measures.empty() && findings.written(run.place, "measures"))
    findings.report(run.place, "measures", "none", "at least one");
  for (const ExpectSpec& m : run.measures) check_measure(m, findings);
  check_known(run, run.place, "fitness", run.fitness, findings);
  check_niches(run, findings);
  check_ways(run, findings);
  check_ranges(run.ranges, findings);
  if (run.founders < run.look_back)
    findings.report(run.place, "founders", fmt::format("{}", run.founders),
                    fmt::format("at least look_back, which is {}: nothing is known of others when "
                                "they are bred",
                                run.look_back));
  for (const std::string& condition : run.give_up) try {
      parse_condition(condition);
    } catch (const std::invalid_argument& error) {
      findings.report(run.place, "give_up", in_quotes(condition), error.what());
    }
  if (run.slow && !(run.slow->from < run.slow->by))
    findings.report(run.slow->place, "by",
                    fmt::format("from {:g} s to {:g} s", run.slow->from, run.slow->by),
                    "a time after `from`");
  if (!run.arena.empty()) check_arena(run, findings);
}

}  // namespace

EvolutionSpec load_evolution(const std::string& path) {
  return load_file<EvolutionSpec>(path, "evolution", check_evolution);
}

}  // namespace gambol
