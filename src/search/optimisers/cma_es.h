#pragma once

// CMA-ES: evolution strategy with covariance matrix adaptation, after Hansen's tutorial
// (cma_es_update.h), with the active update. It learns scales and dependences of the parameters
// from the order of costs alone, and needs some 100 n to 1000 n evaluations.

#include <cstdint>
#include <deque>

#include "base/random.h"
#include "search/optimisers/cma_es_update.h"
#include "search/optimisers/optimiser.h"

namespace gambol {

struct CmaEsOptions {
  Eigen::VectorXd start;  // in the unit cube; its size is the dimension, at least 1
  double spread = 0.3;    // of the cube: the first standard deviation of every parameter
  int population = 0;     // candidates per generation, at least 2; 0: 4 + floor(3 ln n)
  std::uint64_t seed = 0;
  int generations = 1000;  // at most; 0: no limit
  // The search ends when the best costs of the last 10 + 30 n / population generations and all
  // costs of the last one differ by less; 0: never.
  double cost_tolerance = 1e-12;
  // ... or when all standard deviations, of the cube, are less; 0: never.
  double x_tolerance = 1e-12;
};

enum class CmaEsEnd {
  none,  // the search goes on
  generations,
  cost_tolerance,
  x_tolerance,
  condition,  // variances differ by 1e14: C cannot be decomposed any more
  no_effect,  // steps are lost in the rounding of the mean
};

// Candidates outside of the cube are reflected at its faces, so that the cost is as if continued by
// mirrors: nothing is sampled in vain, in any dimension, no penalty must be scaled, and an optimum
// on a face is an inner one. (Where the cost falls towards the face, the mirrors make a crease of
// it, which costs some more evaluations than a smooth optimum.) The mean may leave the cube.
// Spreads above the width of the cube, where candidates are uniform already, are cut to it.
class CmaEs : public Optimiser {
 public:
  explicit CmaEs(const CmaEsOptions& options);
  std::vector<Eigen::VectorXd> ask() override;
  void tell(const std::vector<double>& costs) override;

  CmaEsEnd end() const { return end_; }
  const CmaEsState& state() const { return state_; }

 private:
  void prepare();
  void remember(const std::vector<double>& costs);
  CmaEsEnd reason_to_end() const;
  bool without_effect() const;

  CmaEsOptions options_;
  CmaEsRates rates_;
  CmaEsState state_;
  CmaEsAxes axes_;
  Random random_;
  Eigen::MatrixXd steps_;          // (x - mean) / sigma of the generation, a column each
  std::deque<double> best_costs_;  // of the last generations
  double worst_cost_ = 0;          // of the last generation
  CmaEsEnd end_ = CmaEsEnd::none;
};

}  // namespace gambol
