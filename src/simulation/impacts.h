#pragma once

// Collisions of single bodies with each other and the ground by impulses (McKenna's MS thesis, MIT
// 1990, "seed 000", section 4.4; laws: contact/answer/impact_rounds.h), for every integration
// method: a step ends at the moment of contact, the velocities change instantaneously, and stepping
// continues. Bodies that meet slowly come to rest: see resolve().
//
// Every impulse between two bodies conserves linear and angular momentum. Resting bodies that
// overlap by more than the tolerance are moved apart. That keeps their common centre of mass and
// their velocities, but not their angular momentum about another point nor their potential energy.

#include "contact/answer/impact_rounds.h"
#include "shot/motion_spec.h"
#include "simulation/ensemble.h"

namespace gambol {

class Impacts {
 public:
  Impacts(const MotionSpec& spec, const FigureSims& figures);
  bool any() const { return !figures_.empty(); }

  // Longest step (s) in which no body can pass through another; infinite if none moves.
  double longest_step(const State& state) const;
  // Finds all contacts at the state's q and the velocities of their bodies.
  void find(const FigureSims& figures, const State& state);
  const std::vector<ImpactContact>& contacts() const { return rounds_.contacts(); }
  // After find(): how long ago (s) bodies met, if they approach each other faster than the rest
  // speed and now overlap by more than the tolerance; the longest such time, or 0. Bodies count as
  // met at half the tolerance.
  double overshoot(const State& state) const;
  // A step (s) too short for gravity alone to bring a body from rest to the speed at which it
  // bounces.
  double quiet_step(const State& state) const;

  // After find(), at the end of a step of length h (s). Applies impulses with restitution where
  // bodies approach each other faster than the rest speed, then impulses without restitution until
  // no bodies approach; then corrects positions. Returns whether there was an impulse with
  // restitution. Adds the contacts to the figures and interactions, with the mean force over the
  // step.
  bool resolve(Ensemble& ensemble, State& state, double h);

 private:
  double rest_speed(const State& state) const;
  void take_back(double h);
  void tell(Ensemble& ensemble, double h) const;
  ImpactLaw law(const State& state) const;

  ImpulseSpec how_;
  bool ground_ = false;
  double moved_by_ = 0.5;      // a velocity change dv within a step h moves a body by this * h * dv
  double step_ = 0;            // s, length of a fixed step; 0: adaptive
  double least_extent_ = 0;    // m
  std::vector<int> figures_;   // figures that take part
  std::vector<double> reach_;  // [figure] m
  Collisions collisions_;
  // Scratch.
  ImpactRounds rounds_;         // its bodies: [figure]
  std::vector<Vec3> v_before_;  // [figure], of the centre of mass
  std::vector<Vec3> shifts_;    // [figure], then the ground
};

}  // namespace gambol
