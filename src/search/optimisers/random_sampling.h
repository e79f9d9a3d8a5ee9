#pragma once

// Candidates at random: shows how costs are distributed, and what another optimiser must beat.

#include <cstdint>

#include "base/random.h"
#include "search/optimisers/optimiser.h"

namespace gambol {

struct RandomSamplingOptions {
  int dimension = 1;
  long samples = 1000;
  int generation = 64;  // candidates asked at a time; it changes none of them
  std::uint64_t seed = 0;
};

// Uniform in the cube.
class RandomSampling : public Optimiser {
 public:
  explicit RandomSampling(const RandomSamplingOptions& options);
  std::vector<Eigen::VectorXd> ask() override { return generation_; }
  void tell(const std::vector<double>& costs) override;

 private:
  void prepare();

  RandomSamplingOptions options_;
  Random random_;
  long left_;
  std::vector<Eigen::VectorXd> generation_;
};

}  // namespace gambol
