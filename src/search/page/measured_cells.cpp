#include "search/page/measured_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/markup.h"
#include "search/term_text.h"

namespace gambol {
namespace {

constexpr std::size_t most_scenario_columns = 3;

bool has_scenario_columns(const RunSpec& run) {
  return run.scenarios.size() <= most_scenario_columns;
}

bool has_measured(const Trial& trial, std::size_t term) {
  return !trial.skipped && trial.failure.empty() && term < trial.measured.size() &&
         std::isfinite(trial.measured[term]);
}

// Grows with what a value adds to the cost, and tells apart values that all lie within the bounds.
double badness(const TermSpec& term, double value) {
  const ExpectSpec& bounds = term.measured;
  const double per_si = term_text(term).per_si;
  double outside = -std::numeric_limits<double>::infinity();
  if (bounds.min) outside = std::max(outside, *bounds.min * per_si - value);
  if (bounds.max) outside = std::max(outside, value - *bounds.max * per_si);
  if (!bounds.min && !bounds.max) outside = term.square ? std::abs(value) : value;
  return term.weight * outside;
}

// What of the term's value counts in the cost: "× 2, above 3".
std::string counted(const TermSpec& term) {
  const double unit = term_text(term).per_si;
  std::string text = fmt::format("× {:.4g}", term.weight);
  if (term.square) text += ", squared";
  if (term.measured.min) text += fmt::format(", below {:.4g}", *term.measured.min * unit);
  if (term.measured.max)
    text +=
        fmt::format("{} above {:.4g}", term.measured.min ? " or" : ",", *term.measured.max * unit);
  return text;
}

std::string term_head(const TermSpec& term) {
  const TermText text = term_text(term);
  return fmt::format("<th class=\"n\">{}{}{}<small>{}</small></th>", markup_text(text.title),
                     text.unit.empty() ? "" : ", ", markup_text(text.unit),
                     markup_text(counted(term)));
}

std::string cell_of(const Trial& trial, std::size_t term) {
  if (trial.skipped) return "<td class=\"n quiet\">skipped</td>";
  if (!trial.failure.empty())
    return fmt::format("<td class=\"n quiet\" title=\"{}\">failed</td>",
                       markup_text(trial.failure));
  if (!has_measured(trial, term)) return "<td class=\"n quiet\">–</td>";
  return fmt::format("<td class=\"n\">{:.4g}</td>", trial.measured[term]);
}

// The mean over the trials that measured the term, and the worst of them with its scenario.
std::string mean_cell(const RunSpec& run, const Evaluation& e, std::size_t term) {
  const std::vector<std::size_t> worst = worst_trial(run.objective[term], term, e.trials);
  if (worst.empty()) return "<td class=\"n quiet\">–</td>";
  double sum = 0;
  int count = 0;
  for (const Trial& trial : e.trials)
    if (has_measured(trial, term)) sum += trial.measured[term], ++count;
  const std::size_t s = worst[0];
  const std::string where = s < run.scenarios.size() ? run.scenarios[s].name : std::string();
  return fmt::format(
      "<td class=\"n\">{:.4g} <span class=\"quiet\" title=\"{}\">({:.4g})</span></td>", sum / count,
      markup_text("worst in " + where), e.trials[s].measured[term]);
}

}  // namespace

std::vector<std::size_t> worst_trial(const TermSpec& term, std::size_t index,
                                     const std::vector<Trial>& trials) {
  std::vector<std::size_t> worst;
  for (std::size_t s = 0; s < trials.size(); ++s) {
    if (!has_measured(trials[s], index)) continue;
    if (worst.empty() ||
        badness(term, trials[s].measured[index]) > badness(term, trials[worst[0]].measured[index]))
      worst = {s};
  }
  return worst;
}

HeadCells measured_head(const RunSpec& run) {
  HeadCells head;
  const bool each = has_scenario_columns(run);
  for (std::size_t s = 0; s < (each ? run.scenarios.size() : 1); ++s) {
    const std::string title =
        each ? "measured in " + run.scenarios[s].name
             : fmt::format("mean of {} scenarios (worst)", run.scenarios.size());
    if (!run.objective.empty())
      head.groups += fmt::format("<th class=\"group\" colspan=\"{}\">{}</th>", run.objective.size(),
                                 markup_text(title));
    for (const TermSpec& term : run.objective) head.columns += term_head(term);
  }
  return head;
}

std::string measured_cells(const RunSpec& run, const Evaluation& e) {
  std::string cells;
  if (!has_scenario_columns(run)) {
    for (std::size_t t = 0; t < run.objective.size(); ++t) cells += mean_cell(run, e, t);
    return cells;
  }
  static const Trial none;
  for (std::size_t s = 0; s < run.scenarios.size(); ++s)
    for (std::size_t t = 0; t < run.objective.size(); ++t)
      cells += cell_of(s < e.trials.size() ? e.trials[s] : none, t);
  return cells;
}

}  // namespace gambol
