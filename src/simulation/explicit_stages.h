#pragma once

// Explicit methods (seed 000 section 4.2): Euler as its erratum has it, classical Runge-Kutta, and
// Fehlberg's pair of fourth and fifth order. All figures step together.

#include <vector>

#include "simulation/simulator.h"

namespace gambol {

struct Simulator::Stages {
  struct Figure {
    std::vector<Eigen::VectorXd> kq, kv;  // derivatives per stage
    Eigen::VectorXd q, v, dq, dv;
  };
  std::vector<Figure> figures;

  // One step of Euler or RK4 of length h; returns the number of evaluations.
  int fixed(IntegrationMethod method, Ensemble& ensemble, State& state, double h);
  // Tries a step. `error` is the largest difference of the two orders relative to 1 + |x|. The
  // fifth-order result waits for accept().
  int fehlberg(Ensemble& ensemble, const State& state, double h, double& error);
  void accept(State& state);
  // Lets the figures feel the forces at the end of the step that was tried last.
  void probe(Ensemble& ensemble, const State& state, double t);

 private:
  void prepare(const State& state);
  // Derivatives at figures[].q and v, into stage k.
  void evaluate(Ensemble& ensemble, const State& state, double t, std::size_t k);
  std::vector<Coordinates> at_;
};

}  // namespace gambol
