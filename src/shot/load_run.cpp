#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/allowed_paths.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "base/text_file.h"
#include "schema/loader.h"
#include "schema/report.h"
#include "schema/tree_path.h"
#include "shot/check_names.h"
#include "shot/run_spec.h"
#include "shot/shot_reference.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

template <class T>
void check_names_differ(const std::vector<T>& list, Findings& findings) {
  std::set<std::string> names;
  for (const T& t : list)
    if (!names.insert(t.name).second)
      findings.report(t.place, "name", in_quotes(t.name) + " a second time", "a name of its own");
}

bool needs_ranges(const MethodSpec& method) {
  return std::holds_alternative<CmaEsSpec>(method.kind) ||
         std::holds_alternative<GreedySpec>(method.kind);
}

void check_range(const ParameterSpec& p, Findings& findings) {
  if (!p.from || !p.to) {
    findings.report(p.place, p.from ? "from" : "to", "no range", "`from` and `to`, or `values`");
    return;
  }
  if (!(*p.from < *p.to))
    findings.report(p.place, "to", fmt::format("from {:g} to {:g}", *p.from, *p.to), "from < to");
  if (p.scale == Scale::log && !(*p.from > 0))
    findings.report(p.place, "from", fmt::format("{:g}", *p.from), "more than 0 for `scale: log`");
  if (p.start && !(*p.from <= *p.start && *p.start <= *p.to))
    findings.report(p.place, "start", fmt::format("{:g}", *p.start), "a value of the range");
  const Written* first = findings.written(p.place, "from");
  for (const char* field : {"to", "start"}) {
    const Written* at = findings.written(p.place, field);
    if (first && at && first->dimension && at->dimension &&
        !at->dimension->same_as(*first->dimension))
      findings.report(p.place, field, describe(*at->dimension), describe(*first->dimension));
  }
}

void note_dimension(ParameterSpec& p, const Findings& findings) {
  for (const char* field : {"from", "to"}) {
    const Written* at = findings.written(p.place, field);
    if (at && at->dimension && !p.dimension) p.dimension = at->dimension;
  }
}

void check_parameter(const RunSpec& run, const ParameterSpec& p, Findings& findings) {
  if (p.path.empty() && p.mirrored.empty() && p.scaled.empty())
    findings.report(p.place, "path", "nothing", "where the value is put");
  for (const ScaledSpec& s : p.scaled) {
    const std::size_t at = s.text.find(number_place);
    const bool again = at != s.text.npos && s.text.find(number_place, at + 1) != s.text.npos;
    if (!s.text.empty() && (at == s.text.npos || again))
      findings.report(s.place, "text", in_quotes(s.text), "one {} where the number stands");
  }
  if (p.values.empty()) {
    check_range(p, findings);
    return;
  }
  for (const char* field : {"from", "to", "start", "scale", "levels", "mirrored", "scaled"})
    if (findings.written(p.place, field))
      findings.report(p.place, field, fmt::format("`{}` beside `values`", field), "one of them");
  for (const std::string& text : p.values) try {
      value_node(text, p.place);
    } catch (const InputError& error) {
      findings.report(p.place, "values", in_quotes(text), error.problems().at(0).expected);
    }
  if (needs_ranges(run.method))
    findings.report(p.place, "values", "a list of values",
                    "a range, `from` and `to`, for this method");
}

void check_scenario(const RunSpec& run, ScenarioSpec& s, Findings& findings) {
  const std::vector<std::string> known = names_in(run.parameters);
  for (const FactorSpec& factor : s.factors) {
    const auto found = std::find_if(run.parameters.begin(), run.parameters.end(),
                                    [&](const ParameterSpec& p) { return p.name == factor.name; });
    if (found == run.parameters.end())
      report_unknown(findings, factor.place, "name", factor.name, "a parameter", known);
    else if (!found->values.empty())
      findings.report(factor.place, "name", in_quotes(factor.name), "a parameter with a range");
  }
  if (s.shot.empty()) return;
  const FoundShot found = find_shot(s.place.file, s.shot);
  if (!found.why.empty()) findings.report(s.place, "shot", in_quotes(s.shot), found.why);
  s.reference = found.text();
}

// Scenarios with a pattern become one for each take that it matches.
void expand_takes(RunSpec& run, Findings& findings) {
  std::vector<ScenarioSpec> all;
  for (const ScenarioSpec& s : run.scenarios) {
    const ShotReference reference = parse_shot_reference(s.reference);
    if (!is_pattern(reference.take)) {
      all.push_back(s);
      continue;
    }
    std::vector<std::string> takes;
    try {
      takes = load_shot(reference.file).takes.names;
    } catch (const InputError& error) {
      for (Problem problem : error.problems()) {
        if (problem.place.line == 0) problem.place = s.place;  // that of the reference
        findings.problems.push_back(problem);
      }
      continue;
    }
    const std::size_t before = all.size();
    for (const std::string& take : takes) {
      if (!matches(reference.take, take)) continue;
      all.push_back(s);
      all.back().name += "_" + take;
      all.back().reference = reference.file + "@" + take;
    }
    if (all.size() == before)
      findings.report(s.place, "shot", in_quotes(s.shot),
                      takes.empty() ? "a pattern that matches a take (there is none)"
                                    : "a pattern that matches a take: " + alternatives(takes));
  }
  run.scenarios = std::move(all);
}

void check_term(const TermSpec& t, Findings& findings) {
  const Place& place = t.place;
  if (!findings.written(place, "measure"))
    findings.report(place, "measure", "nothing", "a measure");
  for (const char* other : {"slip", "upright", "may_touch", "event", "pose"})
    if (findings.written(place, other))
      findings.report(place, other, fmt::format("`{}`", other), "a measure alone");
  for (const char* time : {"from", "to"})
    if (const Written* written = findings.written(place, time); written && written->frames)
      findings.report(place, time, "film frames",
                      "a simulated time: the frames of the scenarios may differ");
  if (t.measured.min && t.measured.max && *t.measured.min > *t.measured.max)
    findings.report(place, "max",
                    fmt::format("{:g}, with min at {:g}", *t.measured.max, *t.measured.min),
                    "min <= max");
}

// Those that are tried first leave others.
void check_first(const RunSpec& run, Findings& findings) {
  const auto* greedy = std::get_if<GreedySpec>(&run.method.kind);
  const auto count = static_cast<int>(run.scenarios.size());
  if (greedy && greedy->first > 0 && greedy->first >= count)
    findings.report(
        run.method.place, "first",
        fmt::format("{}, of {} scenario{}", greedy->first, count, count == 1 ? "" : "s"),
        "fewer than there are scenarios");
}

void check_run(RunSpec& run, Findings& findings) {
  check_folder_name(run.place, "search", run.name, findings);
  check_names_differ(run.parameters, findings);
  for (const char* list : {"scenarios", "parameters", "objective"}) {
    const bool empty = std::string(list) == "scenarios"    ? run.scenarios.empty()
                       : std::string(list) == "parameters" ? run.parameters.empty()
                                                           : run.objective.empty();
    if (empty && findings.written(run.place, list))
      findings.report(run.place, list, "none", "at least one");
  }
  for (ParameterSpec& p : run.parameters) {
    check_parameter(run, p, findings);
    note_dimension(p, findings);
  }
  for (ScenarioSpec& s : run.scenarios) check_scenario(run, s, findings);
  expand_takes(run, findings);
  check_names_differ(run.scenarios, findings);
  check_first(run, findings);
  for (TermSpec& t : run.objective) {
    t.measured.place = t.place;
    check_term(t, findings);
  }
}

}  // namespace

RunSpec load_run(const std::string& path) { return load_file<RunSpec>(path, "search", check_run); }

}  // namespace gambol
