#include "search/evolution/evolution_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/markup.h"
#include "figure/grow.h"
#include "search/evolution/page_style.h"
#include "search/page/style.h"
#include "search/page/svg_parts.h"

namespace gambol {
namespace {

// markup_text() makes one line of several.
std::string markup_lines(const std::string& text) {
  std::string lines;
  std::size_t from = 0;
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', from)) {
    // Spaces at the beginning are lost there, too.
    const std::size_t word = std::min(text.find_first_not_of(' ', from), at);
    lines += text.substr(from, word - from) + markup_text(text.substr(word, at - word)) + "\n";
    from = at + 1;
  }
  return lines;
}

double fitness(const Evolution& evolution, int candidate) {
  return -evolution.result(candidate).cost;
}

std::string fact(const std::string& name, const std::string& value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", markup_text(name), markup_text(value));
}

std::string head(const Evolution& evolution, bool finished) {
  const EvolutionSpec& run = evolution.run();
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\"/>\n{}<meta name=\"viewport\" content=\"width=device-width\"/>\n"
      "<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n",
      finished ? "" : "<meta http-equiv=\"refresh\" content=\"10\"/>\n", markup_text(run.name),
      search_page_style, evolution_page_style);
  text += fmt::format("<h1>{}<span class=\"state\">{}</span></h1>\n", markup_text(run.name),
                      finished ? "finished" : "running");
  if (!run.about.empty()) text += fmt::format("<p>{}</p>\n", markup_text(run.about));
  text += fmt::format(
      "<p class=\"quiet\">MAP-Elites, {} morphology, {} founders, look back {}, "
      "seed {}</p>\n<dl class=\"facts\">\n",
      name_of(run.morphology), run.founders, run.look_back, run.seed);
  std::size_t all = 1;
  for (const NicheSpec& n : run.niches) all *= static_cast<std::size_t>(n.cells);
  text += fact("candidates", fmt::format("{} of {}", evolution.told(), run.candidates));
  text += fact("given up or failed", std::to_string(evolution.failed()));
  text += fact("cells", fmt::format("{} of {}", evolution.elites().cells().size(), all));
  for (const auto& [way, best] : evolution.best())
    text += fact(way, fmt::format("{:.3g}", fitness(evolution, best)));
  return text + "</dl>\n";
}

// The fitness of all that did not fail, and the best of each way of moving so far.
std::string fitness_plot(const Evolution& evolution) {
  double most = 0;
  for (int k = 0; k < evolution.told(); ++k)
    if (std::isfinite(evolution.result(k).cost)) most = std::max(most, fitness(evolution, k));
  if (most <= 0) return "<p class=\"quiet\">none yet</p>\n";
  const PlotFrame frame{60, 10, 1180, 300};
  const double count = std::max(evolution.told() - 1, 1);
  PathText dots;
  std::map<std::string, PathText> lines;
  std::map<std::string, double> best;
  for (int k = 0; k < evolution.told(); ++k) {
    const Evaluation& e = evolution.result(k);
    if (!std::isfinite(e.cost)) continue;
    const double x = frame.x(k / count), y = frame.y(-e.cost / most);
    dots.dot(x, y);
    const std::string way = evolution.creatures().way_of(e.trials[0]);
    if (way.empty()) continue;
    const auto [at, first] = best.try_emplace(way, -e.cost);
    if (first) lines[way].move(x, y);
    if (-e.cost <= at->second) continue;
    lines[way].line(x, frame.y(at->second / most)).line(x, y);
    at->second = -e.cost;
  }
  std::string text = "<svg class=\"plot\" viewBox=\"0 0 1260 340\" width=\"1260\">\n" +
                     frame.element() + dots.element("faint");
  for (auto& [way, line] : lines) {
    const double y = frame.y(best[way] / most);
    line.line(frame.right, y);
    text += line.element("best") + svg_label(frame.right + 6, y, "start", way);
  }
  for (int i = 0; i <= 4; ++i) {
    text += svg_label(frame.left - 6, frame.y(i / 4.0), "end", fmt::format("{:.3g}", most * i / 4));
    text += svg_label(frame.x(i / 4.0), frame.bottom + 14, "middle",
                      fmt::format("{:.0f}", count * i / 4), "quiet");
  }
  return text +
         svg_label((frame.left + frame.right) / 2, frame.bottom + 32, "middle", "candidate",
                   "quiet") +
         "</svg>\n";
}

// One panel for each combination of cells of the third and further niches, side by side.
std::string map_plot(const Evolution& evolution) {
  const auto& niches = evolution.run().niches;
  double most = 0;
  std::map<std::vector<int>, std::map<std::vector<int>, Elites::Elite>> panels;
  for (const auto& [cell, elite] : evolution.elites().cells()) {
    most = std::max(most, elite.fitness);
    const auto split =
        cell.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, cell.size()));
    panels[{split, cell.end()}][{cell.begin(), split}] = elite;
  }
  const int columns = niches[0].cells, rows = niches.size() > 1 ? niches[1].cells : 1;
  constexpr int side = 22, margin = 34;
  std::string text = "<div class=\"panels\">\n";
  for (const auto& [beyond, elites] : panels) {
    std::string title;
    for (std::size_t i = 0; i < beyond.size(); ++i) {
      const NicheSpec& n = niches[i + 2];
      const double width = (n.to - n.from) / n.cells;
      title += fmt::format("{}{} {:.3g} to {:.3g}", i > 0 ? ", " : "", n.name,
                           n.from + beyond[i] * width, n.from + (beyond[i] + 1) * width);
    }
    text += fmt::format(
        "<figure><figcaption>{}</figcaption><svg class=\"plot\" width=\"{}\" "
        "height=\"{}\">\n",
        markup_text(title), columns * side + margin + 6, rows * side + margin);
    for (const auto& [cell, elite] : elites) {
      const int row = rows - 1 - (cell.size() > 1 ? cell[1] : 0);
      const double part = most > 0 ? std::max(elite.fitness, 0.0) / most : 0;
      text += fmt::format(
          "<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
          "fill-opacity=\"{:.2f}\"><title>candidate {}: {:.3g}</title></rect>\n",
          margin + cell[0] * side, row * side + 2, side - 1, side - 1, 0.1 + 0.9 * part,
          elite.candidate, elite.fitness);
    }
    text += svg_label(
        margin + columns * side / 2.0, rows * side + 16, "middle",
        fmt::format("{} {:.3g} to {:.3g}", niches[0].name, niches[0].from, niches[0].to), "quiet");
    text += "</svg></figure>\n";
  }
  text += "</div>\n";
  if (niches.size() > 1)
    text += fmt::format(
        "<p class=\"quiet\">Upward: {} {:.3g} to {:.3g}. Darker: fitter, up to "
        "{:.3g}. Point at a cell for its elite.</p>\n",
        markup_text(niches[1].name), niches[1].from, niches[1].to, most);
  return text;
}

std::string gait_plot(const GaitDiagram& gait) {
  if (gait.limbs.empty()) return "";
  constexpr double row = 16;
  const double height = row * static_cast<double>(gait.limbs.size());
  const PlotFrame frame{90, 4, 560, 4 + height};
  std::string text = fmt::format("<svg class=\"plot\" width=\"580\" height=\"{}\">\n{}",
                                 height + 24, frame.element());
  const auto x = [&](double t) { return frame.x((t - gait.from) / (gait.to - gait.from)); };
  for (std::size_t i = 0; i < gait.limbs.size(); ++i) {
    const double y = 4 + row * (static_cast<double>(i) + 0.5);
    text += svg_label(frame.left - 6, y, "end", gait.limbs[i].name);
    for (const auto& [from, to] : gait.limbs[i].bears)
      text += fmt::format("<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                          svg_number(x(from)), svg_number(y - 5),
                          svg_number(std::max(x(to) - x(from), 1.0)), 10);
  }
  text += svg_label(frame.left, height + 14, "start", fmt::format("{:.3g} s", gait.from), "quiet");
  text += svg_label(frame.right, height + 14, "end", fmt::format("{:.3g} s", gait.to), "quiet");
  return text + "</svg>\n";
}

// The line of mothers, with the fathers that joined it.
std::string family(const Evolution& evolution, int candidate) {
  std::string text = "<ol class=\"family\">\n";
  for (const int k : line_of_mothers(evolution, candidate)) {
    const auto& parents = evolution.parents()[static_cast<std::size_t>(k)];
    text +=
        fmt::format("<li>{} <span class=\"quiet\">{:.3g}{}</span></li>\n", k, fitness(evolution, k),
                    parents.empty()       ? ", a founder"
                    : parents.size() == 2 ? fmt::format(", with {}", parents[1])
                                          : "");
  }
  return text + "</ol>\n";
}

std::string best_of(const Evolution& evolution, const std::string& way, int candidate,
                    const GaitDiagrams& gaits) {
  std::string text =
      fmt::format("<section><h3>{}: candidate {}</h3>\n<table>\n", markup_text(way), candidate);
  const Trial& trial = evolution.result(candidate).trials[0];
  const LogHead head = evolution.log_head();
  for (std::size_t i = 0; i < trial.measured.size(); ++i)
    text += fmt::format("<tr><td>{}</td><td class=\"n\">{:.4g}</td></tr>\n",
                        markup_text(head.measured[i]), trial.measured[i]);
  const GenomeSpec& genome = evolution.genomes()[static_cast<std::size_t>(candidate)];
  text += fmt::format("<tr><td>degrees of freedom</td><td class=\"n\">{}</td></tr>\n</table>\n",
                      degrees_of_freedom(genome));
  if (const auto gait = gaits.find(way); gait != gaits.end()) text += gait_plot(gait->second);
  text += "<details><summary>ancestors</summary>\n" + family(evolution, candidate) + "</details>\n";
  text += fmt::format("<details><summary>genome</summary>\n<pre>{}</pre></details></section>\n",
                      markup_lines(genome_text(genome)));
  return text;
}

}  // namespace

std::vector<int> line_of_mothers(const Evolution& evolution, int candidate) {
  std::vector<int> line{candidate};
  while (true) {
    const auto& parents = evolution.parents()[static_cast<std::size_t>(line.back())];
    if (parents.empty()) return line;
    line.push_back(parents[0]);
  }
}

std::string evolution_page(const Evolution& evolution, const GaitDiagrams& gaits, bool finished) {
  std::string text = head(evolution, finished);
  text += "<h2>Fitness</h2>\n" + fitness_plot(evolution);
  text += "<h2>Map of elites</h2>\n" + map_plot(evolution);
  text += "<h2>Families of the best</h2>\n" + family_plot(evolution);
  text += "<h2>Ways of moving</h2>\n<div class=\"panels\">\n";
  if (evolution.best().empty()) text += "<p class=\"quiet\">none yet</p>\n";
  for (const auto& [way, candidate] : evolution.best())
    text += best_of(evolution, way, candidate, gaits);
  return text + "</div>\n</body>\n</html>\n";
}

}  // namespace gambol
