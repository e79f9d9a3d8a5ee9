#pragma once

// All figures of a shot and the forces between them: one evaluation of the dynamics. Scratch and
// const parts only; everything that evolves is in State.

#include "simulation/interactions.h"

namespace gambol {

// Positions and velocities of one figure, wherever they are kept.
struct Coordinates {
  const Eigen::VectorXd* q;
  const Eigen::VectorXd* v;
};

class Ensemble {
 public:
  explicit Ensemble(const MotionSpec& spec);

  // Accelerations (FigureSim::vdot), forces and contacts of all figures in `state` at time t. With
  // h > 0 those of a linearly implicit step of that length, else of the instant.
  void evaluate(const State& state, double t, double h);
  // The same with other positions and velocities than the state's.
  void evaluate(const State& state, const std::vector<Coordinates>& at, double t, double h);

  // The forces of the instant alone: accelerations are not found, except where motion is given and
  // its force asked for.
  void observe(const State& state, const std::vector<Coordinates>& at, double t);

  const FigureSims& figures() const { return figures_; }
  const Interactions& interactions() const { return interactions_; }
  Interactions& interactions() { return interactions_; }

 private:
  void prepare(const State& state, const std::vector<Coordinates>& at, double t, double h);
  void prepare(std::size_t f, const State& state, const Coordinates& at, double t, double h);
  bool solve_again(const std::vector<char>& changed);  // whether there was anything to solve

  FigureSims figures_;
  Interactions interactions_;
  std::vector<Coordinates> at_;
};

}  // namespace gambol
