#pragma once

// What optimisers are tried with: the usual functions, of x in [-5,5]^n, over the unit cube.

#include <Eigen/QR>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "search/optimisers/normal.h"
#include "search/optimisers/optimiser.h"

namespace gambol {

using Cost = std::function<double(const Eigen::VectorXd&)>;

inline Eigen::VectorXd in_cube(const Eigen::VectorXd& x) { return x.array() / 10 + 0.5; }

inline double sphere(const Eigen::VectorXd& u) { return (10 * (u.array() - 0.5)).square().sum(); }

// Its longest axis is a thousand times its shortest.
inline double ellipsoid(const Eigen::VectorXd& u) {
  const Eigen::VectorXd x = 10 * (u.array() - 0.5);
  double sum = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    sum += std::pow(1e6, static_cast<double>(i) / (x.size() - 1)) * x[i] * x[i];
  return sum;
}

inline double rosenbrock(const Eigen::VectorXd& u) {
  const Eigen::VectorXd x = 10 * (u.array() - 0.5);
  double sum = 0;
  for (Eigen::Index i = 0; i + 1 < x.size(); ++i)
    sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
  return sum;
}

inline Eigen::MatrixXd random_matrix(int rows, int columns, Random& random) {
  Eigen::MatrixXd matrix(rows, columns);
  for (double& x : matrix.reshaped()) x = normal(random);
  return matrix;
}

inline Eigen::MatrixXd random_rotation(int n, std::uint64_t seed) {
  Random random(seed);
  return Eigen::HouseholderQR<Eigen::MatrixXd>(random_matrix(n, n, random)).householderQ();
}

inline std::vector<double> costs_of(const std::vector<Eigen::VectorXd>& candidates,
                                    const Cost& cost) {
  std::vector<double> costs;
  for (const Eigen::VectorXd& candidate : candidates) costs.push_back(cost(candidate));
  return costs;
}

struct Minimum {
  long evaluations = 0;
  double cost = std::numeric_limits<double>::infinity();
  Eigen::VectorXd at;
};

// Until a cost of `target` is reached, or the search or the number of evaluations ends.
inline Minimum minimise(Optimiser& optimiser, const Cost& cost, double target,
                        long evaluations = 100000) {
  Minimum found;
  while (found.cost > target && found.evaluations < evaluations) {
    const auto candidates = optimiser.ask();
    if (candidates.empty()) break;
    const auto costs = costs_of(candidates, cost);
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (found.cost > target) ++found.evaluations;
      if (costs[i] < found.cost) found.cost = costs[i], found.at = candidates[i];
    }
    optimiser.tell(costs);
  }
  return found;
}

}  // namespace gambol
