#pragma once

// The motion of all figures as one system of differential equations dy/dt = f(t, y), as a general
// solver requires. y holds the positions of all figures, then the velocities of all figures.

#include "simulation/ensemble.h"

namespace gambol {

class StiffSystem {
 public:
  explicit StiffSystem(const State& state);

  int positions() const { return nq_; }
  int velocities() const { return nv_; }
  int size() const { return nq_ + nv_; }
  long evaluations() const { return evaluations_; }  // of the dynamics, since construction

  // Sets the figures, and the state that their forces depend on besides y: commands, pads,
  // attachments, settings. Holds both until the next call; required before the first rate().
  void set(Ensemble& ensemble, const State& state) {
    ensemble_ = &ensemble;
    state_ = &state;
  }
  void pack(const State& state, double* y) const;
  void unpack(const double* y, State& state) const;  // normalises orientations

  // f(t, y). Returns false if a component is not finite.
  bool rate(double t, const double* y, double* f);
  // df/dy by differences, `size` x `size`. Omits the derivatives of position rates with respect to
  // positions, which are never stiff.
  void jacobian(double t, const double* y, Eigen::Ref<Eigen::MatrixXd> J);

 private:
  Ensemble* ensemble_ = nullptr;
  const State* state_ = nullptr;
  int nq_ = 0, nv_ = 0;
  long evaluations_ = 0;
  std::vector<Eigen::VectorXd> q_, v_, qdot_;  // [figure]
  std::vector<Coordinates> at_;
  Eigen::VectorXd y_, f_, f0_;
};

}  // namespace gambol
