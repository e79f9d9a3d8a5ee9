#pragma once

// Explicit methods (seed 000 section 4.2): Euler as its erratum has it, classical Runge-Kutta, and
// Fehlberg's pair of fourth and fifth order.

#include <vector>

#include "simulation/simulator.h"

namespace gambol {

struct Simulator::Stages {
  struct Figure {
    std::vector<Eigen::VectorXd> kq, kv;  // derivatives per stage
    Eigen::VectorXd q, v, dq, dv;
  };
  std::vector<Figure> figures;

  // One step of Euler or RK4 for one figure; returns the number of evaluations.
  int fixed(IntegrationMethod method, FigureSim& sim, FigureState& s, double t, double h);
  // Tries a step of all figures. `error` is the largest difference of the two orders relative to
  // 1 + |x|. The fifth-order result waits for accept().
  int fehlberg(const std::vector<std::unique_ptr<FigureSim>>& sims, const State& state, double h,
               double& error);
  void accept(State& state);

 private:
  void prepare(Figure& f, const FigureState& s, std::size_t stages);
};

}  // namespace gambol
