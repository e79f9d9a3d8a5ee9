#pragma once

// The equations of CMA-ES, on plain state: N. Hansen, "The CMA Evolution Strategy: A Tutorial",
// arXiv:1604.00772, version of 2016. Names are the tutorial's, numbers in brackets its equations.

#include <Eigen/Core>

namespace gambol {

// Weights and rates of learning: the tutorial's defaults (its table 1).
struct CmaEsRates {
  int parents = 0;          // mu: the better half
  Eigen::VectorXd weights;  // per rank, from the best; those of the worse half are negative
  double mu_eff = 0;        // how many equal parents would vary as much as the weighted ones
  double c_sigma = 0, d_sigma = 0, c_c = 0, c_1 = 0, c_mu = 0;
  double expected_norm = 0;  // of a vector of normal deviates
};
CmaEsRates cma_es_rates(int dimension, int population);

// Candidates are drawn from N(mean, sigma^2 C).
struct CmaEsState {
  int generation = 0;  // number of generations that the state has learnt from
  Eigen::VectorXd mean;
  double sigma = 0;
  Eigen::MatrixXd C;
  Eigen::VectorXd p_sigma, p_c;  // the evolution paths
};

// C = B diag(d)^2 B^T.
struct CmaEsAxes {
  Eigen::MatrixXd B;
  Eigen::VectorXd d;  // ascending; 0 where rounding left a negative eigenvalue
};
CmaEsAxes cma_es_axes(const Eigen::MatrixXd& C);

// What the state learns from one generation. Columns of `steps` are (x - mean) / sigma of its
// candidates, the best first; `axes` are those of the state's C.
void cma_es_update(const CmaEsRates& rates, const CmaEsAxes& axes, const Eigen::MatrixXd& steps,
                   CmaEsState& state);

}  // namespace gambol
