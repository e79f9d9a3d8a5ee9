#pragma once

// Collisions of single bodies with each other and the ground by impulses (McKenna's MS thesis, MIT
// 1990, "seed 000", section 4.4; law: dynamics/impact.h), for every integration method: a step ends
// at the moment of contact, the velocities change instantaneously, and stepping continues. Bodies
// that meet slowly come to rest: see resolve().
//
// Every impulse between two bodies conserves linear and angular momentum. Resting bodies that
// overlap by more than the tolerance are moved apart. That keeps their common centre of mass and
// their velocities, but not their angular momentum about another point nor their potential energy.

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

  // Longest step (s) in which no body can pass through another; infinite if none moves.
  double longest_step(const State& state) const;
  // Finds all contacts at the state's q and the velocities of their bodies.
  void find(const FigureSims& figures, const State& state);
  const std::vector<Contact>& contacts() const { return contacts_; }
  // After find(): how long ago (s) bodies met, if they approach each other faster than the rest
  // speed and now overlap by more than the tolerance; the longest such time, or 0. Bodies count as
  // met at half the tolerance.
  double overshoot(const State& state) const;
  // A step (s) too short for gravity alone to bring a body from rest to the speed at which it
  // bounces.
  double quiet_step(const State& state) const;

  // After find(), at the end of a step of length h (s). First applies impulses with restitution
  // where bodies approach each other faster than the rest speed, one for all touches of a pair that
  // face the same way; then impulses without restitution until no bodies approach; then corrects
  // positions. Returns whether there was an impulse with restitution. Adds the contacts to the
  // figures and interactions, with the mean force over the step.
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
  double moved_by_ = 0.5;      // a velocity change dv within a step h moves a body by this * h * dv
  double step_ = 0;            // s, length of a fixed step; 0: adaptive
  double least_extent_ = 0;    // m
  std::vector<int> figures_;   // figures that take part
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
