#include "search/optimisers/cma_es.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "search/optimisers/cost_order.h"
#include "search/optimisers/normal.h"

namespace gambol {

namespace {

int population_of(const CmaEsOptions& options) {
  if (options.population > 0) return std::max(options.population, 2);
  return 4 + static_cast<int>(3 * std::log(static_cast<double>(options.start.size())));
}

// Mirrors at 0 and 1, and at the mirrors' images.
double reflected(double x) {
  const double turn = std::fmod(std::abs(x), 2);
  return turn > 1 ? 2 - turn : turn;
}

}  // namespace

CmaEs::CmaEs(const CmaEsOptions& options) : options_(options), random_(options.seed) {
  const Eigen::Index n = options.start.size();
  assert(n >= 1 && options.spread > 0);
  rates_ = cma_es_rates(static_cast<int>(n), population_of(options));
  state_.mean = options.start;
  state_.sigma = options.spread;
  state_.C = Eigen::MatrixXd::Identity(n, n);
  state_.p_sigma = state_.p_c = Eigen::VectorXd::Zero(n);
  prepare();
}

std::vector<Eigen::VectorXd> CmaEs::ask() {
  std::vector<Eigen::VectorXd> candidates;
  for (const auto step : steps_.colwise())
    candidates.push_back((state_.mean + state_.sigma * step).unaryExpr(&reflected));
  return candidates;
}

void CmaEs::tell(const std::vector<double>& costs) {
  assert(static_cast<Eigen::Index>(costs.size()) == steps_.cols());
  if (end_ != CmaEsEnd::none) return;
  const std::vector<int> order = ranked(costs);
  cma_es_update(rates_, axes_, steps_(Eigen::all, order), state_);
  remember(costs);
  prepare();
}

void CmaEs::remember(const std::vector<double>& costs) {
  double least = INFINITY, greatest = -INFINITY;
  for (const double cost : costs) {
    least = std::min(least, comparable_cost(cost));
    greatest = std::max(greatest, comparable_cost(cost));
  }
  best_costs_.push_back(least);
  const auto n = static_cast<double>(state_.mean.size());
  const auto length = static_cast<std::size_t>(10 + std::ceil(30 * n / costs.size()));
  if (best_costs_.size() > length) best_costs_.pop_front();
  // A shorter history proves nothing.
  worst_cost_ = best_costs_.size() < length ? INFINITY : greatest;
}

void CmaEs::prepare() {
  axes_ = cma_es_axes(state_.C);
  state_.sigma = std::min(state_.sigma, 1 / axes_.d.maxCoeff());
  end_ = reason_to_end();
  steps_.resize(state_.mean.size(), end_ == CmaEsEnd::none ? rates_.weights.size() : 0);
  for (auto step : steps_.colwise()) {
    Eigen::VectorXd z(step.size());
    for (double& deviate : z) deviate = normal(random_);
    step = axes_.B * axes_.d.cwiseProduct(z);
  }
}

CmaEsEnd CmaEs::reason_to_end() const {
  if (state_.generation == 0) return CmaEsEnd::none;
  if (options_.generations > 0 && state_.generation >= options_.generations)
    return CmaEsEnd::generations;
  const auto [low, high] = std::minmax_element(best_costs_.begin(), best_costs_.end());
  if (std::max(*high, worst_cost_) - *low < options_.cost_tolerance)
    return CmaEsEnd::cost_tolerance;
  const double widest = std::max(state_.C.diagonal().maxCoeff(), state_.p_c.cwiseAbs2().maxCoeff());
  if (state_.sigma * std::sqrt(widest) < options_.x_tolerance) return CmaEsEnd::x_tolerance;
  if (!(axes_.d.maxCoeff() <= 1e7 * axes_.d.minCoeff())) return CmaEsEnd::condition;
  return without_effect() ? CmaEsEnd::no_effect : CmaEsEnd::none;
}

// A tenth of an axis, each in its turn, or a fifth of a parameter's standard deviation (the
// tutorial's section B.3).
bool CmaEs::without_effect() const {
  const Eigen::VectorXd& mean = state_.mean;
  const Eigen::Index i = state_.generation % mean.size();
  const Eigen::VectorXd axis = 0.1 * state_.sigma * axes_.d[i] * axes_.B.col(i);
  const Eigen::VectorXd deviation = 0.2 * state_.sigma * state_.C.diagonal().cwiseSqrt();
  return mean == mean + axis || (mean.array() == (mean + deviation).array()).any();
}

}  // namespace gambol
