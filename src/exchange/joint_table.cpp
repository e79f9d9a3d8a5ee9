#include "exchange/joint_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace gambol {
namespace {

std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

// The row of a channel whose time is nearest.
std::size_t nearest_row(const std::vector<double>& times, double time) {
  const auto after = std::lower_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return 0;
  const auto before = after - 1;
  const bool later = after != times.end() && *after - time < time - *before;
  return static_cast<std::size_t>((later ? after : before) - times.begin());
}

}  // namespace

std::string joint_table(const Poses& poses, const std::string& figure, std::size_t from,
                        std::size_t to) {
  const Channel* q = poses.channel(figure + "/q");
  if (!q || q->width() == 0 || poses.track_times.empty()) {
    Problem problem;
    problem.expected = figure + " has no joints on record";
    throw InputError(problem);
  }
  std::string table = "film_time,time";
  for (const std::string& column : q->columns) table.append(",").append(cell(column));
  table += "\r\n";
  for (std::size_t frame = from; frame < to; ++frame) {
    const double time = poses.time_at(static_cast<double>(frame));
    table += fmt::format("{},{}", static_cast<double>(frame) / poses.fps, time);
    const std::size_t row = nearest_row(poses.track_times, time) * q->width();
    for (std::size_t c = 0; c < q->width(); ++c) table += fmt::format(",{}", q->values[row + c]);
    table += "\r\n";
  }
  return table;
}

}  // namespace gambol
