#include "search/loops/compare_integrators.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/progress.h"
#include "base/units.h"
#include "cli/motion.h"
#include "cli/verbs.h"
#include "schema/names.h"

namespace gambol {
namespace {

std::string setting(const IntegratorSpec& how) {
  return is_adaptive(how.method) ? fmt::format("{:.0e}", how.tolerance)
                                 : fmt::format("{:.3g} us", how.step * 1e6);
}

std::vector<std::string> cells(const IntegratorRun& run, std::size_t measures, bool reference) {
  const auto mm = [&](double error) { return fmt::format("{:.3g}", error * 1e3); };
  std::vector<std::string> row{
      std::string(name_of(run.how.method)), setting(run.how),
      fmt::format("{}", run.evaluations),   fmt::format("{}", run.accepted),
      fmt::format("{}", run.rejected),      fmt::format("{:.3f}", run.seconds)};
  if (run.failed > 0)
    row.insert(row.end(), {fmt::format("{} blew up", run.failed), "", ""});
  else if (reference)
    row.insert(row.end(), {"reference", "", ""});
  else
    row.insert(row.end(), {mm(run.mean_error), mm(run.worst_error),
                           run.final_error > 0 ? mm(run.final_error) : ""});
  for (std::size_t i = 0; i < measures; ++i)
    row.push_back(i < run.measures.size() ? fmt::format("{:.4g}", run.measures[i]) : "");
  return row;
}

void print_table(const IntegratorReport& report) {
  std::vector<std::vector<std::string>> rows{{"method", "step, tol.", "evaluations", "accepted",
                                              "rejected", "seconds", "error, mm", "worst",
                                              "at the end"}};
  rows[0].insert(rows[0].end(), report.measures.begin(), report.measures.end());
  rows.push_back(cells(report.reference, report.measures.size(), true));
  for (const IntegratorRun& run : report.runs)
    rows.push_back(cells(run, report.measures.size(), false));
  std::vector<std::size_t> width(rows[0].size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i == 0 ? fmt::format("{:<{}}", row[i], width[i])
                     : fmt::format("  {:>{}}", row[i], width[i]);
    fmt::print("{}\n", line);
  }
}

double positive_time(const std::string& option, const std::string& text) {
  try {
    const Quantity q = parse_quantity(text);
    if ((!q.has_unit || q.dimension == dim::time) && q.value > 0) return q.value;
  } catch (const std::invalid_argument&) {
  }
  throw UsageError(fmt::format("{} \"{}\": expected a time, such as 0.3 or 50ms", option, text));
}

void print_own(const ShotSpec& shot, double until) {
  const IntegratorRun run = count_evaluations(shot, until);
  fmt::print(
      "{}: {} {}: {} evaluations in {:.4g} s simulated ({:.4g} per second), {} steps accepted, {} "
      "rejected, {:.3f} s of processor time\n",
      shot.name, name_of(run.how.method), setting(run.how), run.evaluations, run.simulated,
      static_cast<double>(run.evaluations) / run.simulated, run.accepted, run.rejected,
      run.seconds);
}

}  // namespace

ExitCode integrators_verb(const IntegratorsOptions& options) {
  const double until = options.until.empty() ? 0 : positive_time("--until", options.until);
  const double span = positive_time("--span", options.span);
  if (!(options.reference > 0))
    throw UsageError(fmt::format("--reference {}: expected more than 0", options.reference));
  const ShotSpec shot = load_sound_shot(options.shot);
  if (options.own) {
    print_own(shot, until);
    return ExitCode::ok;
  }
  Progress progress("comparing");
  const IntegratorReport report = compare_integrators(shot, {until, span, options.reference},
                                                      [&](double done) { progress.at(done); });
  fmt::print(
      "{} until {:.4g} s; errors over {:.4g} s from the same states, and at the end of the "
      "shot\n\n",
      shot.name, report.until, report.span);
  print_table(report);
  for (const IntegratorRun& run : report.runs)
    if (!run.failure.empty())
      fmt::print("\n{} {}: {}\n", name_of(run.how.method), setting(run.how), run.failure);
  return ExitCode::ok;
}

}  // namespace gambol
