#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/nearest.h"
#include "gait/gait_spec.h"

namespace gambol {
namespace {

double whole_turns_off(double phase) {
  const double rest = phase - std::floor(phase);
  return rest < 1 ? rest : 0;  // rest is 1 for a phase of -1e-20
}

int rows_of(const GaitPhases& phases) {
  return static_cast<int>(
      std::max({phases.left.size(), phases.right.size(), phases.middle.size()}));
}

int rows_of(const std::vector<LegSpec>& legs) {
  int rows = 0;
  for (const LegSpec& leg : legs) rows = std::max(rows, leg.row + 1);
  return rows;
}

const std::vector<double>& side_of(const GaitPhases& phases, const LegSpec& leg) {
  if (leg.side == Side::middle) return phases.middle;
  return leg.side == Side::left ? phases.left : phases.right;
}

std::string counted_rows(int rows) { return fmt::format("{} row{}", rows, rows == 1 ? "" : "s"); }

}  // namespace

const GaitPattern* find_gait(const GaitTable& table, const std::string& name) {
  for (const GaitPattern& pattern : table.patterns)
    if (pattern.name == name) return &pattern;
  return nullptr;
}

std::string resolve_gait(const GaitTable& table, GaitPattern& gait) {
  if (gait.phases && gait.rule) return "`phases` or `rule`, not both";
  const GaitPattern* known = find_gait(table, gait.name);
  if (!known && (gait.phases || gait.rule)) return "";
  if (!known) {
    std::vector<std::string> names;
    for (const GaitPattern& pattern : table.patterns) names.push_back(pattern.name);
    if (gait.name.empty()) return "the name of a gait, or `phases` or `rule`";
    const std::string close = nearest(gait.name, names);
    return fmt::format("a gait of its own with `phases` or `rule`, or {}{}", alternatives(names),
                       close.empty() ? "" : fmt::format(" (did you mean {}?)", close));
  }
  if (!gait.duty_factor) gait.duty_factor = known->duty_factor;
  if (gait.about.empty()) gait.about = known->about;
  if (!gait.phases && !gait.rule) {
    gait.phases = known->phases;
    gait.rule = known->rule;
  }
  return "";
}

std::string gait_misfit(const GaitPattern& pattern, const std::vector<LegSpec>& legs) {
  if (legs.empty()) return "the figure has no legs";
  if (!pattern.phases) return "";
  const int wanted = rows_of(*pattern.phases), rows = rows_of(legs);
  if (wanted != rows)
    return fmt::format("the gait is for {} of legs, and the figure has {}", counted_rows(wanted),
                       rows);
  for (const LegSpec& leg : legs)
    if (leg.row >= static_cast<int>(side_of(*pattern.phases, leg).size()))
      return fmt::format("the gait has no phase for leg {}, {} in row {}", leg.name,
                         name_of(leg.side), leg.row);
  for (int row = 0; row < rows; ++row)
    if (std::none_of(legs.begin(), legs.end(), [&](const LegSpec& l) { return l.row == row; }))
      return fmt::format("the gait has phases for row {}, and the figure has no leg there", row);
  return "";
}

std::vector<double> phases_of(const GaitPattern& pattern, const std::vector<LegSpec>& legs) {
  assert((pattern.phases || pattern.rule) && gait_misfit(pattern, legs).empty());
  std::vector<double> phases;
  for (const LegSpec& leg : legs) {
    const double phase = pattern.phases
                             ? side_of(*pattern.phases, leg)[static_cast<std::size_t>(leg.row)]
                             : leg.row * pattern.rule->between_rows +
                                   pattern.rule->across * (1 - outward(leg.side)) / 2;
    phases.push_back(whole_turns_off(phase));
  }
  return phases;
}

double leg_state(double relative_phase, double cycles) {
  return whole_turns_off(relative_phase + cycles);
}

}  // namespace gambol
