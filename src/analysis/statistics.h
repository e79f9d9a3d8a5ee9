#pragma once

// Arithmetic on the columns of a track.

#include <string>
#include <vector>

#include "analysis/measure_table.h"

namespace gambol {

double mean(const std::vector<double>& x);
// The middle value, or the mean of the two in the middle. x is not empty.
double median(std::vector<double> x);
// Least-squares slope of y over x.
double slope(const std::vector<double>& x, const std::vector<double>& y);
// Of x over the track's time, per s.
double slope(const Track& track, const std::vector<double>& x);
// Second derivative of the parabola that fits x best over the track's time, per s2.
double curvature(const Track& track, const std::vector<double>& x);
// Distance (m) that the centre of mass travels in the direction that the root faces at each
// instant, so that a figure that turns, or lies on its back, is measured along its own direction.
double advance(const Track& track);
// Amplitude of x at `frequency` (Hz), after its linear drift is removed.
double amplitude_at(const Track& track, const std::vector<double>& x, double frequency);
// The largest value of x; `where` is `what` and the time.
Value worst_of(const Track& track, const std::vector<double>& x, const std::string& what);

}  // namespace gambol
