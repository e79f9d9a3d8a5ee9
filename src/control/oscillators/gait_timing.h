#pragma once

// When the legs of the oscillator gait step, and how long a step takes (McKenna's MS thesis, MIT
// 1990, "seed 000", sections 2.2 and 4.6; the gait commands of its Appendix D).

#include "control/controller.h"
#include "shot/controllers/oscillators/oscillator_gait_spec.h"

namespace gambol {

// The gait at one instant. All times in s.
struct GaitInstant {
  double frequency = 0;   // Hz
  double step = 0;        // protraction
  double delay = 0;       // between the steps of neighbours on one side
  double stance = 0;      // the rest of the cycle; practically endless at frequency 0
  double retraction = 0;  // duration of the stance program, at most the stance
  double gain = 1;        // of the springs
  double posture = 1;     // fraction of the posture's shifts that applies
};

// Evaluates the author's fields over time. The frequency is the requested one, clamped.
class GaitTiming {
 public:
  explicit GaitTiming(const OscillatorGaitSpec& spec);

  // Goals set by cues take precedence over the fields of the same names.
  GaitInstant at(double time, const Goals& goals = {}) const;
  GaitInstant standing(double time, const Goals& goals = {}) const;  // at frequency 0
  double frequency(double time, const Goals& goals = {}) const;      // Hz, clamped
  // The frequency (Hz) above which a leg would still be stepping when its neighbour across begins
  // to step, or the author's limit if that is lower.
  double top_frequency(double time, const Goals& goals = {}) const;

 private:
  GaitInstant walking(double time, double frequency, const Goals& goals) const;
  double asked(double time, const Goals& goals) const;
  double frequency_of_speed(double speed) const;
  double retraction_of(const PaceSpec& pace, double step) const;

  OscillatorGaitSpec spec_;
};

}  // namespace gambol
