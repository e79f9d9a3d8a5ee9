#include "cli/work/search_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "cli/columns.h"
#include "search/parameter_value.h"
#include "search/term_text.h"

namespace gambol {
namespace {

constexpr std::size_t most_rows = 50;
constexpr std::size_t best_rows = 3;          // of each value, if there are more candidates
constexpr std::size_t most_values_shown = 4;  // scenarios of which a cell tells each

bool is_outside(const TermSpec& term, double shown) {
  const double per_si = term_text(term).per_si;
  const ExpectSpec& e = term.measured;
  return (e.min && shown < *e.min * per_si) || (e.max && shown > *e.max * per_si);
}

// A term in all scenarios.
std::string cell(const TermSpec& term, const std::vector<Trial>& trials, std::size_t index) {
  std::string each;
  double sum = 0, least = cost_of_failure, greatest = -cost_of_failure;
  long measured = 0, outside = 0;
  for (const Trial& trial : trials) {
    if (!each.empty()) each += " / ";
    if (trial.skipped || index >= trial.measured.size()) {
      each += "-";
      continue;
    }
    const double value = trial.measured[index];
    const bool misses = is_outside(term, value);
    each += fmt::format("{:.3g}{}", value, misses ? "!" : "");
    sum += value;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    ++measured;
    outside += misses;
  }
  if (trials.size() <= most_values_shown) return each;
  if (measured == 0) return "-";
  return fmt::format("{:.3g} ({:.3g} to {:.3g}){}", sum / static_cast<double>(measured), least,
                     greatest, outside > 0 ? fmt::format(" {}!", outside) : "");
}

std::vector<std::string> row_of(const RunSpec& run, const Evaluation& e) {
  std::vector<std::string> row;
  for (std::size_t i = 0; i < run.parameters.size(); ++i)
    row.push_back(shown_value(run.parameters[i], e.x[static_cast<Eigen::Index>(i)]));
  row.push_back(std::isfinite(e.cost) ? fmt::format("{:.4g}", e.cost) : "failed");
  for (std::size_t t = 0; t < run.objective.size(); ++t)
    row.push_back(cell(run.objective[t], e.trials, t));
  return row;
}

// The best of each value of the first parameter, by these values.
std::vector<const Evaluation*> best_of(const std::vector<Evaluation>& done) {
  std::map<double, std::vector<const Evaluation*>> by_value;
  for (const Evaluation& e : done) by_value[e.x[0]].push_back(&e);
  std::vector<const Evaluation*> best;
  for (auto& [value, all] : by_value) {
    std::stable_sort(all.begin(), all.end(),
                     [](const auto* a, const auto* b) { return a->cost < b->cost; });
    best.insert(best.end(), all.begin(),
                all.begin() + static_cast<std::ptrdiff_t>(std::min(best_rows, all.size())));
  }
  return best;
}

void explain_cells(const RunSpec& run) {
  std::string names;
  for (const ScenarioSpec& s : run.scenarios) names += (names.empty() ? "" : " / ") + s.name;
  if (run.scenarios.size() > most_values_shown)
    fmt::print("{} scenarios: mean (least to greatest)\n", run.scenarios.size());
  else if (run.scenarios.size() > 1)
    fmt::print("{}\n", names);
}

}  // namespace

void print_search_table(const RunSpec& run, const std::vector<Evaluation>& done) {
  std::vector<const Evaluation*> shown;
  if (done.size() > most_rows)
    shown = best_of(done);
  else
    for (const Evaluation& e : done) shown.push_back(&e);
  if (shown.size() < done.size())
    fmt::print("of {} candidates the best {} for each value of {}\n", done.size(), best_rows,
               run.parameters[0].name);
  explain_cells(run);
  std::vector<std::vector<std::string>> rows(2);
  for (const ParameterSpec& p : run.parameters) {
    rows[0].push_back(p.name);
    rows[1].push_back(shown_unit(p).name);
  }
  rows[0].push_back("cost");
  rows[1].push_back("");
  for (const TermSpec& term : run.objective) {
    const TermText text = term_text(term);
    rows[0].push_back(text.title);
    rows[1].push_back(text.unit);
  }
  for (const Evaluation* e : shown) rows.push_back(row_of(run, *e));
  print_columns(rows, run.parameters.size());
}

}  // namespace gambol
