#include "search/page/tables.h"

#include <fmt/format.h>

#include <cmath>

#include "base/markup.h"
#include "base/utf8.h"
#include "search/page/measured_cells.h"
#include "search/parameter_value.h"

namespace gambol {
namespace {

constexpr std::size_t most_reasons = 30;

// Bounds the page where reasons are long, as those of shots with many problems.
std::string start_of(const std::string& text) {
  constexpr std::size_t most_bytes = 300;
  if (text.size() <= most_bytes) return text;
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + " …";
}

HeadCells parameter_head(const RunSpec& run) {
  HeadCells head;
  if (run.parameters.empty()) return head;
  head.groups =
      fmt::format("<th class=\"group\" colspan=\"{}\">parameters</th>", run.parameters.size());
  for (const ParameterSpec& p : run.parameters) {
    const std::string unit = shown_unit(p).name;
    head.columns += fmt::format("<th class=\"n\">{}{}</th>", markup_text(p.name),
                                unit.empty() ? "" : ", " + markup_text(unit));
  }
  return head;
}

// Underlines a value at an end of its range, which may be too narrow.
std::string parameter_cell(const ParameterSpec& p, double x) {
  if (!std::isfinite(x)) return "<td class=\"n quiet\">–</td>";
  constexpr double edge = 0.005;
  const bool at_end = p.values.empty() && (x < edge || x > 1 - edge);
  const std::string value = markup_text(start_of(shown_value(p, x)));
  return at_end ? fmt::format("<td class=\"n\"><u>{}</u></td>", value)
                : fmt::format("<td class=\"n\">{}</td>", value);
}

std::string candidate_row(const RunSpec& run, const Evaluation& e) {
  std::string cells =
      fmt::format("<th>{}</th><td class=\"n\">{:.5g}</td>", candidate_name(e), e.cost);
  cells += measured_cells(run, e);
  for (std::size_t i = 0; i < run.parameters.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    cells += parameter_cell(run.parameters[i], at < e.x.size() ? e.x[at] : NAN);
  }
  return cells;
}

}  // namespace

std::string best_table(const RunSpec& run, const SearchSummary& summary) {
  if (summary.best.empty()) return "";
  const HeadCells measured = measured_head(run), parameters = parameter_head(run);
  std::string text = "<div class=\"wide\"><table>\n<thead>\n<tr><th></th><th></th>" +
                     measured.groups + parameters.groups +
                     "</tr>\n<tr><th>candidate</th><th class=\"n\">cost</th>" + measured.columns +
                     parameters.columns + "</tr>\n</thead>\n<tbody>\n";
  for (const Evaluation* e : summary.best)
    text += fmt::format("<tr{}>{}</tr>\n", e == summary.best[0] ? " class=\"first\"" : "",
                        candidate_row(run, *e));
  return text + "</tbody>\n</table></div>\n";
}

std::string failure_table(const RunSpec& run, const SearchSummary& summary) {
  if (summary.failures.empty()) return "";
  std::string text =
      "<div class=\"wide\"><table>\n<thead><tr><th class=\"n\">candidates</th>"
      "<th class=\"n\">of the failed</th><th>example of the reason</th><th>candidate</th>"
      "<th>scenario</th></tr></thead>\n<tbody>\n";
  std::size_t shown = 0, told = 0;
  for (const FailureGroup& group : summary.failures) {
    if (shown++ == most_reasons) break;
    told += group.count;
    const double percent =
        100 * static_cast<double>(group.count) / static_cast<double>(summary.failed);
    text += fmt::format(
        "<tr><td class=\"n\">{}</td><td class=\"n\">{:.3g}%</td><td class=\"text\">{}</td>"
        "<td>{}</td><td>{}</td></tr>\n",
        group.count, percent, markup_text(start_of(group.reason)), candidate_name(*group.example),
        group.scenario < run.scenarios.size() ? markup_text(run.scenarios[group.scenario].name)
                                              : std::string());
  }
  if (told < summary.failed)
    text += fmt::format(
        "<tr><td class=\"n\">{}</td><td></td><td class=\"text\">for {} other reasons</td><td></td>"
        "<td></td></tr>\n",
        summary.failed - told, summary.failures.size() - most_reasons);
  return text + "</tbody>\n</table></div>\n";
}

}  // namespace gambol
