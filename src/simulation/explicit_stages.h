#pragma once

// Explicit methods (McKenna's MS thesis, MIT 1990, "seed 000", section 4.2): Euler as corrected in
// its erratum, classical Runge-Kutta, and Fehlberg's pair of fourth and fifth order. All figures
// step together.

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
  // Tries a step of length h (s); returns the number of evaluations. `error` is the largest
  // difference between the two orders relative to 1 + |x|. accept() puts the fifth-order result
  // into the state.
  int fehlberg(Ensemble& ensemble, const State& state, double h, double& error);
  void accept(State& state);
  // Evaluates the forces on the figures at the end (time t) of the step that was tried last.
  void probe(Ensemble& ensemble, const State& state, double t);

 private:
  void prepare(const State& state);
  // Derivatives at figures[].q and v, into stage k.
  void evaluate(Ensemble& ensemble, const State& state, double t, std::size_t k);
  std::vector<Coordinates> at_;
};

}  // namespace gambol
