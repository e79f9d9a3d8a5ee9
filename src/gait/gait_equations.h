#pragma once

// The equations of gait/gait_design.h as data, for gait_design.cpp and missing_quantities.cpp.

#include <array>
#include <bitset>

#include "gait/gait_design.h"

namespace gambol::gait {

// In the order of GaitDesign and GaitTimes.
enum Variable { period, duty, support, transfer, stroke, body_speed, leg_speed };
inline constexpr int quantities = 7;
using Set = std::bitset<quantities>;

inline constexpr std::array<const char*, quantities> names = {
    "period", "duty_factor", "support_duration", "transfer_duration",
    "stroke", "body_speed",  "leg_speed"};
inline constexpr std::array<const char*, quantities> units = {"s", "", "s", "s", "m", "m/s", "m/s"};

// Each equation relates three quantities. The fifth follows from the others; it serves to find both
// durations from the duty factor and one of the others.
struct Equation {
  std::array<Variable, 3> of;
  const char* text;  // the right side; the left side is the first quantity
  const char* number;
};
enum EquationIndex { stroke_eq, duty_eq, arc_eq, period_eq, share_eq, equations };
inline constexpr std::array<Equation, equations> all_equations = {{
    {{support, stroke, body_speed}, "stroke / body_speed", " (Eq. 7)"},
    {{duty, support, period}, "support_duration / period", ""},
    {{transfer, stroke, leg_speed}, "arc_length(stroke) / leg_speed", ""},
    {{period, support, transfer}, "support_duration + transfer_duration", " (Eq. 8)"},
    {{transfer, duty, period}, "(1 - duty_factor) * period", ""},
}};

// Returns true if both speeds and either the period or the duty factor are known: these are
// sufficient, although no equation has a single unknown.
inline bool is_coupled(const Set& known) {
  return known[body_speed] && known[leg_speed] && (known[period] != known[duty]) &&
         !known[support] && !known[transfer] && !known[stroke];
}

}  // namespace gambol::gait
