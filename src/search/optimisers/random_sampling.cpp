#include "search/optimisers/random_sampling.h"

#include <algorithm>
#include <cassert>

namespace gambol {

RandomSampling::RandomSampling(const RandomSamplingOptions& options)
    : options_(options), random_(options.seed), left_(options.samples) {
  assert(options.dimension >= 0 && options.generation >= 1);
  prepare();
}

void RandomSampling::tell([[maybe_unused]] const std::vector<double>& costs) {
  assert(costs.size() == generation_.size());
  prepare();
}

void RandomSampling::prepare() {
  const long size = std::clamp<long>(left_, 0, options_.generation);
  left_ -= size;
  generation_.assign(size, Eigen::VectorXd(options_.dimension));
  for (Eigen::VectorXd& candidate : generation_)
    for (double& x : candidate) x = random_.uniform();
}

}  // namespace gambol
