#include "simulation/integrators/stiff_system.h"

#include <algorithm>
#include <cmath>

#include "dynamics/coordinates.h"

namespace gambol {

StiffSystem::StiffSystem(const State& state) {
  for (const FigureState& f : state.figures) {
    q_.push_back(f.q);
    v_.push_back(f.v);
    qdot_.push_back(f.q);
    nq_ += static_cast<int>(f.q.size());
    nv_ += static_cast<int>(f.v.size());
  }
  for (std::size_t i = 0; i < q_.size(); ++i) at_.push_back({&q_[i], &v_[i]});
  y_ = f_ = f0_ = Eigen::VectorXd::Zero(size());
}

void StiffSystem::pack(const State& state, double* y) const {
  double* q = y;
  double* v = y + nq_;
  for (const FigureState& f : state.figures) {
    q = std::copy(f.q.begin(), f.q.end(), q);
    v = std::copy(f.v.begin(), f.v.end(), v);
  }
}

void StiffSystem::unpack(const double* y, State& state) const {
  const double* q = y;
  const double* v = y + nq_;
  for (std::size_t i = 0; i < state.figures.size(); ++i) {
    FigureState& f = state.figures[i];
    std::copy_n(q, f.q.size(), f.q.begin());
    std::copy_n(v, f.v.size(), f.v.begin());
    q += f.q.size();
    v += f.v.size();
    normalise(ensemble_->figures()[i]->model(), f.q);
  }
}

bool StiffSystem::rate(double t, const double* y, double* f) {
  const double* q = y;
  const double* v = y + nq_;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    std::copy_n(q, q_[i].size(), q_[i].begin());
    std::copy_n(v, v_[i].size(), v_[i].begin());
    q += q_[i].size();
    v += v_[i].size();
  }
  ensemble_->evaluate(*state_, at_, t, 0);
  ++evaluations_;
  double* fq = f;
  double* fv = f + nq_;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    q_rate(ensemble_->figures()[i]->model(), q_[i], v_[i], qdot_[i]);
    const Eigen::VectorXd& vdot = ensemble_->figures()[i]->vdot();
    fq = std::copy(qdot_[i].begin(), qdot_[i].end(), fq);
    fv = std::copy(vdot.begin(), vdot.end(), fv);
  }
  return Eigen::Map<const Eigen::VectorXd>(f, size()).allFinite();
}

void StiffSystem::jacobian(double t, const double* y, Eigen::Ref<Eigen::MatrixXd> J) {
  // The square root of the rounding error, in m, rad, m/s or rad/s: small compared with the depth
  // over which a contact's force grows by a factor e, large compared with the noise of the forces.
  constexpr double difference = 1e-8;
  J.setZero();
  y_ = Eigen::Map<const Eigen::VectorXd>(y, size());
  rate(t, y, f0_.data());
  for (int c = 0; c < size(); ++c) {
    const double kept = y_[c];
    y_[c] += difference * std::max(1.0, std::abs(kept));
    const double step = y_[c] - kept;
    rate(t, y_.data(), f_.data());
    J.col(c).tail(nv_) = (f_.tail(nv_) - f0_.tail(nv_)) / step;
    if (c >= nq_) J.col(c).head(nq_) = (f_.head(nq_) - f0_.head(nq_)) / step;
    y_[c] = kept;
  }
}

}  // namespace gambol
