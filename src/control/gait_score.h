#pragma once

// When every leg of a kinematic gait is to do what (seed 004, "Gait Design in PODA"): the design's
// times at any instant, the relative phases that its patterns ask for, and clocks of legs that keep
// to them.
//
// All follow from simulated time alone, so that a clock can run ahead of the figure and come to the
// same.

#include <vector>

#include "control/leg_clock.h"
#include "shot/kinematic_gait_spec.h"

namespace gambol {

class GaitScore {
 public:
  GaitScore(const KinematicGaitSpec& spec, const std::vector<LegSpec>& legs);

  std::size_t legs() const { return phases_[0].size(); }
  // Of the design, at that instant. Throws RunError where it has no solution, of which check sees
  // most.
  GaitTimes times(double t) const;
  double longest_cycle() const;  // s, of a leg that falls behind
  // As the seed's Eq. 9 has it, R of a leg that keeps to the gait which rules at t.
  double phase(std::size_t leg, double t) const;

  // As if the gait had been going on for ever.
  void begin(GaitClock& clock, double time) const;
  // `clock.time` to t, by a step that is short against a cycle. A leg that has reached its
  // mid-stance begins a cycle; returns after each: began(leg).
  template <class Began>
  void advance(GaitClock& clock, double t, Began&& began) const {
    const double t0 = clock.time;
    clock.cycles += (t - t0) * frequency((t0 + t) / 2);
    clock.time = t;
    for (std::size_t leg = 0; leg < clock.legs.size(); ++leg) {
      if (t < clock.legs[leg].next_mid()) continue;
      next_cycle(clock, leg);
      began(leg);
    }
  }

 private:
  double frequency(double t) const { return 1 / times(t).period; }
  void next_cycle(GaitClock& clock, std::size_t leg) const;
  // A cycle from `mid` on that ends where the leg should be at mid-stance, as far as it may.
  LegClock cycle(std::size_t leg, double mid, double cycles) const;

  KinematicGaitSpec spec_;
  std::vector<std::vector<double>> phases_;  // [ruling gait][leg]
  ArcLength arc_length_;
};

}  // namespace gambol
