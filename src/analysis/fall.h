#pragma once

// Why a figure fell, as far as its motion tells.

#include <string>

#include "analysis/expectations.h"

namespace gambol {

// Of a figure that a controller holds upright by legs (leg frames) and that fell at `time`, s:
// which frame began to fall, when, and what it lacked just before: feet on the ground, their hold,
// or the strength of a joint. "" if no controller does, or none of these is seen.
std::string why_it_fell(const Expected& e, double time);

}  // namespace gambol
