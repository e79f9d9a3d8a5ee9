#include "search/optimisers/cma_es_update.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {

namespace {

// (49) to (53). The negative weights together are as large as C stays positive definite with.
void set_weights(int dimension, int population, CmaEsRates& rates) {
  const int mu = rates.parents = population / 2;
  Eigen::VectorXd& w = rates.weights;
  w.resize(population);
  for (int i = 0; i < population; ++i) w[i] = std::log((population + 1) / 2.0) - std::log(i + 1);
  const auto better = w.head(mu), worse = w.tail(population - mu);
  rates.mu_eff = better.sum() * better.sum() / better.squaredNorm();
  const double mu_eff_worse = worse.sum() * worse.sum() / worse.squaredNorm();

  const double n = dimension;
  rates.c_1 = 2 / ((n + 1.3) * (n + 1.3) + rates.mu_eff);
  rates.c_mu = std::min(1 - rates.c_1, 2 * (rates.mu_eff - 2 + 1 / rates.mu_eff) /
                                           ((n + 2) * (n + 2) + rates.mu_eff));
  const double alpha = std::min({1 + rates.c_1 / rates.c_mu,                         // (50)
                                 1 + 2 * mu_eff_worse / (rates.mu_eff + 2),          // (51)
                                 (1 - rates.c_1 - rates.c_mu) / (n * rates.c_mu)});  // (52)
  const double positive = w.cwiseMax(0).sum(), negative = -w.cwiseMin(0).sum();
  for (double& weight : w) weight *= weight >= 0 ? 1 / positive : alpha / negative;
}

// C^(-1/2) y, as in the coordinates of the axes: its length is all that matters there.
Eigen::VectorXd whitened(const CmaEsAxes& axes, const Eigen::VectorXd& y) {
  return (axes.B.transpose() * y).cwiseQuotient(axes.d);
}

// (46), (47).
void update_covariance(const CmaEsRates& rates, const CmaEsAxes& axes, const Eigen::MatrixXd& steps,
                       double kept, Eigen::VectorXd& p_c, Eigen::MatrixXd& C) {
  const auto n = static_cast<double>(p_c.size());
  C *= kept;
  auto lower = C.selfadjointView<Eigen::Lower>();
  lower.rankUpdate(p_c, rates.c_1);
  for (Eigen::Index i = 0; i < steps.cols(); ++i) {
    double w = rates.weights[i];
    // A bad step counts by its direction, not its length, or a long one would make C indefinite.
    if (w < 0) w *= n / std::max(whitened(axes, steps.col(i)).squaredNorm(), 1e-300);
    lower.rankUpdate(steps.col(i), rates.c_mu * w);
  }
  C.triangularView<Eigen::StrictlyUpper>() = C.transpose();
}

}  // namespace

CmaEsRates cma_es_rates(int dimension, int population) {
  assert(dimension >= 1 && population >= 2);
  CmaEsRates rates;
  set_weights(dimension, population, rates);
  const double n = dimension, mu_eff = rates.mu_eff;
  rates.c_sigma = (mu_eff + 2) / (n + mu_eff + 5);  // (55)
  rates.d_sigma = 1 + 2 * std::max(0.0, std::sqrt((mu_eff - 1) / (n + 1)) - 1) + rates.c_sigma;
  rates.c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);  // (56)
  rates.expected_norm = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  return rates;
}

CmaEsAxes cma_es_axes(const Eigen::MatrixXd& C) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(C);
  return {solver.eigenvectors(), solver.eigenvalues().cwiseMax(0).cwiseSqrt()};
}

void cma_es_update(const CmaEsRates& rates, const CmaEsAxes& axes, const Eigen::MatrixXd& steps,
                   CmaEsState& state) {
  const auto n = static_cast<double>(state.mean.size());
  const Eigen::VectorXd step =
      steps.leftCols(rates.parents) * rates.weights.head(rates.parents);  // (41)
  state.mean += state.sigma * step;                                       // (42)

  const double cs = rates.c_sigma, cc = rates.c_c;
  state.p_sigma = (1 - cs) * state.p_sigma + std::sqrt(cs * (2 - cs) * rates.mu_eff) *
                                                 (axes.B * whitened(axes, step));  // (43)
  const double length = state.p_sigma.norm() / rates.expected_norm;
  state.sigma *= std::exp(cs / rates.d_sigma * (length - 1));  // (44)

  // A path that is long because sigma is far too small must not make C long in its direction.
  const double settled = std::sqrt(1 - std::pow(1 - cs, 2 * (state.generation + 1)));
  const bool h_sigma = length / settled < 1.4 + 2 / (n + 1);
  state.p_c *= 1 - cc;  // (45)
  if (h_sigma) state.p_c += std::sqrt(cc * (2 - cc) * rates.mu_eff) * step;

  const double missing = h_sigma ? 0 : cc * (2 - cc);
  const double kept =
      1 + rates.c_1 * missing - rates.c_1 - rates.c_mu * rates.weights.sum();  // (47)
  update_covariance(rates, axes, steps, kept, state.p_c, state.C);
  ++state.generation;
}

}  // namespace gambol
