#pragma once

// What a place in the unit cube means for a parameter.

#include <cstddef>
#include <string>

#include "shot/run_spec.h"

namespace gambol {

// SI; `p` has a range. Exactly `from` at 0 and `to` at 1, and never outside of them.
double parameter_value(const ParameterSpec& p, double x);
// The inverse, of a range.
double place_of_value(const ParameterSpec& p, double value);
// Index in `p.values`, which are equal parts of 0 to 1.
std::size_t choice_index(const ParameterSpec& p, double x);
// For files: a number that reads back to the same double, or one of `p.values`.
std::string value_text(const ParameterSpec& p, double x);

// The unit in which people read a parameter.
struct ShownUnit {
  std::string name;  // "" for a bare number, or a parameter that has no range
  double per_si = 1;
};
// Of the dimension in which the range was written, the unit that suits the range's size: angles in
// deg, small lengths in mm or cm, short times in ms.
ShownUnit shown_unit(const ParameterSpec& p);
// Four significant digits in that unit, without its name, or one of `p.values`.
std::string shown_value(const ParameterSpec& p, double x);

}  // namespace gambol
