#include "simulation/explicit_stages.h"

#include <algorithm>
#include <array>
#include <cmath>

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

void normalise_orientation(Eigen::VectorXd& q) { q.segment<4>(3).normalize(); }

double relative(const Eigen::VectorXd& e, const Eigen::VectorXd& x) {
  return (e.array().abs() / (1 + x.array().abs())).maxCoeff();
}

}  // namespace

void Simulator::Stages::prepare(Figure& f, const FigureState& s, std::size_t stages) {
  if (f.kq.size() >= stages && f.q.size() == s.q.size()) return;
  f.kq.assign(stages, Eigen::VectorXd::Zero(s.q.size()));
  f.kv.assign(stages, Eigen::VectorXd::Zero(s.v.size()));
  f.q = f.dq = Eigen::VectorXd::Zero(s.q.size());
  f.v = f.dv = Eigen::VectorXd::Zero(s.v.size());
}

int Simulator::Stages::fixed(IntegrationMethod method, FigureSim& sim, FigureState& s, double t,
                             double h) {
  if (figures.empty()) figures.resize(1);
  Figure& f = figures[0];
  prepare(f, s, 6);
  sim.derivatives(s, s.q, s.v, t, f.kq[0], f.kv[0]);
  if (method == IntegrationMethod::euler) {
    // Eq. 9 and 10 with the mean of old and new velocity (erratum to Eq. 11).
    f.v = s.v + 0.5 * h * f.kv[0];
    s.v += h * f.kv[0];
    advance_q(s.q, f.v, h);
    return 1;
  }
  constexpr std::array<double, 4> at{0, 0.5, 0.5, 1};
  for (int k = 1; k < 4; ++k) {
    f.q = s.q + at[k] * h * f.kq[k - 1];
    f.v = s.v + at[k] * h * f.kv[k - 1];
    sim.derivatives(s, f.q, f.v, t + at[k] * h, f.kq[k], f.kv[k]);
  }
  s.q += h / 6 * (f.kq[0] + 2 * f.kq[1] + 2 * f.kq[2] + f.kq[3]);
  s.v += h / 6 * (f.kv[0] + 2 * f.kv[1] + 2 * f.kv[2] + f.kv[3]);
  normalise_orientation(s.q);
  return 4;
}

int Simulator::Stages::fehlberg(const std::vector<std::unique_ptr<FigureSim>>& sims,
                                const State& state, double h, double& error) {
  figures.resize(sims.size());
  error = 0;
  for (std::size_t i = 0; i < sims.size(); ++i) {
    Figure& f = figures[i];
    const FigureState& s = state.figures[i];
    prepare(f, s, 6);
    for (std::size_t k = 0; k < 6; ++k) {
      f.q = s.q;
      f.v = s.v;
      for (std::size_t m = 0; m < k; ++m) {
        f.q += h * stage[k][m] * f.kq[m];
        f.v += h * stage[k][m] * f.kv[m];
      }
      sims[i]->derivatives(s, f.q, f.v, state.time + node[k] * h, f.kq[k], f.kv[k]);
    }
    f.q = s.q;
    f.v = s.v;
    f.dq.setZero();
    f.dv.setZero();
    for (std::size_t k = 0; k < 6; ++k) {
      f.q += h * fifth[k] * f.kq[k];
      f.v += h * fifth[k] * f.kv[k];
      f.dq += h * error_weight[k] * f.kq[k];
      f.dv += h * error_weight[k] * f.kv[k];
    }
    const double worst = std::max(relative(f.dq, f.q), relative(f.dv, f.v));
    // maxCoeff and max drop a NaN; a step that made one must be refused.
    error = f.q.allFinite() && f.v.allFinite() ? std::max(error, worst) : INFINITY;
    normalise_orientation(f.q);
  }
  return static_cast<int>(6 * sims.size());
}

void Simulator::Stages::accept(State& state) {
  for (std::size_t i = 0; i < figures.size(); ++i) {
    state.figures[i].q = figures[i].q;
    state.figures[i].v = figures[i].v;
  }
}

}  // namespace gambol
