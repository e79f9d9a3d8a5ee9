#pragma once

// Recorded flags (a leg steps, an oscillator triggers) as time intervals.

#include <optional>
#include <string>
#include <vector>

#include "poses/poses.h"

namespace gambol {

struct TimeSpan {
  double from = 0, to = 0;  // s simulated
};

// The intervals in which `column` of a channel is above one half. A row holds until the next one,
// the last row for as long as the row before it. Empty if there is no such column.
std::vector<TimeSpan> spans_of(const Poses& poses, const Channel& channel,
                               const std::string& column);

// The film time (s) at which the film shows simulated time t (s), clamped to the film's ends.
double film_time_of(const Poses& poses, double t);

}  // namespace gambol
