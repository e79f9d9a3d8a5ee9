#pragma once

// Collisions of single bodies with each other and the ground by impulses (seed 000 section 4.4,
// law: dynamics/impact.h), for every integration method: a step ends where bodies meet, their
// velocities change at once, and stepping goes on. What meets slowly rests: see resolve().
//
// Momentum, linear and angular, is conserved by every impulse between two bodies. Only where
// bodies that rest have sunk into each other by more than the tolerance are they moved apart, which
// keeps their common centre of mass and their velocities, but not their angular momentum about a
// point elsewhere nor their potential energy.

#include "dynamics/impact.h"
#include "simulation/ensemble.h"

namespace gambol {

class Impacts {
 public:
  struct Contact {
    int a = 0, b = -1;  // figures; b < 0: the ground
    Vec3 p_W = Vec3::Zero();
    Vec3 normal = Vec3::UnitZ();  // W, out of b into a
    double depth = 0;             // m, > 0
    Vec3 impulse = Vec3::Zero();  // N*s on a, once resolved
    Support support;
  };

  Impacts(const MotionSpec& spec, const FigureSims& figures);
  bool any() const { return !figures_.empty(); }

  // s: in a longer step something might pass through something.
  double longest_step(const State& state) const;
  // Everything that touches at the state's q, and how it moves.
  void find(const FigureSims& figures, const State& state);
  const std::vector<Contact>& contacts() const { return contacts_; }
  // After find(): how long ago (s) bodies that approach each other met, if they now overlap by
  // more than the tolerance; else 0.
  double overshoot(const State& state) const;
  // A step (s) in which gravity alone brings nothing from rest to what bounces.
  double quiet_step(const State& state) const;

  // After find(), at the end of a step of length h: impulses with restitution where bodies approach
  // each other faster than the rest speed, all touches of a pair as one where they face the same
  // way; then such without, until none approaches; then positions. Whether there was one with.
  // Tells the figures and interactions of contacts, with the mean force over the step.
  bool resolve(Ensemble& ensemble, State& state, double h);

 private:
  struct Group {
    int first = 0, count = 0;  // contacts
  };
  ImpactBody& body(int figure) { return bodies_[figure < 0 ? bodies_.size() - 1 : figure]; }
  const ImpactBody& body(int figure) const {
    return bodies_[figure < 0 ? bodies_.size() - 1 : figure];
  }
  double approach(const Contact& c) const;
  double rest_speed(const State& state) const;
  void group();
  bool bounce(const State& state);
  bool bounce_together(const Group& group, const ImpactLaw& law, double rest);
  void support(const State& state);
  void take_back(double h);
  void move_apart(State& state);
  void tell(Ensemble& ensemble, double h) const;
  ImpactLaw law(const State& state) const;

  ImpulseSpec how_;
  bool ground_ = false;
  double moved_by_ = 0.5;      // how far a step moves what it accelerates: this times h dv
  double step_ = 0;            // s, of a fixed step; 0 of an adaptive one
  double least_extent_ = 0;    // m
  std::vector<int> figures_;   // that take part
  std::vector<double> reach_;  // [figure] m
  Collisions collisions_;
  // Scratch.
  std::vector<Contact> contacts_;
  std::vector<Group> groups_;
  std::vector<ImpactBody> bodies_;  // [figure], then the ground
  std::vector<Vec3> v_before_;      // [figure], of the centre of mass
  std::vector<Vec3> shifts_;        // [figure], then the ground
};

}  // namespace gambol
