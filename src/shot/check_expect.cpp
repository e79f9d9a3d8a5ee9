// What expectations must satisfy.

#include <fmt/format.h>

#include <algorithm>

#include "shot/check_names.h"
#include "shot/names.h"
#include "shot/values.h"

namespace gambol {
namespace {

void check_expectation(const ShotSpec& shot, const ExpectSpec& e, Findings& findings) {
  const CastSpec* cast = check_figure_name(shot, e.place, e.figure, findings);
  if (is_loaded(cast) && !e.body.empty()) {
    std::vector<std::string> known = names_in(cast->figure.bodies);
    for (const LegSpec& leg : cast->figure.legs) known.push_back(leg.name);
    if (std::find(known.begin(), known.end(), e.body) == known.end())
      report_unknown(findings, e.place, "body", e.body, "a body or leg of " + in_quotes(cast->name),
                     known);
  }
  const double to = e.to.value_or(shot.motion.simulate_until);
  if (!(e.from < to))
    findings.report(e.place, e.to ? "to" : "from", fmt::format("from {} s to {} s", e.from, to),
                    "from < to");
  if (e.min && e.max && *e.min > *e.max)
    findings.report(e.place, "max", fmt::format("{}, with min at {}", *e.max, *e.min),
                    "min <= max");
  const Written* first = nullptr;
  for (const char* field : {"min", "max", "reference"}) {
    const Written* at = findings.written(e.place, field);
    if (!at || !at->dimension) continue;
    if (first && !at->dimension->same_as(*first->dimension))
      findings.report(e.place, field, describe(*at->dimension), describe(*first->dimension));
    if (!first) first = at;
  }
}

}  // namespace

void check_expectations(const ShotSpec& shot, Findings& findings) {
  for (const ExpectSpec& e : shot.expect) check_expectation(shot, e, findings);
}

}  // namespace gambol
