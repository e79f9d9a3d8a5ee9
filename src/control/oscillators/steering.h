#pragma once

// Turning by uneven strokes: the legs of the inner side swing less, those of the outer side more.

#include "base/ground_line.h"
#include "control/controller.h"
#include "control/oscillators/gait_timing.h"
#include "control/oscillators/oscillator_memory.h"
#include "shot/controllers/oscillators/oscillator_gait_spec.h"

namespace gambol {

class Steering {
 public:
  explicit Steering(const OscillatorGaitSpec& spec);

  // How sharply to turn now: -1 right, 1 left. A figure on a path steers towards the point that is
  // `look_ahead` ahead of the path's point nearest to the centre of mass (pure pursuit). The
  // heading is averaged over about a cycle, because the body swings with every stride; progress
  // along the path never decreases.
  double turn(const Sense& sense, const GaitInstant& now, SteeringMemory& memory) const;
  bool arrived(const SteeringMemory& memory) const;  // at the end of an open path

  // Factor on the swing of a leg's upper joint.
  double stroke(Side side, double turn) const { return 1 - outward(side) * turn_stroke_ * turn; }

 private:
  Curve turn_;
  double turn_stroke_;
  std::optional<PathSpec> path_;
  std::optional<GroundLine> line_;
};

}  // namespace gambol
