// The forces of the ground on a foot over its stride, as force plates show them.

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/footfalls.h"
#include "analysis/statistics.h"

namespace gambol {
namespace {

// Forces on a leg over the stride, from one footfall to the next: means over each hundredth, and
// over all strides, in weights. So what takes less than a hundredth counts by its impulse alone.
struct StrideForce {
  static constexpr std::size_t parts = 100;
  std::array<double, parts> up = {}, forward = {};
  std::size_t bears = 0;  // parts of the stride, from its beginning, in which the leg bears
};

// Without a whole stride `bears` is 0.
StrideForce mean_stride(const Track& track, const ExpectSpec& e) {
  StrideForce mean;
  const auto falls = footfalls(By::contact, track, e, e.body);
  if (falls.size() < 2) return mean;
  const auto column = [&](std::string_view axis) {
    return track.column(channels::foot_force, columns::of_leg(e.body, axis));
  };
  const auto x = column(columns::x), y = column(columns::y), z = column(columns::z);
  const auto heading = track.heading();
  const auto bearing = track.bearing(e.body, e.bears_from);
  std::array<double, StrideForce::parts> count = {};
  double bears = 0, all = 0;
  for (std::size_t k = 0, stride = 0; k < track.size(); ++k) {
    const double t = track.time(k);
    if (t < falls.front() || t >= falls.back()) continue;
    while (t >= falls[stride + 1]) ++stride;
    const double phase = (t - falls[stride]) / (falls[stride + 1] - falls[stride]);
    const auto part = std::min(StrideForce::parts - 1,
                               static_cast<std::size_t>(phase * double(StrideForce::parts)));
    mean.up[part] += z[k];
    mean.forward[part] += x[k] * std::cos(heading[k]) + y[k] * std::sin(heading[k]);
    ++count[part];
    bears += bearing[k];
    ++all;
  }
  for (std::size_t i = 0; i < StrideForce::parts; ++i) {
    if (count[i] == 0) return {};  // a stride of fewer rows than parts
    mean.up[i] /= count[i] * track.weight();
    mean.forward[i] /= count[i] * track.weight();
  }
  mean.bears = static_cast<std::size_t>(std::lround(bears / all * double(StrideForce::parts)));
  return mean;
}

// The greatest upward force in the first and in the second half of the stance, and the least
// between the two: the humps and the trough of a walk.
enum class Hump { first, trough, second };
template <Hump hump>
Value hump_of(const Track& track, const ExpectSpec& e) {
  const StrideForce mean = mean_stride(track, e);
  if (mean.bears < 2) return unknown("no whole stride of " + e.body);
  const auto begin = mean.up.begin();
  const auto middle = begin + static_cast<std::ptrdiff_t>(mean.bears / 2);
  const auto end = begin + static_cast<std::ptrdiff_t>(mean.bears);
  const auto first = std::max_element(begin, middle), second = std::max_element(middle, end);
  const auto at = hump == Hump::first    ? first
                  : hump == Hump::second ? second
                                         : std::min_element(first, second + 1);
  return {*at, "at " + std::to_string(at - begin) + " % of the stride"};
}

template <bool forward>
Value along_of(const Track& track, const ExpectSpec& e) {
  const StrideForce mean = mean_stride(track, e);
  if (mean.bears == 0) return unknown("no whole stride of " + e.body);
  const auto [least, most] = std::minmax_element(mean.forward.begin(), mean.forward.end());
  const auto at = forward ? most : least;
  return {forward ? *at : -*at,
          "at " + std::to_string(at - mean.forward.begin()) + " % of the stride"};
}

}  // namespace

std::vector<Measure> stride_force_measures() {
  return {
      {"first_hump", "", 1,
       "greatest upward force on the feet of leg `body` in the first half of its stance, in "
       "weights, in means over each hundredth of the stride and over the strides",
       hump_of<Hump::first>, Needs::contact, Of::leg},
      {"trough", "", 1, "least upward force between `first_hump` and `second_hump`",
       hump_of<Hump::trough>, Needs::contact, Of::leg},
      {"second_hump", "", 1, "the same as `first_hump`, in the second half of the stance",
       hump_of<Hump::second>, Needs::contact, Of::leg},
      {"braking_force", "", 1,
       "greatest force of the ground on the feet of leg `body` against the heading, in weights, in "
       "the same means",
       along_of<false>, Needs::contact, Of::leg},
      {"driving_force", "", 1, "the same along the heading", along_of<true>, Needs::contact,
       Of::leg},
  };
}

}  // namespace gambol
