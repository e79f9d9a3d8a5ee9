#include "poses/spans.h"

#include <algorithm>
#include <numeric>

#include "base/clock.h"

namespace gambol {

std::vector<TimeSpan> spans_of(const Poses& poses, const Column& column) {
  return spans_of(poses, column.values());
}

std::vector<TimeSpan> spans_of(const Poses& poses, const std::vector<double>& values) {
  if (values.empty()) return {};
  const std::vector<double>& times = poses.track_times;
  const double row = times.size() > 1 ? times.back() - times[times.size() - 2] : 0;
  std::vector<TimeSpan> spans;
  bool on = false;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const bool now = values[k] > 0.5;
    const double end = k + 1 < times.size() ? times[k + 1] : times[k] + row;
    if (now && !on) spans.push_back({times[k], end});
    if (now) spans.back().to = end;
    on = now;
  }
  return spans;
}

double film_time_of(const Poses& poses, double t) {
  const std::vector<double>& times = poses.sample_times;
  const double rate = poses.fps * poses.samples_per_frame;
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  if (after == times.begin()) return 0;
  const auto i = static_cast<double>(after - times.begin() - 1);
  if (after == times.end()) return i / rate;
  const double a = *(after - 1), b = *after;
  return (i + (t - a) / (b - a)) / rate;
}

std::pair<std::size_t, std::size_t> rows_in(const Poses& poses, int frame) {
  const std::vector<double>& times = poses.track_times;
  const auto at = [&](double t) {
    return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), t - clock_slack) -
                                    times.begin());
  };
  const std::size_t from = std::min(at(poses.time_at(frame)), times.size() - 1);
  const std::size_t to = std::min(at(poses.time_at(frame + 1)), times.size());
  return {from, std::max(from + 1, to)};
}

std::vector<double> means_in(const Poses& poses, const Channel& channel, int frame) {
  const auto [from, to] = rows_in(poses, frame);
  std::vector<double> means;
  for (std::size_t i = 0; i < channel.width(); ++i) {
    const std::vector<double> values = Column(channel, i).values(from, to);
    means.push_back(std::accumulate(values.begin(), values.end(), 0.0) /
                    static_cast<double>(to - from));
  }
  return means;
}

}  // namespace gambol
