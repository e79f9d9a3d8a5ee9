#pragma once

// The motion of all figures as one system of differential equations dy/dt = f(t, y), with y the
// positions of all figures and after them their velocities: what a general solver asks for.

#include "simulation/ensemble.h"

namespace gambol {

class StiffSystem {
 public:
  explicit StiffSystem(const State& state);

  int positions() const { return nq_; }
  int velocities() const { return nv_; }
  int size() const { return nq_ + nv_; }
  long evaluations() const { return evaluations_; }  // of the dynamics, since it was made

  // Whose motion, and what else its forces depend on: commands, pads, attachments, settings. Until
  // the next call; needed before the first rate().
  void set(Ensemble& ensemble, const State& state) {
    ensemble_ = &ensemble;
    state_ = &state;
  }
  void pack(const State& state, double* y) const;
  void unpack(const double* y, State& state) const;  // orientations come out of length 1

  // False if a rate is no number.
  bool rate(double t, const double* y, double* f);
  // df/dy by differences, `size` x `size`. What the rates of positions owe to the positions
  // themselves, which is never stiff, is left out.
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
