#include "search/parameter_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol {

double parameter_value(const ParameterSpec& p, double x) {
  if (p.scale == Scale::log) return *p.from * std::pow(*p.to / *p.from, x);
  return *p.from + (*p.to - *p.from) * x;
}

double place_of_value(const ParameterSpec& p, double value) {
  if (p.scale == Scale::log) return std::log(value / *p.from) / std::log(*p.to / *p.from);
  return (value - *p.from) / (*p.to - *p.from);
}

std::size_t choice_index(const ParameterSpec& p, double x) {
  const auto n = static_cast<double>(p.values.size());
  return static_cast<std::size_t>(std::clamp(std::floor(x * n), 0.0, n - 1));
}

std::string value_text(const ParameterSpec& p, double x) {
  return p.values.empty() ? fmt::format("{:.17g}", parameter_value(p, x))
                          : p.values[choice_index(p, x)];
}

std::string value_shown(const ParameterSpec& p, double x) {
  return p.values.empty() ? fmt::format("{:.6g}", parameter_value(p, x))
                          : p.values[choice_index(p, x)];
}

}  // namespace gambol
