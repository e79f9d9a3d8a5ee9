#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "image/drawing.h"
#include "search/page/cost_axis.h"
#include "search/page/plots.h"
#include "search/page/svg_parts.h"

namespace gambol {
namespace {

CostAxis axis_of(const SearchSummary& summary) {
  std::vector<double> costs;
  for (const Evaluation* e : summary.in_order)
    if (!failed(*e)) costs.push_back(e->cost);
  return CostAxis(std::move(costs));
}

// Of the candidates that did not fail; nothing if all did.
std::vector<double> median_of(const SearchSummary& summary, EvaluationSpan span) {
  std::vector<double> costs;
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (!failed(*summary.in_order[i])) costs.push_back(summary.in_order[i]->cost);
  if (costs.empty()) return {};
  const auto middle = costs.begin() + static_cast<std::ptrdiff_t>((costs.size() - 1) / 2);
  std::nth_element(costs.begin(), middle, costs.end());
  return {*middle};
}

class CostPlot {
 public:
  explicit CostPlot(const SearchSummary& summary) : summary_(summary), axis_(axis_of(summary)) {
    std::size_t longest = 1;
    for (const AxisTick& tick : axis_.ticks()) longest = std::max(longest, tick.text.size());
    const double labels = digit_width * static_cast<double>(longest) + 34;
    frame_ = {std::max(labels, 64.0), 24, width - 6, height - 50};
  }

  std::string draw() const {
    return fmt::format(
               "<svg class=\"plot\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
               "role=\"img\" aria-label=\"Cost over evaluations\">\n",
               svg_number(width), svg_number(height)) +
           axes() + dots() + failures() + medians() + best_so_far() + "</svg>\n";
  }

 private:
  static constexpr double width = 1224, height = 400;
  static constexpr double digit_width = 7.2;  // px, of the style's font
  static constexpr std::size_t most_dots = 2000, most_medians = 400;
  static constexpr int most_columns = 10;  // ticks on the axis of evaluations

  double x(double evaluation) const {
    return frame_.x((evaluation + 0.5) / static_cast<double>(summary_.in_order.size()));
  }
  double x_of(std::size_t index) const { return x(static_cast<double>(index)); }
  double y_of(const Evaluation& e) const { return frame_.y(axis_.part(e.cost)); }

  std::string axes() const {
    std::string text;
    PathText grid;
    if (!summary_.best.empty())
      for (const AxisTick& tick : axis_.ticks()) {
        const double y = frame_.y(tick.part);
        grid.move(frame_.left, y).line(frame_.right, y);
        text += svg_label(frame_.left - 6, y, "end", tick.text);
      }
    const double middle = frame_.y(0.5);
    text += fmt::format("<g transform=\"rotate(-90 12 {})\">", svg_number(middle)) +
            svg_label(12, middle, "middle", axis_.is_log() ? "cost, logarithmic" : "cost") +
            "</g>\n";
    return grid.element("grid") + frame_.element() + text + evaluation_axis();
  }

  std::string evaluation_axis() const {
    std::string text;
    PathText marks;
    const std::size_t n = summary_.in_order.size();
    const double range = static_cast<double>(n);
    const auto distance =
        std::max<std::size_t>(1, static_cast<std::size_t>(tick_distance(range, most_columns)));
    for (std::size_t i = distance; i <= n; i += distance) {
      const double at = x_of(i - 1);
      marks.move(at, frame_.bottom).line(at, frame_.bottom + 4);
      const char* anchor = at > frame_.right - 24 ? "end" : "middle";
      const double place = anchor[0] == 'e' ? frame_.right : at;
      text += svg_label(place, frame_.bottom + 13, anchor, std::to_string(i));
      text += svg_label(place, frame_.bottom + 27, anchor,
                        fmt::format("gen. {}", summary_.in_order[i - 1]->generation), "quiet");
    }
    text += svg_label(frame_.x(0.5), frame_.bottom + 42, "middle", "evaluations, and generations");
    return marks.element("axis") + text;
  }

  std::string dots() const {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < summary_.in_order.size(); ++i)
      if (!failed(*summary_.in_order[i])) shown.push_back(i);
    std::string text;
    for (const std::size_t k : thinned(shown.size(), most_dots)) {
      const Evaluation& e = *summary_.in_order[shown[k]];
      text +=
          fmt::format("<path d=\"M{} {}h0\"><title>{}: {:.5g}</title></path>\n",
                      svg_number(x_of(shown[k])), svg_number(y_of(e)), candidate_name(e), e.cost);
    }
    return "<g class=\"dot\">\n" + text + "</g>\n";
  }

  // A tick for each pixel's width with failed candidates, the higher the more of them failed.
  std::string failures() const {
    struct Column {
      std::size_t all = 0, failed = 0;
    };
    std::map<long, Column> columns;
    for (std::size_t i = 0; i < summary_.in_order.size(); ++i) {
      Column& column = columns[static_cast<long>(x_of(i))];
      ++column.all;
      if (failed(*summary_.in_order[i])) ++column.failed;
    }
    PathText ticks;
    for (const auto& [pixel, column] : columns) {
      if (column.failed == 0) continue;
      const double at = static_cast<double>(pixel) + 0.5;
      const double part = static_cast<double>(column.failed) / static_cast<double>(column.all);
      ticks.move(at, frame_.top - 2).line(at, frame_.top - 2 - (2 + 10 * part));
    }
    if (summary_.failed == 0) return "";
    return svg_label(frame_.left - 6, frame_.top - 8, "end", "failed") + ticks.element("fail");
  }

  std::string medians() const {
    PathText line;
    bool joined = false;
    if (summary_.generations.size() < 2) return "";
    for (const EvaluationSpan span : merged_generations(summary_, most_medians)) {
      const std::vector<double> median = median_of(summary_, span);
      for (const double cost : median) {
        const double at = x(0.5 * static_cast<double>(span.begin + span.end - 1));
        const double y = frame_.y(axis_.part(cost));
        joined ? line.line(at, y) : line.move(at, y);
      }
      joined = !median.empty();
    }
    return line.element("median");
  }

  // Steps of less than a tenth of a pixel, the least that coordinates tell, are left out.
  std::string best_so_far() const {
    const Evaluation* best = nullptr;
    double y = 0;
    std::size_t where = 0;
    PathText line;
    for (std::size_t i = 0; i < summary_.in_order.size(); ++i) {
      const Evaluation& e = *summary_.in_order[i];
      if (failed(e) || (best && e.cost >= best->cost)) continue;
      const bool first = !best;
      best = &e, where = i;
      if (first)
        line.move(x_of(i), y_of(e));
      else if (y_of(e) - y < 0.1)
        continue;
      else
        line.line(x_of(i), y).line(x_of(i), y_of(e));
      y = y_of(e);
    }
    if (!best) return "";
    line.line(frame_.right, y);
    return line.element("best") + PathText().dot(x_of(where), y_of(*best)).element("mark");
  }

  const SearchSummary& summary_;
  CostAxis axis_;
  PlotFrame frame_;
};

}  // namespace

std::string cost_plot(const SearchSummary& summary) {
  return summary.in_order.empty() ? "" : CostPlot(summary).draw();
}

std::size_t costs_above_plot(const SearchSummary& summary) { return axis_of(summary).above(); }

}  // namespace gambol
