#include "poses/footfalls.h"

#include <array>
#include <cmath>

#include "base/gravity.h"
#include "poses/channels.h"

namespace gambol {
namespace {

constexpr double up_again = 1.0 / 3;  // of the force at which a foot comes down

// 1 from where `force` passes `down` to where it falls below `up`.
std::vector<double> hysteresis(const std::vector<double>& force, double down, double up) {
  std::vector<double> bears(force.size());
  bool is_down = false;
  for (std::size_t k = 0; k < force.size(); ++k) {
    is_down = is_down ? force[k] >= up : force[k] > down;
    bears[k] = is_down;
  }
  return bears;
}

// Inverts the runs of `value` that are shorter than `least` rows. The first and the last run go on
// outside of the window, so their length is unknown.
void remove_short(std::vector<double>& signal, double value, double least) {
  std::size_t begin = 0;
  for (std::size_t k = 1; k < signal.size(); ++k) {
    if (signal[k] == signal[k - 1]) continue;
    if (begin > 0 && signal[begin] == value && static_cast<double>(k - begin) < least)
      for (std::size_t i = begin; i < k; ++i) signal[i] = 1 - value;
    begin = k;
  }
}

// Mean number of rows from one rise to the next; 0 if there are not two.
double mean_period(const std::vector<double>& signal) {
  const std::vector<std::size_t> at = rises(signal);
  return at.size() < 2
             ? 0
             : static_cast<double>(at.back() - at.front()) / static_cast<double>(at.size() - 1);
}

}  // namespace

std::vector<std::size_t> rises(const std::vector<double>& signal) {
  std::vector<std::size_t> rows;
  for (std::size_t k = 1; k < signal.size(); ++k)
    if (signal[k - 1] < 0.5 && signal[k] >= 0.5) rows.push_back(k);
  return rows;
}

double weight_of(const Poses& poses, std::string_view figure) {
  for (const RecordedFigure& f : poses.figures)
    if (f.name == figure) return standard_gravity * f.mass;
  return 0;
}

std::vector<double> bearing(const Poses& poses, std::string_view figure, std::string_view leg,
                            const BearingRule& rule, std::size_t first, std::size_t last) {
  std::array<std::vector<double>, 3> axes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Column axis = find_column(poses, figure, channels::foot_force.name,
                                    columns::of_leg(leg, columns::axes[i]));
    if (!axis) return {};
    axes[i] = axis.values(first, last);
  }
  std::vector<double> force;
  force.reserve(last - first);
  for (std::size_t k = 0; k < last - first; ++k)
    force.push_back(std::hypot(axes[0][k], axes[1][k], axes[2][k]));
  const double down = rule.comes_down * weight_of(poses, figure);
  std::vector<double> bears = hysteresis(force, down, up_again * down);
  double stride = 0;  // rows
  if (const Column steps = find_output(poses, figure, outputs::step, leg))
    stride = mean_period(steps.values(first, last));
  if (stride == 0) stride = mean_period(bears);
  remove_short(bears, 0, rule.ignored * stride);
  remove_short(bears, 1, rule.ignored * stride);
  return bears;
}

std::vector<double> bearing(const Poses& poses, std::string_view figure, std::string_view leg) {
  return bearing(poses, figure, leg, BearingRule(), 0, poses.track_times.size());
}

}  // namespace gambol
