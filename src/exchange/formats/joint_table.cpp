#include "exchange/formats/joint_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/vec.h"
#include "poses/channels.h"

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

std::vector<double> row_of(const Channel& c, std::size_t row) {
  std::vector<double> values;
  for (std::size_t k = 0; k < c.width(); ++k)
    values.push_back(Column(c, k).values(row, row + 1).front());
  return values;
}

// The values at a time between two rows: of numbers linearly, of the quaternion along the shorter
// way.
std::vector<double> values_at(const Channel& c, const std::vector<double>& times, double time) {
  const auto after = std::lower_bound(times.begin(), times.end(), time);
  const std::size_t last = times.size() - 1;
  const std::size_t i1 = std::min<std::size_t>(after - times.begin(), last);
  const std::size_t i0 = i1 > 0 && times[i1] > time ? i1 - 1 : i1;
  const double s = i0 == i1 ? 0 : (time - times[i0]) / (times[i1] - times[i0]);
  const std::vector<double> a = row_of(c, i0), b = row_of(c, i1);
  std::vector<double> values;
  for (std::size_t k = 0; k < c.width(); ++k) values.push_back((1 - s) * a[k] + s * b[k]);
  const auto qw = std::find(c.columns.begin(), c.columns.end(), "qw");
  if (s == 0 || c.columns.end() - qw < 4) return values;
  const std::size_t q = qw - c.columns.begin();
  const Quat from(a[q], a[q + 1], a[q + 2], a[q + 3]), to(b[q], b[q + 1], b[q + 2], b[q + 3]);
  const Quat between = from.slerp(s, to);
  values[q] = between.w();
  for (int k = 0; k < 3; ++k) values[q + 1 + k] = between.vec()[k];
  return values;
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
    for (const double value : values_at(*q, poses.track_times, time))
      table += fmt::format(",{}", value);
    table += "\r\n";
  }
  return table;
}

}  // namespace gambol
