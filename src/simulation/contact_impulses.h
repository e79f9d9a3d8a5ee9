#pragma once

// Contact by impulses through whole figures (Arnold's MSc thesis, SFU 1997, "seed 001", section
// 2.4), on the ground and between bodies: within a step of the implicit method the impulses are
// found that keep the velocities at its end from bringing bodies closer together. No springs, so
// that no constant depends on a figure's size and no step on a spring's stiffness.
//
// What is still apart may come as close as it is (so that nothing passes through what it could meet
// within the step, and nothing stops before it). What overlaps by more than `slop` is moved apart
// by displacements that change no velocity, so that they add no energy.

#include "contact/answer/contact_solver.h"
#include "simulation/interactions.h"

namespace gambol {

class ContactImpulses {
 public:
  ContactImpulses(const MotionSpec& spec, const FigureSims& figures);
  bool any() const { return how_.type == ContactType::impulse; }

  // After an evaluation for an implicit step of length h (s): adds what the impulses change to the
  // figures' accelerations, and displacements to their q. Writes FigureState::held, State::touches,
  // the figures' contacts and the touches of `interactions`.
  void apply(const FigureSims& figures, Interactions& interactions, State& state, double h);

  // Appends all touches of bodies with each other at the figures' present poses, without forces.
  void find_touches(const FigureSims& figures, std::vector<Link>& touches);

 private:
  // The touching bodies of one figure.
  struct Touched {
    explicit Touched(const Model& model);
    InverseInertia response;
    std::vector<int> bodies;             // in the order of the solver's numbers
    std::vector<int> place;              // [body] in `bodies`; -1: does not touch
    std::vector<SpatialForce> impulses;  // [body] scratch
    int first = 0;                       // number of the first in the solver
  };
  // A contact that the search has found.
  struct Found {
    BodyId a, b;     // b: the world for the ground
    int point = -1;  // of a ground contact
    Vec3 p_W = Vec3::Zero(), normal = Vec3::UnitZ();
    double depth = 0;
    bool is_beside(const Found& other) const;  // of the same bodies, and faces the same way
  };

  void find(const FigureSims& figures, const State& state, double h);
  void find_on_ground(const FigureSims& figures, int figure);
  void find_between(const FigureSims& figures, const State& state, double h);
  void reduce(std::size_t first);
  int number(const BodyId& id) const;
  void fill(const FigureSims& figures, const State& state, double h);
  Vec3 guess(const FigureSims& figures, const State& state, const Found& c);
  void solve(const State& state, double h);
  void take(const FigureSims& figures, std::size_t f, Vec6 (ContactSolver::*of)(int) const);
  bool push(const FigureSims& figures, double h, bool may_limit);
  void separate(const FigureSims& figures, State& state);
  void tell(const FigureSims& figures, Interactions& interactions, State& state, double h);

  WorldContactSpec how_;
  Collisions collisions_;
  std::vector<Touched> touched_;  // [figure]
  std::vector<Found> found_;
  std::vector<char> guessed_;  // [State::touches] scratch: taken as a first guess
  ContactSolver solver_;
};

}  // namespace gambol
