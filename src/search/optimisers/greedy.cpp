#include "search/optimisers/greedy.h"

#include <algorithm>
#include <cassert>

#include "search/optimisers/cost_order.h"

namespace gambol {

GreedySearch::GreedySearch(const GreedyOptions& options)
    : options_(options), random_(options.seed), best_(options.start), left_(options.evaluations) {
  assert(best_.size() >= 1 && options.chance > 0 && options.round >= 1);
  if (options.offset > 0)
    for (double& p : best_) p += random_.between(-options.offset, options.offset);
  for (double& p : best_) p = std::clamp(p, 0.0, 1.0);
  prepare(true);
}

void GreedySearch::tell(const std::vector<double>& costs) {
  assert(costs.size() == generation_.size());
  for (std::size_t i = 0; i < generation_.size(); ++i) {
    const double cost = comparable_cost(costs[i]);
    if (!(cost < best_cost_)) continue;
    best_cost_ = cost;
    best_ = generation_[i];
  }
  prepare(false);
}

void GreedySearch::prepare(bool first) {
  const long size = std::clamp<long>(left_, 0, options_.round);
  left_ -= size;
  generation_.clear();
  for (long i = 0; i < size; ++i) generation_.push_back(first && i == 0 ? best_ : perturbed());
}

Eigen::VectorXd GreedySearch::perturbed() {
  Eigen::VectorXd candidate = best_;
  for (bool changed = false; !changed;)
    for (double& p : candidate) {
      if (random_.uniform() >= options_.chance) continue;
      p = std::clamp(p + random_.between(-options_.reach, options_.reach), 0.0, 1.0);
      changed = true;
    }
  return candidate;
}

}  // namespace gambol
