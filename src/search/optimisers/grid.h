#pragma once

// All combinations of a few levels of each parameter.

#include <cstdint>

#include "search/optimisers/optimiser.h"

namespace gambol {

struct GridOptions {
  // Per parameter. m levels stand at 0, 1/(m-1), ..., 1; a single one in the middle.
  std::vector<int> levels;
  int generation = 64;  // candidates asked at a time, so that a long grid can be interrupted
};

// Each combination once. The last parameter changes fastest, as in nested loops.
class GridSearch : public Optimiser {
 public:
  explicit GridSearch(const GridOptions& options);
  std::vector<Eigen::VectorXd> ask() override { return generation_; }
  void tell(const std::vector<double>& costs) override;

  // Number of combinations; 2^64 - 1 if there are more.
  std::uint64_t size() const { return size_; }

 private:
  void prepare();
  Eigen::VectorXd combination(std::uint64_t index) const;

  GridOptions options_;
  std::uint64_t size_ = 1, next_ = 0;
  std::vector<Eigen::VectorXd> generation_;
};

}  // namespace gambol
