#pragma once

// The timing of the legs of a kinematic gait (Girard and Maciejewski 1985, PODA, "seed 004", "Gait
// Design in PODA"): the design's times at any instant, the relative phases of its patterns, and
// clocks of legs that keep to them.
//
// All depend on simulated time alone, and on what cues have set, so that a clock can run ahead of
// the figure and give the same result.

#include <vector>

#include "control/kinematic_gait/gait_settings.h"
#include "control/kinematic_gait/leg_clock.h"
#include "gait/gait_plan.h"

namespace gambol {

class GaitScore {
 public:
  GaitScore(const GaitPlan& spec, const std::vector<LegSpec>& legs);

  std::size_t legs() const { return phases_[0].size(); }
  // The design's times at t. Throws RunError if the design has no solution at t; `gambol check`
  // finds most such designs.
  GaitTimes times(double t, const GaitSettings& set = no_settings) const;
  // The quantities that the times follow from.
  GaitDesign design(double t, const GaitSettings& set) const;
  // The share of a cycle that the leg is on the ground, by the design at t.
  double duty_factor(std::size_t leg, double t, const GaitSettings& set = no_settings) const {
    return duty_factor(leg, times(t, set), t, set);
  }
  // Factor of the height of a step that begins at t.
  double lift(double t, const GaitSettings& set) const { return set.at("lift", t, spec_.lift); }
  // s, of a leg that falls behind as much as it may.
  double longest_cycle(const GaitSettings& set = no_settings) const;
  // Relative phase R (Eq. 9) of a leg in the gait that rules at t.
  double phase(std::size_t leg, double t) const;

  // Sets the clock as if the gait had always been running as it does at `time`.
  void begin(GaitClock& clock, double time, const GaitSettings& set = no_settings) const;
  // Advances the clock to t, by an interval that is short against a cycle. A leg that has reached
  // its mid-stance begins a cycle; began(leg) is called after each.
  template <class Began>
  void advance(GaitClock& clock, double t, Began&& began,
               const GaitSettings& set = no_settings) const {
    const double t0 = clock.time;
    clock.cycles += (t - t0) * frequency((t0 + t) / 2, set);
    clock.time = t;
    for (std::size_t leg = 0; leg < clock.legs.size(); ++leg) {
      if (t < clock.legs[leg].next_mid()) continue;
      next_cycle(clock, leg, set);
      began(leg);
    }
  }

 private:
  double frequency(double t, const GaitSettings& set) const { return 1 / times(t, set).period; }
  double duty_factor(std::size_t leg, const GaitTimes& times, double t,
                     const GaitSettings& set) const;
  void next_cycle(GaitClock& clock, std::size_t leg, const GaitSettings& set) const;
  // A cycle that begins at `mid` and ends when the leg should be at mid-stance, or as near to that
  // as `most_phase_shift` permits.
  LegClock cycle(std::size_t leg, double mid, double cycles, const GaitSettings& set) const;

  GaitPlan spec_;
  std::vector<std::string> names_;           // [leg]
  std::vector<double> shares_;               // [leg] of the weight; the sum of all is 1
  std::vector<std::vector<double>> phases_;  // [ruling gait][leg]
  ArcLength arc_length_;
};

}  // namespace gambol
