#pragma once

// Turning by uneven stroke: the legs of the inner side swing less, those of the outer side more.

#include "base/ground_line.h"
#include "control/controller.h"
#include "control/gait_timing.h"

namespace gambol {

class Steering {
 public:
  explicit Steering(const OscillatorGaitSpec& spec);

  // How sharply to turn now: -1 right, 1 left. On a path it steers towards the point `look_ahead`
  // of the one nearest to the centre of mass (pure pursuit). The heading is averaged over about a
  // cycle, as the body swings with every stride; progress along the path never goes back.
  double turn(const Sense& sense, const GaitInstant& now, SteeringMemory& memory) const;
  bool arrived(const SteeringMemory& memory) const;  // at the end of an open path

  // Of the swing of a leg's upper joint.
  double stroke(Side side, double turn) const {
    return side == Side::left ? 1 - turn_stroke_ * turn : 1 + turn_stroke_ * turn;
  }

 private:
  Curve turn_;
  double turn_stroke_;
  std::optional<PathSpec> path_;
  std::optional<GroundLine> line_;
};

}  // namespace gambol
