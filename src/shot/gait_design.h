#pragma once

// The times, lengths and speeds of a kinematic gait (seed 004, "Gait design in PODA"). Any subset
// of them that is enough determines the rest by
//
//   support_duration  = stroke / body_speed                     (Eq. 7)
//   duty_factor       = support_duration / period
//   transfer_duration = arc_length(stroke) / leg_speed
//   period            = support_duration + transfer_duration    (Eq. 8)
//
// Seven quantities, four equations: three that are independent are enough.

#include <functional>
#include <optional>
#include <string>

#include "base/error.h"

namespace gambol {

// What an author gives of it.
struct GaitDesign {
  Place place;
  std::optional<double> period;             // s, of one cycle of a leg
  std::optional<double> duty_factor;        // share of the period that a foot is on the ground
  std::optional<double> support_duration;   // s of a foot on the ground
  std::optional<double> transfer_duration;  // s of a foot in the air
  std::optional<double> stroke;             // m that the body travels while a foot supports it
  std::optional<double> body_speed;         // m/s over the ground
  std::optional<double> leg_speed;          // m/s of a foot along its transfer, seen from the body
};

// All of it. A figure that stands still while its stroke is not 0 has infinite period and
// support_duration, and its feet are where they are: 1 / period is continuous in the speed.
struct GaitTimes {
  double period = 0;
  double duty_factor = 0;
  double support_duration = 0;
  double transfer_duration = 0;
  double stroke = 0;
  double body_speed = 0;
  double leg_speed = 0;
};

// Of a foot's transfer seen from the body, m, by the stroke, m: continuous, nowhere falling, and at
// least the stroke. At stroke 0 it is the way up and down of a step in place.
using ArcLength = std::function<double(double)>;

// Nothing if the design does not determine the gait, contradicts itself or is impossible; `problem`
// then says which quantities are missing, or which equation fails, with both its sides. Quantities
// that are given beyond need must agree to 1 in 10,000. Continuous in every quantity; allocates
// nothing unless there is a problem, so that it can be solved anew whenever the speed has changed.
std::optional<GaitTimes> solve_gait(const GaitDesign& given, const ArcLength& arc_length,
                                    std::string& problem);

// "" if what is given is enough, whatever its values; else "give one more of: ...".
std::string missing_quantities(const GaitDesign& given);

}  // namespace gambol
