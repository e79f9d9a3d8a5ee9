#pragma once

// Ways to look for the best parameters. They know parameters and costs alone: what a parameter
// means, and how its cost is found, is the caller's.

#include <Eigen/Core>
#include <vector>

namespace gambol {

// Minimises a cost over the unit cube by generations. Deterministic: the same options and the same
// costs give the same candidates to the bit, so that a search resumes by telling it recorded costs
// again. The candidates of a generation may be evaluated at the same time.
class Optimiser {
 public:
  virtual ~Optimiser() = default;

  // Candidates of the next generation, in [0,1]^n; empty when the search is over. The same until
  // tell() is called.
  virtual std::vector<Eigen::VectorXd> ask() = 0;

  // Costs of that generation, one for each candidate, in their order. A cost that is not finite is
  // worse than all finite ones; equal costs rank in the candidates' order.
  virtual void tell(const std::vector<double>& costs) = 0;
};

}  // namespace gambol
