#pragma once

// Recorded flags (a leg steps, an oscillator triggers) as time intervals.

#include <utility>
#include <vector>

#include "poses/channels.h"

namespace gambol {

struct TimeSpan {
  double from = 0, to = 0;  // s simulated
};

// The intervals in which a column of the poses is above one half. A row holds until the next one,
// the last row for as long as the row before it. Empty for a column of nothing.
std::vector<TimeSpan> spans_of(const Poses& poses, const Column& column);
// The same of values[row], one for each row of the tracks, or none.
std::vector<TimeSpan> spans_of(const Poses& poses, const std::vector<double>& values);

// The film time (s) at which the film shows simulated time t (s), clamped to the film's ends.
double film_time_of(const Poses& poses, double t);

// The rows of the tracks, from the first to before the second, that lie in a frame's interval; at
// least one.
std::pair<std::size_t, std::size_t> rows_in(const Poses& poses, int frame);
// [column] The mean of the channel over the frame's interval, so that short impacts between frames
// count with their duration.
std::vector<double> means_in(const Poses& poses, const Channel& channel, int frame);

}  // namespace gambol
