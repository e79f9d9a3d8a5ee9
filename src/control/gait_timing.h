#pragma once

// When the legs of the oscillator gait step, and how long they take for it (seed 000 sections 2.2
// and 4.6; the gait commands of its Appendix D).

#include "control/controller.h"

namespace gambol {

// The gait at one instant. All times in s.
struct GaitInstant {
  double frequency = 0;   // Hz
  double step = 0;        // protraction
  double delay = 0;       // between the steps of neighbours on one side
  double stance = 0;      // what the cycle leaves beside the step; endless at no frequency
  double retraction = 0;  // that the stance program takes, at most the stance
  double gain = 1;        // of the springs
  double posture = 1;     // share of the posture's shifts
};

// What an author's fields come to over time. Within the clamps the frequency is what was asked for.
class GaitTiming {
 public:
  explicit GaitTiming(const OscillatorGaitSpec& spec);

  // What cues have asked for comes before the fields of the same names.
  GaitInstant at(double time, const Goals& goals = {}) const;
  GaitInstant standing(double time, const Goals& goals = {}) const;  // whatever was asked for
  double frequency(double time, const Goals& goals = {}) const;      // Hz, clamped
  // The frequency above which a leg would still step as its neighbour across begins to, or the
  // lower one that the author set.
  double top_frequency(double time) const;

 private:
  GaitInstant walking(double time, double frequency, const Goals& goals) const;
  double asked(double time, const Goals& goals) const;
  double frequency_of_speed(double speed) const;
  double retraction_of(const PaceSpec& pace, double step) const;

  OscillatorGaitSpec spec_;
};

}  // namespace gambol
