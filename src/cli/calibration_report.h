#pragma once

#include <string>

#include "simulation/calibration.h"

namespace gambol {

// Lines about the whole of a calibration: its stability, and joints that springs cannot hold.
std::string summary_of(const Calibration& calibration);

}  // namespace gambol
