// Frequency and phases of footfalls, by contact and as the gait commands them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "analysis/footfalls.h"
#include "analysis/statistics.h"

namespace gambol {
namespace {

template <By by>
Value stride_frequency(const Track& track, const ExpectSpec& e) {
  double cycles = 0, span = 0;
  for (const LegSpec& leg : track.cast().figure.legs) {
    const auto times = footfalls(by, track, e, leg.name);
    if (times.size() < 2) continue;
    cycles += static_cast<double>(times.size() - 1);
    span += times.back() - times.front();
  }
  return span > 0 ? Value{cycles / span, ""} : unknown("no leg has two footfalls");
}

template <By by>
Value gait_cycles(const Track& track, const ExpectSpec& e) {
  const auto& legs = track.cast().figure.legs;
  if (legs.empty()) return unknown("it has no legs");
  Value fewest{std::numeric_limits<double>::infinity(), ""};
  for (const LegSpec& leg : legs) {
    const auto n = static_cast<double>(footfalls(by, track, e, leg.name).size());
    if (n < fewest.si) fewest = {n, leg.name};
  }
  return fewest;
}

Value steps(const Track& track, const ExpectSpec& e) {
  constexpr double fallen = 60 * std::numbers::pi / 180;
  double until = std::numeric_limits<double>::infinity();
  const auto orientation = track.root_orientation();
  for (std::size_t k = 0; k < orientation.size() && std::isinf(until); ++k)
    if ((orientation[k] * Vec3::UnitZ()).z() < std::cos(fallen)) until = track.time(k);
  double n = 0;
  for (const std::size_t k : steps_in_turn(track, e)) n += track.time(k) < until;
  return {n, std::isinf(until) ? "" : fmt::format("falls at {:.2f} s", until)};
}

double wrapped(double cycles) { return std::abs(cycles - std::round(cycles)); }

// Difference between the mean phase of `leg`'s footfalls within the cycles of `reference` and
// `expected`, both in cycles; NaN if no footfall of `leg` falls within a cycle of `reference`.
double phase_off(const std::vector<double>& leg, const std::vector<double>& reference,
                 double expected) {
  std::complex<double> sum = 0;
  for (double t : leg) {
    const auto next = std::upper_bound(reference.begin(), reference.end(), t);
    if (next == reference.begin() || next == reference.end()) continue;
    const double phase = (t - *(next - 1)) / (*next - *(next - 1));
    sum += std::polar(1.0, 2 * std::numbers::pi * phase);
  }
  if (std::abs(sum) == 0) return std::nan("");
  return wrapped(std::arg(sum) / (2 * std::numbers::pi) - expected);
}

template <By by>
Value across_phase_error(const Track& track, const ExpectSpec& e) {
  Value worst;
  for (const LegSpec& a : track.cast().figure.legs) {
    for (const LegSpec& b : track.cast().figure.legs) {
      if (a.side != Side::left || b.side != Side::right || a.row != b.row) continue;
      const double error =
          phase_off(footfalls(by, track, e, b.name), footfalls(by, track, e, a.name), 0.5);
      if (std::isnan(error)) return unknown("too few steps of " + a.name + " and " + b.name);
      if (error > worst.si) worst = {error, a.name + " and " + b.name};
    }
  }
  worst.si *= 2 * std::numbers::pi;
  return worst;
}

template <By by>
Value tripod_phase_error(const Track& track, const ExpectSpec& e) {
  const auto& legs = track.cast().figure.legs;
  Value worst;
  for (const LegSpec& leg : legs) {
    const bool same = (leg.row + (leg.side == Side::left ? 0 : 1)) % 2 ==
                      (legs[0].row + (legs[0].side == Side::left ? 0 : 1)) % 2;
    const double error = phase_off(footfalls(by, track, e, leg.name),
                                   footfalls(by, track, e, legs[0].name), same ? 0.0 : 0.5);
    if (std::isnan(error)) return unknown("too few steps of " + leg.name);
    if (error > worst.si) worst = {error, leg.name};
  }
  worst.si *= 2 * std::numbers::pi;
  return worst;
}

// Number of times, over all legs, that a reflex began to act or changed its action.
Value reflex_acts(const Track& track, const ExpectSpec&) {
  Value acts;
  for (const LegSpec& leg : track.cast().figure.legs) {
    const auto action = track.output_of_leg(outputs::reflex, leg.name);
    for (std::size_t k = 1; k < action.size(); ++k) {
      if (action[k] == action[k - 1] || action[k] == 0) continue;
      if (++acts.si == 1) acts.where = fmt::format("{} at {:.3f} s", leg.name, track.time(k));
    }
  }
  return acts;
}

}  // namespace

std::vector<std::size_t> steps_in_turn(const Track& track, const ExpectSpec& e) {
  std::vector<std::pair<std::size_t, std::size_t>> all;  // row, leg
  const auto& legs = track.cast().figure.legs;
  for (std::size_t leg = 0; leg < legs.size(); ++leg)
    for (const std::size_t k : rises(track.bearing(legs[leg].name, e.bears_from)))
      all.emplace_back(k, leg);
  std::sort(all.begin(), all.end());
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i == 0 || all[i].second != all[i - 1].second) rows.push_back(all[i].first);
  return rows;
}

std::vector<Measure> gait_measures() {
  return {
      {"stride_frequency", "Hz", 1, "times per second that a leg's feet come down",
       stride_frequency<By::contact>, Needs::contact},
      {"commanded_stride_frequency", "Hz", 1, "commanded steps of a leg per second",
       stride_frequency<By::command>, Needs::gait},
      {"gait_cycles", "cycles", 1, "times that the feet of the leg with the fewest come down",
       gait_cycles<By::contact>, Needs::contact},
      {"steps", "", 1,
       "times that a foot comes down of another leg than before, until the root's up axis is 60 "
       "deg "
       "from the vertical",
       steps, Needs::contact},
      {"commanded_gait_cycles", "cycles", 1, "commanded steps begun by the leg with the fewest",
       gait_cycles<By::command>, Needs::gait},
      {"across_phase_error", "deg", degrees,
       "largest deviation from half a cycle between the footfalls of two opposite legs",
       across_phase_error<By::contact>, Needs::contact},
      {"commanded_across_phase_error", "deg", degrees,
       "largest deviation from half a cycle between the commanded steps of two opposite legs",
       across_phase_error<By::command>, Needs::gait},
      {"tripod_phase_error", "deg", degrees,
       "largest deviation of a leg's footfalls from its tripod's phase; the tripods alternate",
       tripod_phase_error<By::contact>, Needs::contact},
      {"commanded_tripod_phase_error", "deg", degrees,
       "largest deviation of a leg's commanded steps from its tripod's phase",
       tripod_phase_error<By::command>, Needs::gait},
      {"reflex_acts", "", 1,
       "number of times that a leg's reflex began to act or changed its action", reflex_acts,
       Needs::reflexes},
  };
}

}  // namespace gambol
