// What a leg's feet do in a stride: how long they bear, how far they reach, how high they lift and
// how far they slide.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "analysis/footfalls.h"
#include "analysis/statistics.h"

namespace gambol {
namespace {

std::vector<const LegSpec*> legs_of(const Track& track, const ExpectSpec& e) {
  std::vector<const LegSpec*> legs;
  for (const LegSpec& leg : track.cast().figure.legs)
    if (e.body.empty() || e.body == leg.name) legs.push_back(&leg);
  return legs;
}

// Share of the whole strides that the leg bears; of the time if there is no whole stride.
double duty_factor_of(const std::vector<double>& bears) {
  const auto downs = rises(bears);
  const bool strides = downs.size() > 1;
  const std::size_t first = strides ? downs.front() : 0,
                    last = strides ? downs.back() : bears.size();
  double down = 0;
  for (std::size_t k = first; k < last; ++k) down += bears[k];
  return down / static_cast<double>(last - first);
}

Value duty_factor(const Track& track, const ExpectSpec& e) {
  Value most{-1, ""};
  for (const LegSpec* leg : legs_of(track, e)) {
    const double share = duty_factor_of(track.bearing(leg->name, e.bears_from));
    if (share > most.si) most = {share, leg->name};
  }
  return most;
}

// From footfall to footfall, by the centre of mass: the feet may slide.
Value stride_length(const Track& track, const ExpectSpec& e) {
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  double sum = 0, count = 0;
  for (const LegSpec* leg : legs_of(track, e)) {
    const auto downs = rises(track.bearing(leg->name, e.bears_from));
    for (std::size_t i = 1; i < downs.size(); ++i, ++count)
      sum += std::hypot(x[downs[i]] - x[downs[i - 1]], y[downs[i]] - y[downs[i - 1]]);
  }
  return count > 0 ? Value{sum / count, e.body} : unknown("no leg has two footfalls");
}

// [sample] height (m) of the lowest of the leg's feet above the ground.
std::vector<double> foot_height(const Track& track, const LegSpec& leg) {
  std::vector<double> low(track.size(), std::numeric_limits<double>::infinity());
  for (const std::string& foot : leg.feet) {
    const auto z = track.column(channels::lowest, foot);
    for (std::size_t k = 0; k < low.size(); ++k) low[k] = std::min(low[k], z[k]);
  }
  return low;
}

// Mean over the whole swings of the greatest height; NaN if there is none.
double mean_lift(const std::vector<double>& height, const std::vector<double>& bears) {
  double sum = 0, count = 0, most = std::nan("");  // NaN: before the first lift
  for (std::size_t k = 1; k < bears.size(); ++k) {
    const bool before = bears[k - 1] > 0.5, now = bears[k] > 0.5;
    if (before && !now) most = -std::numeric_limits<double>::infinity();
    if (!now) most = std::isnan(most) ? most : std::max(most, height[k]);
    if (!before && now && !std::isnan(most)) {
      sum += most;
      ++count;
    }
  }
  return count > 0 ? sum / count : std::nan("");
}

Value swing_clearance(const Track& track, const ExpectSpec& e) {
  Value least{std::numeric_limits<double>::infinity(), ""};
  for (const LegSpec* leg : legs_of(track, e)) {
    const double lift = mean_lift(foot_height(track, *leg), track.bearing(leg->name, e.bears_from));
    if (std::isnan(lift)) return unknown("no whole swing of " + leg->name);
    if (lift < least.si) least = {lift, leg->name};
  }
  return least;
}

// The row of the least height that is between greater ones, in the middle half of the swing from
// `lift` to `down`: there the toes pass the ground, before the heel goes down to it. Of a swing
// without one the row of the least height in that half.
std::size_t lowest_of_swing(const std::vector<double>& height, std::size_t lift, std::size_t down) {
  const std::size_t rows = down - lift, near = std::max<std::size_t>(rows / 20, 1);
  const std::size_t from = lift + std::max(rows / 4, near), to = down - std::max(rows / 4, near);
  std::size_t least = std::min(from, down), passes = down;
  for (std::size_t k = from; k < to; ++k) {
    if (height[k] < height[least]) least = k;
    const bool between = height[k] < height[k - near] && height[k] < height[k + near];
    if (between && (passes == down || height[k] < height[passes])) passes = k;
  }
  return passes == down ? least : passes;
}

Value toe_clearance(const Track& track, const ExpectSpec& e) {
  Value least{std::numeric_limits<double>::infinity(), ""};
  for (const LegSpec* leg : legs_of(track, e)) {
    const auto bears = track.bearing(leg->name, e.bears_from);
    const auto height = foot_height(track, *leg);
    std::size_t lift = 0;  // of the swing; 0: before the first
    for (std::size_t k = 1; k < bears.size(); ++k) {
      const bool before = bears[k - 1] > 0.5, now = bears[k] > 0.5;
      if (before && !now) lift = k;
      if (before || !now || lift == 0) continue;
      const std::size_t row = lowest_of_swing(height, lift, k);
      if (height[row] < least.si) least = {height[row], leg->name + " at " + track.when(row)};
    }
  }
  return std::isinf(least.si) ? unknown("no whole swing") : least;
}

// Standard deviation of the times from a footfall to the next over their mean.
double variation_of(const std::vector<double>& falls) {
  std::vector<double> strides;
  for (std::size_t i = 1; i < falls.size(); ++i) strides.push_back(falls[i] - falls[i - 1]);
  const double usual = mean(strides);
  double squares = 0;
  for (const double stride : strides) squares += (stride - usual) * (stride - usual);
  return std::sqrt(squares / static_cast<double>(strides.size() - 1)) / usual;
}

Value stride_variation(const Track& track, const ExpectSpec& e) {
  Value most{-1, ""};
  for (const LegSpec* leg : legs_of(track, e)) {
    const auto falls = footfalls(By::contact, track, e, leg->name);
    if (falls.size() < 3) return unknown("fewer than two strides of " + leg->name);
    const double variation = variation_of(falls);
    if (variation > most.si) most = {variation, leg->name};
  }
  return most;
}

// [sample] 1 while no leg bears, else 0.
std::vector<double> airborne(const Track& track, const ExpectSpec& e) {
  std::vector<double> up(track.size(), 1);
  for (const LegSpec& leg : track.cast().figure.legs) {
    const auto bears = track.bearing(leg.name, e.bears_from);
    for (std::size_t k = 0; k < up.size(); ++k)
      if (bears[k] > 0.5) up[k] = 0;
  }
  return up;
}

// Per cycle of the first leg that bears anew twice: from its first footfall to its last.
Value flights_per_stride(const Track& track, const ExpectSpec& e) {
  const auto downs = rises(track.bearing(track.cast().figure.legs.front().name, e.bears_from));
  if (downs.size() < 2) return unknown("no whole stride of the first leg");
  double flights = 0;
  for (const std::size_t k : rises(airborne(track, e)))
    flights += k >= downs.front() && k < downs.back();
  return {flights / static_cast<double>(downs.size() - 1), ""};
}

// Durations (s) of the flights that begin and end within the track.
std::vector<double> flight_times(const Track& track, const ExpectSpec& e) {
  const auto up = airborne(track, e);
  std::vector<double> times;
  double since = NAN;
  for (std::size_t k = 1; k < up.size(); ++k) {
    if (up[k] > up[k - 1]) since = track.time(k);
    if (up[k] < up[k - 1] && !std::isnan(since)) times.push_back(track.time(k) - since);
  }
  return times;
}

Value longest_flight(const Track& track, const ExpectSpec& e) {
  const auto times = flight_times(track, e);
  return {times.empty() ? 0 : *std::max_element(times.begin(), times.end()), ""};
}

Value shortest_flight(const Track& track, const ExpectSpec& e) {
  const auto times = flight_times(track, e);
  if (times.empty()) return unknown("no whole flight");
  return {*std::min_element(times.begin(), times.end()), ""};
}

constexpr double loaded = 0.05;  // weights: a foot that bears less may slide

// Distance (m) that the leg's feet slide while they are loaded. Ground that they slide over several
// times counts each time.
double loaded_slide(const Track& track, const LegSpec& leg) {
  std::array<std::vector<double>, 3> force;
  for (int i = 0; i < 3; ++i)
    force[i] = track.column(channels::foot_force, columns::of_leg(leg.name, columns::axes[i]));
  const auto speed = track.slide_speed(leg.name);
  double sum = 0;
  for (std::size_t k = 1; k < speed.size(); ++k)
    if (std::hypot(force[0][k], force[1][k], force[2][k]) > loaded * track.weight())
      sum += speed[k] * (track.time(k) - track.time(k - 1));
  return sum;
}

// [leg] length of the slide over that of the stride. Both are sums over all strides.
std::vector<double> slips(const Track& track, const ExpectSpec& e) {
  const double way = std::abs(advance(track));
  std::vector<double> all;
  for (const LegSpec* leg : legs_of(track, e)) all.push_back(loaded_slide(track, *leg) / way);
  return all;
}

Value slip_per_stride(const Track& track, const ExpectSpec& e) {
  return {mean(slips(track, e)), e.body};
}

Value worst_slip_per_stride(const Track& track, const ExpectSpec& e) {
  const auto all = slips(track, e);
  const auto worst = std::max_element(all.begin(), all.end());
  return {*worst, legs_of(track, e)[static_cast<std::size_t>(worst - all.begin())]->name};
}

}  // namespace

std::vector<Measure> footfall_measures() {
  return {
      {"duty_factor", "", 1,
       "share of a stride for which leg `body` bears, or the leg that bears longest", duty_factor,
       Needs::contact, Of::leg_or_figure},
      {"stride_length", "cm", 100,
       "distance that the centre of mass travels from a footfall of leg `body` to its next, or of "
       "all legs",
       stride_length, Needs::contact, Of::leg_or_figure},
      {"swing_clearance", "mm", 1000,
       "greatest height of the feet of leg `body` in a swing, on the mean of its swings; of the "
       "leg that lifts least",
       swing_clearance, Needs::contact, Of::leg_or_figure},
      {"toe_clearance", "mm", 1000,
       "least height of the lowest point of the feet of leg `body`, or of any leg, above the "
       "ground where it is between greater heights in the middle half of a swing; of a swing "
       "without such a place, the least height in that half",
       toe_clearance, Needs::contact, Of::leg_or_figure},
      {"stride_variation", "", 1,
       "standard deviation of the times from a footfall of leg `body` to its next, over their "
       "mean; of the leg that varies most",
       stride_variation, Needs::contact, Of::leg_or_figure},
      {"flights_per_stride", "", 1,
       "times per stride that all feet are off the ground at once, by contact", flights_per_stride,
       Needs::contact},
      {"longest_flight", "ms", 1000, "longest time with no foot on the ground, by contact",
       longest_flight, Needs::contact},
      {"shortest_flight", "ms", 1000,
       "shortest of the times with no foot on the ground, by contact", shortest_flight,
       Needs::contact},
      {"slip_per_stride", "", 1,
       "distance that feet slide in a stride, while their force is over 5 % of the weight, over "
       "the "
       "stride's length: of leg `body`, or on the mean of all legs",
       slip_per_stride, Needs::contact, Of::leg_or_figure},
      {"worst_slip_per_stride", "", 1, "slip_per_stride of the leg that slides most",
       worst_slip_per_stride, Needs::contact},
  };
}

}  // namespace gambol
