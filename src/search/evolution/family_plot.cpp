#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "search/evolution/evolution_page.h"
#include "search/page/svg_parts.h"

namespace gambol {
namespace {

// The candidates and everybody that they descend from.
std::set<int> with_ancestors(const Evolution& evolution, std::vector<int> open) {
  std::set<int> all;
  while (!open.empty()) {
    const int k = open.back();
    open.pop_back();
    if (!all.insert(k).second) continue;
    const auto& parents = evolution.parents()[static_cast<std::size_t>(k)];
    open.insert(open.end(), parents.begin(), parents.end());
  }
  return all;
}

}  // namespace

std::string family_plot(const Evolution& evolution) {
  std::vector<int> best;
  for (const auto& [way, candidate] : evolution.best()) best.push_back(candidate);
  const std::set<int> family = with_ancestors(evolution, best);
  if (family.empty()) return "";
  double most = 0;
  for (const int k : family) most = std::max(most, -evolution.result(k).cost);
  const PlotFrame frame{60, 10, 1180, 300};
  const double count = std::max(*family.rbegin(), 1);
  const auto x = [&](int k) { return frame.x(k / count); };
  const auto y = [&](int k) {
    return frame.y(most > 0 ? std::max(-evolution.result(k).cost, 0.0) / most : 0);
  };
  PathText mothers, fathers;
  std::string dots;
  for (const int k : family) {
    const auto& parents = evolution.parents()[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < parents.size(); ++i)
      (i == 0 ? mothers : fathers).move(x(parents[i]), y(parents[i])).line(x(k), y(k));
    dots += fmt::format(
        "<circle class=\"cell\" cx=\"{}\" cy=\"{}\" r=\"3\"><title>{}</title></circle>\n",
        svg_number(x(k)), svg_number(y(k)), k);
  }
  std::string text = "<svg class=\"plot\" viewBox=\"0 0 1260 340\" width=\"1260\">\n" +
                     frame.element() + fathers.element("faint") + mothers.element("best") + dots;
  for (const auto& [way, k] : evolution.best()) text += svg_label(x(k) + 6, y(k) - 6, "start", way);
  text += svg_label(frame.left, frame.bottom + 14, "middle", "0", "quiet") +
          svg_label(frame.right, frame.bottom + 14, "middle", fmt::format("{}", count), "quiet") +
          svg_label(frame.left - 6, frame.top, "end", fmt::format("{:.3g}", most)) +
          svg_label(frame.left - 6, frame.bottom, "end", "0");
  return text + "</svg>\n";
}

}  // namespace gambol
