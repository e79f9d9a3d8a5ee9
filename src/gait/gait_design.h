#pragma once

// The times, lengths and speeds of a kinematic gait (Girard and Maciejewski 1985, PODA, "seed 004",
// "Gait design in PODA"). Any sufficient subset of them determines the others by
//
//   support_duration  = stroke / body_speed                     (Eq. 7)
//   duty_factor       = support_duration / period
//   transfer_duration = arc_length(stroke) / leg_speed
//   period            = support_duration + transfer_duration    (Eq. 8)
//
// There are seven quantities and four equations: three independent quantities are sufficient.

#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "schema/names.h"

namespace gambol {

// The quantities that an author gives.
struct GaitDesign {
  Place place;
  std::optional<double> period;             // s, one cycle of a leg
  std::optional<double> duty_factor;        // share of the period that a foot is on the ground
  std::optional<double> support_duration;   // s that a foot is on the ground
  std::optional<double> transfer_duration;  // s that a foot is in the air
  std::optional<double> stroke;             // m that the body travels while a foot supports it
  std::optional<double> body_speed;         // m/s over the ground
  std::optional<double> leg_speed;  // m/s of a foot along its transfer, relative to the body
};
void fields(Fields& v, GaitDesign& of);

// All quantities of a gait, in the units of GaitDesign. If the body speed is 0 and the stroke is
// not, period and support_duration are infinite and the feet do not move: 1 / period is continuous
// in the speed.
struct GaitTimes {
  double period = 0;
  double duty_factor = 0;
  double support_duration = 0;
  double transfer_duration = 0;
  double stroke = 0;
  double body_speed = 0;
  double leg_speed = 0;
};

// The arc length, m, of a foot's transfer relative to the body, as a function of the stroke, m. It
// must be continuous, non-decreasing, and at least the stroke. At stroke 0 it is the length of a
// step in place, up and down.
using ArcLength = std::function<double(double)>;

// Returns all quantities of the gait. Returns nothing if the design does not determine the gait,
// contradicts itself or is impossible; `problem` then says which quantities are missing, or which
// equation fails, with the values of both its sides. Redundant quantities must agree to 1 in
// 10,000. The result is continuous in every quantity. Allocates nothing unless there is a problem,
// so that the design can be solved again whenever the speed has changed.
std::optional<GaitTimes> solve_gait(const GaitDesign& given, const ArcLength& arc_length,
                                    std::string& problem);

// Returns a text that says so if a cycle takes too long for a gait, because the body hardly moves;
// otherwise "".
std::string hardly_moves(const GaitTimes& times);

// Returns "" if the given quantities are sufficient, regardless of their values; otherwise a text
// such as "give one more of: ...".
std::string missing_quantities(const GaitDesign& given);

}  // namespace gambol
