#pragma once

// How all optimisers compare costs.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace gambol {

// An evaluation that failed may say anything; minus infinity is no success either.
inline double comparable_cost(double cost) {
  return std::isfinite(cost) ? cost : std::numeric_limits<double>::infinity();
}

// Indices from the best to the worst; of equal costs, the earlier first.
inline std::vector<int> ranked(const std::vector<double>& costs) {
  std::vector<int> order(costs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return comparable_cost(costs[a]) < comparable_cost(costs[b]);
  });
  return order;
}

}  // namespace gambol
