#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/markup.h"
#include "search/page/plots.h"
#include "search/page/svg_parts.h"
#include "search/parameter_value.h"

namespace gambol {
namespace {

// `text` as far as it fits beside a plot.
std::string cut(const std::string& text) {
  constexpr std::size_t most_letters = 11;
  std::size_t letters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
    if (begins && ++letters > most_letters) return text.substr(0, i) + "…";
  }
  return text;
}

class ParameterPlot {
 public:
  ParameterPlot(const ParameterSpec& spec, Eigen::Index parameter, const SearchSummary& summary)
      : spec_(spec), parameter_(parameter), summary_(summary) {}

  std::string draw() const {
    return fmt::format(
               "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
               "aria-label=\"{2}\">\n",
               svg_number(width), svg_number(height), markup_text(spec_.name)) +
           frame_.element() + labels() + dots() + best_line() + "</svg>\n";
  }

 private:
  static constexpr double width = 294, height = 118;
  static constexpr std::size_t most_dots = 400, most_points = 100, most_choices = 5;

  // Ranges fill the plot as the search sees them, so that a logarithmic one is spaced so. Choices
  // stand in the middles of equal parts.
  double part(double x) const {
    if (spec_.values.empty()) return std::clamp(x, 0.0, 1.0);
    return (static_cast<double>(choice_index(spec_, x)) + 0.5) /
           static_cast<double>(spec_.values.size());
  }
  double x_of(double index) const {
    return frame_.x((index + 0.5) / static_cast<double>(summary_.in_order.size()));
  }
  // Whether the evaluation has the parameter; one that was read from a file may have anything.
  bool has(const Evaluation& e) const {
    return parameter_ < e.x.size() && std::isfinite(e.x[parameter_]);
  }

  std::string labels() const {
    const double left = frame_.left - 5;
    if (spec_.values.empty())
      return svg_label(left, frame_.top + 5, "end", shown_value(spec_, 1)) +
             svg_label(left, frame_.bottom - 5, "end", shown_value(spec_, 0));
    const std::size_t n = spec_.values.size(), step = n > most_choices ? n - 1 : 1;
    std::string text;
    for (std::size_t i = 0; i < n; i += step) {
      const double x = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
      text += svg_label(left, frame_.y(x), "end", cut(spec_.values[i]));
    }
    return text;
  }

  std::string dots() const {
    PathText good, bad;
    for (const std::size_t i : thinned(summary_.in_order.size(), most_dots)) {
      const Evaluation& e = *summary_.in_order[i];
      if (!has(e)) continue;
      PathText& path = failed(e) ? bad : good;
      path.dot(x_of(static_cast<double>(i)), frame_.y(part(e.x[parameter_])));
    }
    return bad.element("faint bad") + good.element("faint");
  }

  // The best of each generation, and the best of all.
  std::string best_line() const {
    PathText line;
    bool joined = false;
    const auto generations = merged_generations(summary_, most_points);
    for (const EvaluationSpan span : generations) {
      const Evaluation* best = best_of(summary_, span);
      const bool shown = best && has(*best) && generations.size() > 1;
      if (shown) {
        const double at = x_of(0.5 * static_cast<double>(span.begin + span.end - 1));
        const double y = frame_.y(part(best->x[parameter_]));
        joined ? line.line(at, y) : line.move(at, y);
      }
      joined = shown;
    }
    PathText mark;
    if (!summary_.best.empty() && has(*summary_.best[0])) {
      const auto& all = summary_.in_order;
      const auto where = std::find(all.begin(), all.end(), summary_.best[0]) - all.begin();
      mark.dot(x_of(static_cast<double>(where)), frame_.y(part(summary_.best[0]->x[parameter_])));
    }
    return line.element("best") + mark.element("mark");
  }

  const ParameterSpec& spec_;
  Eigen::Index parameter_;
  const SearchSummary& summary_;
  PlotFrame frame_{86, 6, width - 8, height - 6};
};

}  // namespace

std::string parameter_plot(const RunSpec& run, std::size_t parameter,
                           const SearchSummary& summary) {
  return ParameterPlot(run.parameters[parameter], static_cast<Eigen::Index>(parameter), summary)
      .draw();
}

}  // namespace gambol
