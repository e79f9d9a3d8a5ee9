#include "search/loops/search_page.h"

#include <fmt/format.h>

#include "base/markup.h"
#include "search/page/plots.h"
#include "search/page/style.h"
#include "search/page/summary.h"
#include "search/page/tables.h"
#include "search/parameter_value.h"

namespace gambol {
namespace {

std::string described(const CmaEsSpec& m) {
  const std::string population =
      m.population > 0 ? fmt::format(", {} candidates a generation", m.population) : "";
  return fmt::format("CMA-ES, spread {:g}{}, at most {} generations", m.spread, population,
                     m.generations);
}
std::string described(const GreedySpec& m) {
  return fmt::format(
      "greedy search, {:g}% of parameters change by up to {:g}% of their ranges, {} "
      "evaluations",
      100 * m.chance, 100 * m.reach, m.evaluations);
}
std::string described(const GridSpec&) { return "grid of all combinations"; }
std::string described(const RandomSpec& m) {
  return fmt::format("random search, {} samples", m.samples);
}

std::string described(const RunSpec& run) {
  std::string text = std::visit([](const auto& kind) { return described(kind); }, run.method.kind);
  if (run.scenarios.size() > 1) {
    const std::string what = run.combine == Combine::quantile
                                 ? fmt::format("{:g} quantile", run.quantile)
                                 : std::string(name_of(run.combine));
    text += fmt::format("; {} of {} scenarios", what, run.scenarios.size());
  }
  return text + fmt::format("; seed {}", run.seed);
}

std::string fact(const char* name, const std::string& value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
}

std::string facts(const SearchSummary& s) {
  const std::size_t n = s.in_order.size();
  const double percent = n ? 100 * static_cast<double>(s.failed) / static_cast<double>(n) : 0;
  std::string text = "<dl class=\"facts\">\n";
  const Evaluation* best = s.best.empty() ? nullptr : s.best[0];
  text += fact("best cost", best ? fmt::format("{:.5g}", best->cost) : "none yet");
  if (best) text += fact("best candidate", candidate_name(*best));
  text += fact("evaluations", std::to_string(n));
  text += fact("generations", std::to_string(s.generations.size()));
  text += fact("failed", fmt::format("{} ({:.3g}%)", s.failed, percent));
  return text + "</dl>\n";
}

std::string head(const RunSpec& run, const SearchSummary& summary, bool finished) {
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
             "<meta http-equiv=\"Content-Security-Policy\" "
             "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
             "{}<meta name=\"viewport\" content=\"width=device-width\"/>\n"
             "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
             finished ? "" : "<meta http-equiv=\"refresh\" content=\"10\"/>\n",
             markup_text(run.name), search_page_style) +
         fmt::format("<h1>{}<span class=\"state\">{}</span></h1>\n", markup_text(run.name),
                     finished ? "finished" : "running") +
         (run.about.empty() ? "" : fmt::format("<p>{}</p>\n", markup_text(run.about))) +
         fmt::format("<p class=\"quiet\">{}</p>\n", markup_text(described(run))) + facts(summary);
}

std::string key(const char* style, const char* path, const char* name) {
  return fmt::format(
      "<span><svg width=\"22\" height=\"14\"><path class=\"{}\" d=\"{}\"/></svg>{}"
      "</span>\n",
      style, path, name);
}

std::string costs(const SearchSummary& summary) {
  std::string text = "<h2>Cost</h2>\n<div class=\"key\">\n";
  if (!summary.best.empty())
    text += key("dot", "M11 7h0", "candidate (point at it for its cost)") +
            key("best", "M2 4L11 4L11 11L20 11", "best so far");
  if (!summary.best.empty() && summary.generations.size() > 1)
    text += key("median", "M2 7L20 7", "median of a generation's candidates that did not fail");
  if (summary.failed > 0) text += key("fail", "M9 2L9 12M12 5L12 12", "failed; high where all did");
  text += "</div>\n" + cost_plot(summary);
  const std::size_t above = costs_above_plot(summary);
  if (above > 0)
    text += fmt::format("<p class=\"note\">{} candidates lie above the upper end.</p>\n", above);
  return text;
}

std::string parameter_figure(const RunSpec& run, std::size_t i, const SearchSummary& summary) {
  const ParameterSpec& p = run.parameters[i];
  const std::string unit = shown_unit(p).name;
  std::string best;
  if (!summary.best.empty() && static_cast<Eigen::Index>(i) < summary.best[0]->x.size())
    best = shown_value(p, summary.best[0]->x[static_cast<Eigen::Index>(i)]) +
           (unit.empty() ? "" : " " + unit);
  return fmt::format("<figure><figcaption><b>{}{}</b><span>{}</span></figcaption>\n{}</figure>\n",
                     markup_text(p.name), p.scale == Scale::log ? "<small>log</small>" : "",
                     markup_text(best), parameter_plot(run, i, summary));
}

std::string parameters(const RunSpec& run, const SearchSummary& summary) {
  std::string text = "<h2>Parameters</h2>\n<div class=\"key\">\n" +
                     key("faint", "M11 7h0", "candidate") +
                     key("best", "M2 7L20 7", "best of a generation") +
                     key("mark", "M11 7h0", "best of all, whose value stands above");
  if (summary.failed > 0) text += key("faint bad", "M11 7h0", "failed");
  text +=
      "<span class=\"quiet\">Each over the evaluations, within its range.</span>\n"
      "</div>\n<div class=\"parameters\">\n";
  for (std::size_t i = 0; i < run.parameters.size(); ++i) text += parameter_figure(run, i, summary);
  return text + "</div>\n";
}

std::string tables(const RunSpec& run, const SearchSummary& summary) {
  std::string text;
  if (!summary.best.empty())
    text += "<h2>Best candidates</h2>\n" + best_table(run, summary) +
            "<p class=\"note\">Underlined values are at an end of their range.</p>\n";
  if (summary.failed > 0) text += "<h2>Failed candidates</h2>\n" + failure_table(run, summary);
  return text;
}

}  // namespace

std::string search_page(const RunSpec& run, const std::vector<Evaluation>& done, bool finished) {
  const SearchSummary summary = summarise(done);
  std::string page = head(run, summary, finished);
  page += done.empty() ? "<p>No candidate has been evaluated yet.</p>\n"
                       : costs(summary) + parameters(run, summary) + tables(run, summary);
  return page + "</body>\n</html>\n";
}

}  // namespace gambol
