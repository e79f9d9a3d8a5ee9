#pragma once

// All figures of a shot and the forces between them: evaluates the dynamics at one instant. Holds
// only scratch, and refers to the parts that stay the same; everything that evolves is in State.

#include "shot/motion_spec.h"
#include "simulation/contact_impulses.h"
#include "simulation/interactions.h"

namespace gambol {

// Positions and velocities of one figure, stored elsewhere.
struct Coordinates {
  const Eigen::VectorXd* q;
  const Eigen::VectorXd* v;
};

class Ensemble {
 public:
  Ensemble(const MotionSpec& spec, const FigurePartsList& parts);
  // Scratch of its own for the same figures, placed nowhere yet.
  Ensemble(const Ensemble& other);

  // Computes the accelerations (FigureSim::vdot), forces and contacts of all figures in `state` at
  // time t (s): with h > 0 those of a linearly implicit step of length h (s), else the
  // instantaneous ones.
  void evaluate(const State& state, double t, double h);
  // The same with the positions and velocities of `at` instead of the state's.
  void evaluate(const State& state, const std::vector<Coordinates>& at, double t, double h);

  // After evaluate() with h > 0: where impulses answer contacts, adds their effect to the figures'
  // accelerations, and moves what overlaps apart. Returns whether impulses do.
  bool hold_contacts(State& state, double h) {
    impulses_.apply(figures_, interactions_, state, h);
    return impulses_.any();
  }
  // Where impulses answer contacts: all touches of bodies at the last evaluation.
  void find_touches(std::vector<Link>& touches) { impulses_.find_touches(figures_, touches); }

  // Computes only the instantaneous forces. Computes accelerations only for figures with prescribed
  // motion, to find the force that the motion requires.
  void observe(const State& state, const std::vector<Coordinates>& at, double t);

  // Computes only the forces, those on joints in Workspace::force, and no accelerations.
  void prepare(const State& state, const std::vector<Coordinates>& at, double t, double h);

  const FigureSims& figures() const { return figures_; }
  const Interactions& interactions() const { return interactions_; }
  Interactions& interactions() { return interactions_; }

 private:
  void prepare(std::size_t f, const State& state, const Coordinates& at, double t, double h);
  bool solve_again(const std::vector<char>& changed);  // whether any figure had changed

  FigureSims figures_;
  Interactions interactions_;
  ContactImpulses impulses_;
  std::vector<Coordinates> at_;
};

}  // namespace gambol
