#pragma once

// Forces in the unit of their size, for messages and tables.

#include <string>

namespace gambol {

// How to show quantities of which `largest` is the largest, in `unit`: a unit that begins with a
// force gets the prefix that gives it one to three digits before the point: of 4300000 mN the unit
// kN and the factor 1e-6. Other units, and 0, stay as they are.
struct PrefixedUnit {
  double factor = 1;
  std::string unit;
};
PrefixedUnit prefixed_unit(const std::string& unit, double largest);
// For example "4.3 kN" of 4300 N.
std::string force_text(double newtons);

}  // namespace gambol
