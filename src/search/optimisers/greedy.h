#pragma once

// Greedy stochastic local search, as it tuned the gaits of a simulated dog: Coros et al., SIGGRAPH
// 2011 ("seed 002"), section 4. A candidate is the best one so far, P, with some of its parameters
// changed:
//
//   P' = P + S o dP,   dP ~ U(-0.1 R, 0.1 R)
//
// S selects each parameter with a chance of 20%, and R is the range of the parameter (here 1). P'
// replaces P if its cost is lower. Nothing shrinks: far from an optimum most changes are as large
// as the terrain allows, and near one few are accepted.
//
// The source prints dP ~ U(P - 0.1 R, P + 0.1 R), which would add P to itself. It leaves open what
// happens at the ends of the range, where we clamp, and when nothing is selected, where we select
// again: a copy of P would cost a simulation and teach nothing.

#include <cstdint>
#include <limits>

#include "base/random.h"
#include "search/optimisers/optimiser.h"

namespace gambol {

struct GreedyOptions {
  Eigen::VectorXd start;  // in the unit cube
  // The start is first moved by U(-offset, offset), of the range, in every parameter: the source
  // shows with 0.5 that a search ends as well from elsewhere.
  double offset = 0;
  double chance = 0.2;  // that a parameter is changed
  double reach = 0.1;   // of the range: the largest change, either way
  // Candidates made from the same best one, so that they can be evaluated at the same time; the
  // best of them may replace it. The source has 1.
  int round = 1;
  long evaluations = 2000;  // the source has 1000 to 2000
  std::uint64_t seed = 0;
};

// The first candidate is the start itself, which begins the first round.
class GreedySearch : public Optimiser {
 public:
  explicit GreedySearch(const GreedyOptions& options);
  std::vector<Eigen::VectorXd> ask() override { return generation_; }
  void tell(const std::vector<double>& costs) override;

  const Eigen::VectorXd& best() const { return best_; }
  double best_cost() const { return best_cost_; }  // infinite until a candidate's is finite

 private:
  void prepare(bool first);
  Eigen::VectorXd perturbed();

  GreedyOptions options_;
  Random random_;
  Eigen::VectorXd best_;
  double best_cost_ = std::numeric_limits<double>::infinity();
  long left_;
  std::vector<Eigen::VectorXd> generation_;
};

}  // namespace gambol
