#include "search/slip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "search/parameter_value.h"

namespace gambol {

std::vector<Slip> slips(const ParameterSpec& p) {
  std::vector<Slip> all;
  for (const std::string& path : p.path) all.push_back({path});
  for (const std::string& path : p.mirrored) all.push_back({path, -1});
  for (const ScaledSpec& s : p.scaled) all.push_back({s.path, s.by, s.plus, s.text});
  return all;
}

YamlNode value_at(const ParameterSpec& p, const Slip& slip, double x, double factor,
                  bool with_unit) {
  if (!p.values.empty()) return value_node(value_text(p, x), p.place);
  const double by = factor * slip.by;
  if (!slip.text.empty()) {
    std::string text = slip.text;
    const std::string number = fmt::format("{:.17g}", slip.plus + by * parameter_value(p, x));
    if (const std::size_t at = text.find(number_place); at != text.npos)
      text.replace(at, std::string_view(number_place).size(), number);
    return scalar_node(text, p.place);
  }
  const bool own = slip.plus == 0 && std::abs(slip.by) == 1;  // others may be of another dimension
  if (with_unit && own && p.dimension && !p.dimension->unit().empty())
    return scalar_node(fmt::format("{:.17g} {}", by * parameter_value(p, x), p.dimension->unit()),
                       p.place);
  if (by == 1 && slip.plus == 0) return scalar_node(value_text(p, x), p.place);
  return scalar_node(fmt::format("{:.17g}", slip.plus + by * parameter_value(p, x)), p.place);
}

Problem TakenPaths::take(const ParameterSpec& p, const WayThere& way) {
  // A value that goes into a part of an earlier one completes it; one that goes around it hides it.
  const auto hidden = std::find_if(taken_.begin(), taken_.end(), [&](const Taken& before) {
    return before.steps.size() >= way.steps.size() &&
           std::equal(way.steps.begin(), way.steps.end(), before.steps.begin());
  });
  if (hidden == taken_.end()) {
    taken_.push_back({way.steps, &p});
    return {};
  }
  const std::string other =
      hidden->by == &p ? "this parameter" : "the parameter " + hidden->by->name;
  return {
      {}, "", fmt::format("a path to which {} puts a value already", other), "a path of its own"};
}

}  // namespace gambol
