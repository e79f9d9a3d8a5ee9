#include "search/evolution/elites.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gambol {

std::vector<int> Elites::cell_of(const std::vector<double>& descriptors) const {
  std::vector<int> cell;
  for (std::size_t i = 0; i < niches_.size(); ++i) {
    const NicheSpec& n = niches_[i];
    const double at = (descriptors[i] - n.from) / (n.to - n.from) * n.cells;
    cell.push_back(static_cast<int>(std::clamp(std::floor(at), 0.0, n.cells - 1.0)));
  }
  return cell;
}

bool Elites::offer(int candidate, double fitness, const std::vector<double>& descriptors) {
  const auto [at, first] = cells_.try_emplace(cell_of(descriptors), Elite{candidate, fitness});
  if (first) return true;
  const bool has_lived = life_ && candidate - at->second.candidate >= *life_;
  if (!has_lived && !(fitness > at->second.fitness)) return false;
  at->second = {candidate, fitness};
  return true;
}

std::optional<int> Elites::pick(Random& random) const {
  if (cells_.empty()) return {};
  const auto index =
      static_cast<std::ptrdiff_t>(random.uniform() * static_cast<double>(cells_.size()));
  return std::next(cells_.begin(), index)->second.candidate;
}

}  // namespace gambol
