#include "search/parameter_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol {

double parameter_value(const ParameterSpec& p, double x) {
  const double from = *p.from, to = *p.to;
  // pow(to / from, 1) times from may differ from `to` in its last digit.
  if (x >= 1) return to;
  const double value =
      p.scale == Scale::log ? from * std::pow(to / from, x) : std::lerp(from, to, x);
  return std::clamp(value, from, to);
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

ShownUnit shown_unit(const ParameterSpec& p) {
  if (!p.dimension || !p.values.empty()) return {};
  const Dimension& d = *p.dimension;
  const double size = std::max(std::abs(*p.from), std::abs(*p.to));
  constexpr double degrees_per_rad = 180 / std::numbers::pi;
  if (d == dim::angle) return {"deg", degrees_per_rad};
  if (d == dim::angular_speed) return {"deg/s", degrees_per_rad};
  if (d == dim::length && size < 0.02) return {"mm", 1e3};
  if (d == dim::length && size < 1) return {"cm", 1e2};
  if (d == dim::speed && size < 1) return {"cm/s", 1e2};
  if (d == dim::time && size < 1) return {"ms", 1e3};
  if (d == dim::mass && size < 1) return {"g", 1e3};
  if (d == dim::force && size < 1) return {"mN", 1e3};
  return {d.unit(), 1};
}

std::string shown_value(const ParameterSpec& p, double x) {
  if (!p.values.empty()) return p.values[choice_index(p, x)];
  return fmt::format("{:.4g}", parameter_value(p, x) * shown_unit(p).per_si);
}

}  // namespace gambol
