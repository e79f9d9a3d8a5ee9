#include "simulation/integrators/explicit_steps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/coordinates.h"

namespace gambol {
namespace {

// Fehlberg 4(5): nodes, stage weights, fifth-order weights and their difference from the fourth.
constexpr std::array<double, 6> node{0, 1.0 / 4, 3.0 / 8, 12.0 / 13, 1, 1.0 / 2};
constexpr std::array<std::array<double, 5>, 6> stage{{
    {},
    {1.0 / 4},
    {3.0 / 32, 9.0 / 32},
    {1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197},
    {439.0 / 216, -8, 3680.0 / 513, -845.0 / 4104},
    {-8.0 / 27, 2, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40},
}};
constexpr std::array<double, 6> fifth{16.0 / 135,      0,         6656.0 / 12825,
                                      28561.0 / 56430, -9.0 / 50, 2.0 / 55};
constexpr std::array<double, 6> error_weight{1.0 / 360,       0,        -128.0 / 4275,
                                             -2197.0 / 75240, 1.0 / 50, 2.0 / 55};

double relative(const Eigen::VectorXd& e, const Eigen::VectorXd& x) {
  return (e.array().abs() / (1 + x.array().abs())).maxCoeff();
}

}  // namespace

void Stages::begin(const Ensemble& ensemble, const State& state, std::size_t stages) {
  figures.resize(state.figures.size());
  at_.resize(figures.size());
  for (std::size_t i : ensemble.members()) {
    Figure& f = figures[i];
    const FigureState& s = state.figures[i];
    if (f.kq.empty()) {
      f.kq.assign(stages, Eigen::VectorXd::Zero(s.q.size()));
      f.kv.assign(stages, Eigen::VectorXd::Zero(s.v.size()));
      f.dq = Eigen::VectorXd::Zero(s.q.size());
      f.dv = Eigen::VectorXd::Zero(s.v.size());
    }
    f.q = s.q;
    f.v = s.v;
    at_[i] = {&f.q, &f.v};
  }
}

void Stages::evaluate(Ensemble& ensemble, const State& state, double t, std::size_t k) {
  ensemble.evaluate(state, at_, t, 0);
  for (std::size_t i : ensemble.members()) {
    figures[i].kv[k] = ensemble.figures()[i]->vdot();
    q_rate(ensemble.figures()[i]->model(), figures[i].q, figures[i].v, figures[i].kq[k]);
  }
}

// Eq. 9 and 10 with the mean of old and new velocity (erratum to Eq. 11).
void RungeKutta::euler(Ensemble& ensemble, State& state, double h) {
  for (std::size_t i : ensemble.members()) {
    FigureState& s = state.figures[i];
    Stages::Figure& f = stages_.figures[i];
    f.v = s.v + 0.5 * h * f.kv[0];
    s.v += h * f.kv[0];
    advance_q(ensemble.figures()[i]->model(), f.v, h, s.q);
  }
}

void RungeKutta::classical(Ensemble& ensemble, State& state, double t, double h) {
  constexpr std::array<double, 4> at{0, 0.5, 0.5, 1};
  for (std::size_t k = 1; k < 4; ++k) {
    for (std::size_t i : ensemble.members()) {
      Stages::Figure& f = stages_.figures[i];
      f.q = state.figures[i].q + at[k] * h * f.kq[k - 1];
      f.v = state.figures[i].v + at[k] * h * f.kv[k - 1];
    }
    stages_.evaluate(ensemble, state, t + at[k] * h, k);
  }
  for (std::size_t i : ensemble.members()) {
    const Stages::Figure& f = stages_.figures[i];
    FigureState& s = state.figures[i];
    s.q += h / 6 * (f.kq[0] + 2 * f.kq[1] + 2 * f.kq[2] + f.kq[3]);
    s.v += h / 6 * (f.kv[0] + 2 * f.kv[1] + 2 * f.kv[2] + f.kv[3]);
    normalise(ensemble.figures()[i]->model(), s.q);
  }
}

Stepped RungeKutta::step(Ensemble& ensemble, State& state, const StepSpan& span) {
  const double planned = end_of_piece(span, span.step), next = std::min(planned, span.limit);
  const double h = next - span.time;
  stages_.begin(ensemble, state, 4);
  stages_.evaluate(ensemble, state, span.time, 0);
  const bool one = how_.method == IntegrationMethod::euler;
  if (one)
    euler(ensemble, state, h);
  else
    classical(ensemble, state, span.time, h);
  return {.time = next, .whole = next >= planned, .evaluations = one ? 1 : 4};
}

double Fehlberg::try_step(Ensemble& ensemble, const State& state, double h) {
  stages_.begin(ensemble, state, node.size());
  for (std::size_t k = 0; k < node.size(); ++k) {
    for (std::size_t i : ensemble.members()) {
      Stages::Figure& f = stages_.figures[i];
      f.q = state.figures[i].q;
      f.v = state.figures[i].v;
      for (std::size_t m = 0; m < k; ++m) {
        f.q += h * stage[k][m] * f.kq[m];
        f.v += h * stage[k][m] * f.kv[m];
      }
    }
    stages_.evaluate(ensemble, state, state.time + node[k] * h, k);
  }
  double error = 0;
  for (std::size_t i : ensemble.members()) {
    Stages::Figure& f = stages_.figures[i];
    f.q = state.figures[i].q;
    f.v = state.figures[i].v;
    f.dq.setZero();
    f.dv.setZero();
    for (std::size_t k = 0; k < node.size(); ++k) {
      f.q += h * fifth[k] * f.kq[k];
      f.v += h * fifth[k] * f.kv[k];
      f.dq += h * error_weight[k] * f.kq[k];
      f.dv += h * error_weight[k] * f.kv[k];
    }
    const double worst = std::max(relative(f.dq, f.q), relative(f.dv, f.v));
    // maxCoeff and max drop a NaN, but a step that produces one must be rejected.
    error = f.q.allFinite() && f.v.allFinite() ? std::max(error, worst) : INFINITY;
    normalise(ensemble.figures()[i]->model(), f.q);
  }
  return error;
}

Stepped Fehlberg::step(Ensemble& ensemble, State& state, const StepSpan& span) {
  if (state.next_step <= 0) state.next_step = how_.step;
  const double wanted = std::min(state.next_step, how_.max_step);
  const bool to_stop = wanted >= (span.stop - state.time) * (1 - 1e-9);
  const double planned = to_stop ? span.stop : state.time + wanted;
  const double next = std::min(planned, span.limit), h = next - state.time;
  const double error = try_step(ensemble, state, h);
  Stepped result{.time = next, .whole = next >= planned};
  result.evaluations = static_cast<long>(node.size());
  const bool accepted = error <= how_.tolerance;
  if (!accepted) {
    result.outcome = Stepped::Outcome::rejected;
    result.rejected = 1;
  }
  for (std::size_t i : ensemble.members()) {
    if (!accepted) break;
    state.figures[i].q = stages_.figures[i].q;
    state.figures[i].v = stages_.figures[i].v;
  }
  // Fehlberg's error is of fifth order in h. The clamp limits how much the step changes at once.
  const double factor = 0.9 * std::pow(how_.tolerance / std::max(error, 1e-30), 0.2);
  const double grown = h * (std::isfinite(error) ? std::clamp(factor, 0.2, 4.0) : 0.2);
  // A step that was cut by a stop shows little about how long the next one may be.
  const bool cut = state.time + h >= span.limit;
  if (!accepted || !cut || grown > state.next_step) state.next_step = grown;
  if (!accepted && h <= how_.min_step) {
    result.outcome = Stepped::Outcome::stuck;
    result.time = state.time + h;
    stages_.evaluate(ensemble, state, result.time, 0);
  }
  return result;
}

}  // namespace gambol
