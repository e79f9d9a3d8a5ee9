#pragma once

// The figures of a shot and the forces between them: evaluates the dynamics at one instant, of all
// of them or of some. Holds only scratch, and refers to the parts that stay the same; everything
// that evolves is in State.

#include <memory>
#include <span>
#include <vector>

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
  // The same figures with scratch of its own for what acts between them: parts with different
  // members may be evaluated at one time by different threads. It must not outlive this one.
  Ensemble part() const;
  // From now on only `members`, in order, are evaluated. They meet, besides each other, only
  // `beside`: figures that cannot move and that nobody moves meanwhile.
  void confine(std::span<const std::size_t> members, std::span<const std::size_t> beside);
  std::span<const std::size_t> members() const { return members_; }

  // Computes the accelerations (FigureSim::vdot), forces and contacts of the members in `state` at
  // time t (s): with h > 0 those of a linearly implicit step of length h (s), else the
  // instantaneous ones.
  void evaluate(const State& state, double t, double h);
  // The same with the positions and velocities of `at`, [figure], instead of the state's.
  void evaluate(const State& state, const std::vector<Coordinates>& at, double t, double h);

  // After evaluate() with h > 0: where impulses answer contacts, adds their effect to the figures'
  // accelerations, and moves what overlaps apart. Returns whether impulses do.
  bool hold_contacts(State& state, double h) {
    impulses_.apply(*figures_, interactions_, state, h);
    return impulses_.any();
  }
  // Where impulses answer contacts: all touches of bodies at the last evaluation.
  void find_touches(std::vector<Link>& touches) { impulses_.find_touches(*figures_, touches); }

  // Finds with `other`, of the same shot, what touches at its figures' poses (Collisions).
  void find_with(Ensemble& other) { interactions_.find_with(other.figures(), other.interactions_); }
  // Computes only the instantaneous forces. Computes accelerations only for figures with prescribed
  // motion, to find the force that the motion requires.
  void observe(const State& state, const std::vector<Coordinates>& at, double t);

  // Computes only the forces, those on joints in Workspace::force, and no accelerations.
  void prepare(const State& state, const std::vector<Coordinates>& at, double t, double h);

  const FigureSims& figures() const { return *figures_; }
  const Interactions& interactions() const { return interactions_; }
  Interactions& interactions() { return interactions_; }

 private:
  Ensemble(std::shared_ptr<FigureSims> figures, const Ensemble& other);
  void show_accelerations();
  void prepare(std::size_t f, const State& state, const Coordinates& at, double t, double h);
  bool solve_again(const std::vector<char>& changed);  // whether any figure had changed

  std::shared_ptr<FigureSims> figures_;  // shared with parts alone
  std::vector<std::size_t> members_;     // in order
  Interactions interactions_;
  ContactImpulses impulses_;
  std::vector<Coordinates> at_;
};

}  // namespace gambol
