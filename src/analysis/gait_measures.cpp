// Timing of steps: cycles, phases, duty factors.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "analysis/statistics.h"

namespace gambol {
namespace {

Value stride_frequency(const Track& track, const ExpectSpec&) {
  return {track.stride_frequency(), ""};
}

Value gait_cycles(const Track& track, const ExpectSpec&) {
  const auto& legs = track.cast().figure.legs;
  double fewest = legs.empty() ? std::nan("") : std::numeric_limits<double>::infinity();
  std::string where;
  for (const LegSpec& leg : legs) {
    const auto n = track.onsets(track.stepping(leg.name)).size();
    if (static_cast<double>(n) < fewest) {
      fewest = static_cast<double>(n);
      where = leg.name;
    }
  }
  return {fewest, where};
}

// Mean phase of `leg`'s steps within the cycles of `reference`, in cycles; NaN if no step of `leg`
// falls within a cycle of `reference`.
double relative_phase(const Track& track, const std::string& leg, const std::string& reference) {
  const auto steps = track.onsets(track.stepping(leg));
  const auto cycles = track.onsets(track.stepping(reference));
  std::complex<double> sum = 0;
  for (double t : steps) {
    const auto next = std::upper_bound(cycles.begin(), cycles.end(), t);
    if (next == cycles.begin() || next == cycles.end()) continue;
    const double phase = (t - *(next - 1)) / (*next - *(next - 1));
    sum += std::polar(1.0, 2 * std::numbers::pi * phase);
  }
  if (std::abs(sum) == 0) return std::nan("");
  return std::arg(sum) / (2 * std::numbers::pi);
}

double wrapped(double cycles) { return std::abs(cycles - std::round(cycles)); }

Value across_phase_error(const Track& track, const ExpectSpec&) {
  Value worst;
  for (const LegSpec& a : track.cast().figure.legs) {
    for (const LegSpec& b : track.cast().figure.legs) {
      if (a.side != Side::left || b.side != Side::right || a.row != b.row) continue;
      const double error = wrapped(relative_phase(track, b.name, a.name) - 0.5);
      if (std::isnan(error)) return {error, a.name + " and " + b.name};
      if (error > worst.si) worst = {error, a.name + " and " + b.name};
    }
  }
  worst.si *= 2 * std::numbers::pi;
  return worst;
}

Value tripod_phase_error(const Track& track, const ExpectSpec&) {
  const auto& legs = track.cast().figure.legs;
  Value worst;
  for (const LegSpec& leg : legs) {
    const bool same = (leg.row + (leg.side == Side::left ? 0 : 1)) % 2 ==
                      (legs[0].row + (legs[0].side == Side::left ? 0 : 1)) % 2;
    const double error =
        wrapped(relative_phase(track, leg.name, legs[0].name) - (same ? 0.0 : 0.5));
    if (std::isnan(error)) return {error, leg.name};
    if (error > worst.si) worst = {error, leg.name};
  }
  worst.si *= 2 * std::numbers::pi;
  return worst;
}

// Fraction of the time that the leg's feet touch the ground.
Value duty_factor(const Track& track, const ExpectSpec& e) {
  double down = 0;
  const auto depth = track.column(channels::foot_depth, e.body);
  for (double d : depth) down += d > 0;
  return {down / static_cast<double>(depth.size()), e.body};
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

std::vector<Measure> gait_measures() {
  return {
      {"stride_frequency", "Hz", 1, "commanded steps of a leg per second", stride_frequency,
       Needs::gait},
      {"gait_cycles", "cycles", 1, "commanded steps begun by the leg with the fewest", gait_cycles,
       Needs::gait},
      {"across_phase_error", "deg", degrees,
       "largest deviation from half a cycle between two opposite legs", across_phase_error,
       Needs::gait},
      {"tripod_phase_error", "deg", degrees,
       "largest deviation of a leg from its tripod's phase; the tripods alternate",
       tripod_phase_error, Needs::gait},
      {"reflex_acts", "", 1,
       "number of times that a leg's reflex began to act or changed its action", reflex_acts,
       Needs::reflexes},
      {"duty_factor", "", 1, "share of the time that the feet of leg `body` touch the ground",
       duty_factor, Needs::legs, Of::leg},
  };
}

}  // namespace gambol
