#pragma once

// Arithmetic on the columns of a track.

#include <string>
#include <vector>

#include "analysis/measure_table.h"

namespace gambol {

double mean(const std::vector<double>& x);
// Least-squares slope of x over the track's time.
double slope(const Track& track, const std::vector<double>& x);
// Second derivative of the parabola that fits x best.
double curvature(const Track& track, const std::vector<double>& x);
// Amplitude of x at `frequency` (Hz), its linear drift removed.
double amplitude_at(const Track& track, const std::vector<double>& x, double frequency);
// The largest of x; says of what and when.
Value worst_of(const Track& track, const std::vector<double>& x, const std::string& what);

}  // namespace gambol
