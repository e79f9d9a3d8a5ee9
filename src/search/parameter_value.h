#pragma once

// What a place in the unit cube means for a parameter.

#include <cstddef>
#include <string>

#include "shot/run_spec.h"

namespace gambol {

double parameter_value(const ParameterSpec& p, double x);     // SI, of a range
double place_of_value(const ParameterSpec& p, double value);  // the inverse
std::size_t choice_index(const ParameterSpec& p, double x);   // of p.values
std::string value_text(const ParameterSpec& p, double x);     // reads back to the same double

std::string value_shown(const ParameterSpec& p, double x);  // for people

}  // namespace gambol
