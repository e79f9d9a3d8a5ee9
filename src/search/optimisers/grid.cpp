#include "search/optimisers/grid.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace gambol {

GridSearch::GridSearch(const GridOptions& options) : options_(options) {
  assert(options.generation >= 1);
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const int levels : options.levels) {
    assert(levels >= 1);
    size_ = size_ > most / levels ? most : size_ * levels;
  }
  prepare();
}

void GridSearch::tell([[maybe_unused]] const std::vector<double>& costs) {
  assert(costs.size() == generation_.size());
  prepare();
}

void GridSearch::prepare() {
  const auto most = static_cast<std::uint64_t>(options_.generation);
  const std::uint64_t end = next_ + std::min(most, size_ - next_);
  generation_.clear();
  while (next_ < end) generation_.push_back(combination(next_++));
}

Eigen::VectorXd GridSearch::combination(std::uint64_t index) const {
  Eigen::VectorXd at(options_.levels.size());
  for (Eigen::Index i = at.size(); i-- > 0;) {
    const int levels = options_.levels[i];
    const auto level = static_cast<double>(index % levels);
    at[i] = levels == 1 ? 0.5 : level / (levels - 1);
    index /= levels;
  }
  return at;
}

}  // namespace gambol
