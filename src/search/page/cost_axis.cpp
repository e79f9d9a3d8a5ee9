#include "search/page/cost_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "image/drawing.h"

namespace gambol {
namespace {

constexpr double most_cost = 1e150;  // beyond, differences of costs overflow
constexpr int most_ticks = 6;

// The upper end of a linear axis over sorted costs. If a few bad candidates were given room, all
// others would lie on one line.
double linear_end(const std::vector<double>& costs) {
  const double low = costs.front(), high = costs.back();
  const double most = costs[static_cast<std::size_t>(0.98 * static_cast<double>(costs.size() - 1))];
  return most > low && high - low > 4 * (most - low) ? most + 0.3 * (most - low) : high;
}

// What an axis extends beyond its costs. Costs that differ in their last digits only are shown as
// equal: ticks would need all digits.
double room_beyond(double low, double high) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (size == 0) return 0.5;
  return high - low < 1e-6 * size ? 0.1 * size : 0.04 * (high - low);
}

std::string linear_text(double value, double distance) {
  const bool is_long = std::abs(value) >= 1e6 || distance < 1e-5;
  return is_long ? fmt::format("{:.7g}", value) : tick_text(value, distance);
}

}  // namespace

CostAxis::CostAxis(std::vector<double> costs) {
  if (costs.empty()) return;
  std::sort(costs.begin(), costs.end());
  log_ = costs.front() > 0 && costs.back() > 100 * costs.front();
  low_ = scaled(costs.front());
  high_ = scaled(log_ ? costs.back() : linear_end(costs));
  above_ = static_cast<std::size_t>(
      std::count_if(costs.begin(), costs.end(), [&](double cost) { return scaled(cost) > high_; }));
  const double room = room_beyond(low_, high_);
  low_ -= room, high_ += room;
}

double CostAxis::scaled(double cost) const {
  return log_ ? std::log10(cost) : std::clamp(cost, -most_cost, most_cost);
}

double CostAxis::part(double cost) const {
  return std::clamp((scaled(cost) - low_) / (high_ - low_), 0.0, 1.0);
}

std::vector<AxisTick> CostAxis::ticks() const {
  const double distance = log_ ? std::max(1.0, std::ceil((high_ - low_) / most_ticks))
                               : tick_distance(high_ - low_, most_ticks);
  std::vector<AxisTick> ticks;
  const double first = std::ceil(low_ / distance);
  for (int i = 0; i <= most_ticks; ++i) {
    const double at = (first + i) * distance;
    if (at > high_) break;
    ticks.push_back({(at - low_) / (high_ - low_),
                     log_ ? fmt::format("{:g}", std::pow(10, at)) : linear_text(at, distance)});
  }
  return ticks;
}

}  // namespace gambol
