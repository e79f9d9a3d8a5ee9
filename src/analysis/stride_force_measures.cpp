// The forces of the ground on a foot over its stride, as force plates show them.

#include <algorithm>
#include <cmath>

#include "analysis/footfalls.h"
#include "analysis/stride_means.h"

namespace gambol {
namespace {

// Forces on a leg over the stride, from one footfall to the next, in weights.
struct StrideForce {
  StrideMeans::Curve up = {}, forward = {};
  std::size_t bears = 0;  // hundredths, from the footfall on, in which the leg bears; 0: unknown
};

// [row] force of the ground on the leg's feet along the heading, in weights.
std::vector<double> force_ahead(const Track& track, const std::string& leg) {
  const auto x = track.column(channels::foot_force, columns::of_leg(leg, columns::x)),
             y = track.column(channels::foot_force, columns::of_leg(leg, columns::y));
  std::vector<double> ahead = track.heading();
  for (std::size_t k = 0; k < ahead.size(); ++k)
    ahead[k] = (x[k] * std::cos(ahead[k]) + y[k] * std::sin(ahead[k])) / track.weight();
  return ahead;
}

// Without a whole stride `bears` is 0.
StrideForce mean_stride(const Track& track, const ExpectSpec& e) {
  StrideForce force;
  const StrideMeans mean(track, footfalls(By::contact, track, e, e.body));
  if (!mean.are_known()) return force;
  force.up = mean.of(track.column(channels::foot_force, columns::of_leg(e.body, columns::z)));
  for (double& up : force.up) up /= track.weight();
  force.forward = mean.of(force_ahead(track, e.body));
  const double share = mean.over_stride(track.bearing(e.body, e.bears_from));
  force.bears = static_cast<std::size_t>(std::lround(share * double(StrideMeans::parts)));
  return force;
}

// The greatest upward force in the first and in the second half of the stance, and the least
// between the two: the humps and the trough of a walk.
enum class Hump { first, trough, second };
enum class Tell { force, time };
template <Hump hump, Tell tell = Tell::force>
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
  if (tell == Tell::time) return {share_at(at - begin), e.body};
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

// Of the greatest forces after each footfall: the blow of a heel is shorter than a hundredth of the
// stride, and comes at another time in each.
Value strike_drive(const Track& track, const ExpectSpec& e) {
  constexpr double share = 0.05;  // of a stride
  const auto downs = rises(track.bearing(e.body, e.bears_from));
  if (downs.size() < 2) return unknown("no whole stride of " + e.body);
  const auto ahead = force_ahead(track, e.body);
  double sum = 0;
  for (std::size_t i = 1; i < downs.size(); ++i) {
    const auto from = ahead.begin() + static_cast<std::ptrdiff_t>(downs[i - 1]);
    const double rows = share * static_cast<double>(downs[i] - downs[i - 1]);
    sum += *std::max_element(from, from + std::lround(rows) + 1);
  }
  return {sum / static_cast<double>(downs.size() - 1), e.body};
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
      {"first_hump_time", "", 1,
       "share of the stride of leg `body`, from its footfall, at which `first_hump` is",
       hump_of<Hump::first, Tell::time>, Needs::contact, Of::leg},
      {"second_hump_time", "", 1, "the same of `second_hump`", hump_of<Hump::second, Tell::time>,
       Needs::contact, Of::leg},
      {"braking_force", "", 1,
       "greatest force of the ground on the feet of leg `body` against the heading, in weights, in "
       "the same means",
       along_of<false>, Needs::contact, Of::leg},
      {"driving_force", "", 1, "the same along the heading", along_of<true>, Needs::contact,
       Of::leg},
      {"strike_drive", "", 1,
       "greatest force of the ground on the feet of leg `body` along the heading, in weights, in "
       "the first twentieth of a stride, in which a foot that comes down strikes back; mean of the "
       "strides",
       strike_drive, Needs::contact, Of::leg},
  };
}

}  // namespace gambol
