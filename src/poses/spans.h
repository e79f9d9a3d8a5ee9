#pragma once

// Recorded flags (a leg steps, an oscillator triggers) as stretches of time.

#include <optional>
#include <string>
#include <vector>

#include "poses/poses.h"

namespace gambol {

struct TimeSpan {
  double from = 0, to = 0;  // s simulated
};

// When `column` of a channel is above one half. A row holds until the next one, the last for the
// time between the two before it. Empty if there is no such column.
std::vector<TimeSpan> spans_of(const Poses& poses, const Channel& channel,
                               const std::string& column);

// The film time (s) that shows simulated time t; times outside the film are held at its ends.
double film_time_of(const Poses& poses, double t);

}  // namespace gambol
