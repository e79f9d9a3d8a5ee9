// Ways of moving, whatever the body: how long all of it is off the ground, how far and how high it
// flies, whether its limbs bear together.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "analysis/figure_size.h"
#include "analysis/measure_table.h"
#include "analysis/statistics.h"

namespace gambol {
namespace {

// [sample] whether the ground pushes on no body, by less than a hundredth of the weight in all.
std::vector<char> flies(const Track& track) {
  constexpr double nothing = 0.01;
  std::vector<double> sum(track.size(), 0.0);
  for (const std::string& body : track.columns_of(channels::ground_force)) {
    const auto force = track.column(channels::ground_force, body);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += force[k];
  }
  const double least = nothing * track.weight();
  std::vector<char> flies(track.size());
  for (std::size_t k = 0; k < sum.size(); ++k) flies[k] = sum[k] < least;
  return flies;
}

Value off_ground(const Track& track, const ExpectSpec&) {
  const std::vector<char> off = flies(track);
  return {
      static_cast<double>(std::count(off.begin(), off.end(), 1)) / static_cast<double>(off.size()),
      ""};
}

// Of the consecutive periods of the figure's waves in the window, the one with the least flight.
Value cycle_off_ground(const Track& track, const ExpectSpec&) {
  const double period = track.cast().figure.waves->period;
  const std::vector<char> off = flies(track);
  double least = INFINITY, where = 0;
  std::size_t first = 0;
  for (int cycle = 1;; ++cycle) {
    std::size_t end = first;
    while (end < off.size() && track.time(end) < track.time(0) + cycle * period) ++end;
    if (end == off.size()) break;  // the last cycle is not whole
    const auto count = std::count(off.begin() + static_cast<std::ptrdiff_t>(first),
                                  off.begin() + static_cast<std::ptrdiff_t>(end), 1);
    // No sample lies in a cycle that is shorter than a row.
    const double share =
        end > first ? static_cast<double>(count) / static_cast<double>(end - first) : 0;
    if (share < least) least = share, where = track.time(first);
    first = end;
  }
  if (!std::isfinite(least)) return unknown("no whole cycle of the waves");
  return {least, fmt::format("from {:.3g} s", where)};
}

// The mean of `of`(first, last sample) over the flights, weighted by their durations, so that
// bounces between them count for little; 0 if there is no flight.
template <class Of>
double mean_of_flights(const Track& track, const Of& of) {
  const std::vector<char> off = flies(track);
  double sum = 0, times = 0;
  for (std::size_t k = 0; k < off.size();) {
    if (!off[k]) {
      ++k;
      continue;
    }
    const std::size_t first = k;
    while (k < off.size() && off[k]) ++k;
    // From the last sample on the ground to the first one.
    const std::size_t a = first > 0 ? first - 1 : first, b = std::min(k, off.size() - 1);
    const double time = track.time(b) - track.time(a);
    sum += time * of(a, b);
    times += time;
  }
  return times > 0 ? sum / times : 0;
}

Value flight_rise(const Track& track, const ExpectSpec&) {
  const auto z = track.column(channels::com, columns::z);
  const double rise = mean_of_flights(track, [&](std::size_t a, std::size_t b) {
    return *std::max_element(z.begin() + static_cast<std::ptrdiff_t>(a),
                             z.begin() + static_cast<std::ptrdiff_t>(b) + 1) -
           z[a];
  });
  return {rise / body_height(track.cast().figure), ""};
}

Value flight_length(const Track& track, const ExpectSpec&) {
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  const double length = mean_of_flights(
      track, [&](std::size_t a, std::size_t b) { return std::hypot(x[b] - x[a], y[b] - y[a]); });
  return {length / body_length(track.cast().figure), ""};
}

// The correlation of two signals; 0 if one of them is constant.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double ma = mean(a), mb = mean(b);
  double aa = 0, ab = 0, bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    aa += (a[k] - ma) * (a[k] - ma);
    ab += (a[k] - ma) * (b[k] - mb);
    bb += (b[k] - mb) * (b[k] - mb);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

Value synchrony(const Track& track, const ExpectSpec& e) {
  std::vector<std::vector<double>> bearing;
  for (const LegSpec& leg : track.cast().figure.legs)
    bearing.push_back(track.bearing(leg.name, e.bears_from));
  double sum = 0;
  int pairs = 0;
  for (std::size_t i = 0; i < bearing.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, ++pairs) sum += correlation(bearing[i], bearing[j]);
  return {pairs > 0 ? sum / pairs : 0, ""};
}

Value lengths_per_second(const Track& track, const ExpectSpec&) {
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  const double way = std::hypot(x.back() - x.front(), y.back() - y.front());
  return {way / track.duration() / body_length(track.cast().figure), ""};
}

}  // namespace

std::vector<Measure> flight_measures() {
  return {
      {"off_ground", "", 1,
       "share of the time that the ground pushes on no body of the figure, by less than 1 % of its "
       "weight in all",
       off_ground},
      {"cycle_off_ground", "", 1,
       "least such share of any whole period of the figure's waves, one after the other from the "
       "beginning of the window",
       cycle_off_ground, Needs::waves},
      {"flight_rise", "", 1,
       "height by which the centre of mass rises from where the figure leaves the ground, over "
       "body_height; mean of its flights, weighted by their durations",
       flight_rise},
      {"flight_length", "", 1,
       "horizontal distance that the centre of mass goes from where the figure leaves the ground "
       "to where it comes down, over body_length; mean of its flights, weighted by their durations",
       flight_length},
      {"synchrony", "", 1,
       "correlation of the times at which two legs bear, mean of all pairs of legs: 1 if all bear "
       "together, -1 if two take turns; a leg that always or never bears counts as 0",
       synchrony, Needs::legs},
      {"body_lengths_per_second", "1/s", 1,
       "horizontal distance from the first to the last position of the centre of mass, over the "
       "time and body_length",
       lengths_per_second},
  };
}

}  // namespace gambol
