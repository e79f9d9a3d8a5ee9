// Compares contact with the graph of a gait of leg frames (Coros et al. 2011, "seed 002", Fig. 4),
// which says for each leg from which to which phase of a stride it stands.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/footfalls.h"
#include "analysis/statistics.h"

namespace gambol {
namespace {

// A whole swing that the graph asks for.
struct Asked {
  double lift = 0, place = 0;  // s
  double before = 0;           // s, at which the leg was to come down before
  double period() const { return place - before; }
  double middle() const { return (lift + place) / 2; }
};

std::vector<Asked> asked_of(const Track& track, const std::string& leg) {
  const auto asked = track.output_of_leg(outputs::asked, leg);
  std::vector<Asked> all;
  double lift = std::nan(""), before = std::nan("");
  for (std::size_t k = 1; k < asked.size(); ++k) {
    if (asked[k] > asked[k - 1]) lift = track.time(k);
    if (asked[k] >= asked[k - 1]) continue;
    if (!std::isnan(lift) && !std::isnan(before)) all.push_back({lift, track.time(k), before});
    before = track.time(k);
  }
  return all;
}

// Mean over the strides of the time, in cycles, by which the leg comes down after the graph's time.
// It comes down when it first touches between the middle of a swing and one period later. Nothing
// if it does not in some stride.
std::optional<double> delay_of(const Track& track, const ExpectSpec& e, const std::string& leg) {
  const auto downs = footfalls(By::contact, track, e, leg);
  std::vector<double> delays;
  for (const Asked& swing : asked_of(track, leg)) {
    const double until = swing.middle() + swing.period();
    if (until > track.time(track.size() - 1)) continue;
    const auto down = std::upper_bound(downs.begin(), downs.end(), swing.middle());
    if (down == downs.end() || *down > until) return std::nullopt;
    delays.push_back((*down - swing.place) / swing.period());
  }
  if (delays.empty()) return std::nullopt;
  return mean(delays);
}

// Difference to the mean of all legs, as a graph says nothing of a delay that all legs share.
Value phase_off_graph(const Track& track, const ExpectSpec& e) {
  std::vector<double> delays;
  const auto& legs = track.cast().figure.legs;
  for (const LegSpec& leg : legs) {
    const auto delay = delay_of(track, e, leg.name);
    if (!delay) return unknown(leg.name + " does not come down in every stride");
    delays.push_back(*delay);
  }
  Value worst{-1, ""};
  const double shared = mean(delays);
  for (std::size_t k = 0; k < legs.size(); ++k) {
    if (!e.body.empty() && e.body != legs[k].name) continue;
    const double off = std::abs(delays[k] - shared);
    if (off > worst.si) worst = {off, legs[k].name};
  }
  return worst;
}

// Share of the time from the first to the last asked footfall for which `signal` is on.
double share_on(const Track& track, const std::vector<double>& signal,
                const std::vector<Asked>& of) {
  double on = 0, all = 0;
  for (std::size_t k = 0; k < signal.size(); ++k) {
    if (track.time(k) < of.front().before || track.time(k) >= of.back().place) continue;
    on += signal[k] > 0.5 ? 1 : 0;
    ++all;
  }
  return on / all;
}

Value duty_off_graph(const Track& track, const ExpectSpec& e) {
  Value worst{-1, ""};
  for (const LegSpec& leg : track.cast().figure.legs) {
    if (!e.body.empty() && e.body != leg.name) continue;
    const auto swings = asked_of(track, leg.name);
    if (swings.empty()) return unknown("no whole stride of " + leg.name);
    const auto asked = track.output_of_leg(outputs::asked, leg.name);
    const double stands = 1 - share_on(track, asked, swings);
    const double bears = share_on(track, track.bearing(leg.name, e.bears_from), swings);
    const double off = std::abs(bears - stands);
    if (off > worst.si)
      worst = {off, fmt::format("{} has {:.3f} instead of {:.3f}", leg.name, bears, stands)};
  }
  return worst;
}

Value touches_per_stride(const Track& track, const ExpectSpec& e) {
  Value most{-1, ""};
  for (const LegSpec& leg : track.cast().figure.legs) {
    if (!e.body.empty() && e.body != leg.name) continue;
    const auto swings = asked_of(track, leg.name);
    if (swings.size() < 2) return unknown("too few strides of " + leg.name);
    double touches = 0;
    for (const double down : footfalls(By::contact, track, e, leg.name))
      touches += down > swings.front().middle() && down <= swings.back().middle();
    if (touches == 0) return unknown(leg.name + " does not come down");
    const double each = touches / static_cast<double>(swings.size() - 1);
    if (each > most.si) most = {each, leg.name};
  }
  return most;
}

}  // namespace

std::vector<Measure> graph_measures() {
  return {
      {"phase_off_graph", "cycles", 1,
       "largest difference between the phase at which a leg comes down, on the mean of the "
       "strides, and that of its gait's graph, less what all legs share; of leg `body`, or of the "
       "leg that is off most",
       phase_off_graph, Needs::goals, Of::leg_or_figure},
      {"duty_off_graph", "", 1,
       "largest difference between the share of the strides that a leg bears and that for which "
       "its gait's graph asks it to stand; of leg `body`, or of the leg that is off most",
       duty_off_graph, Needs::goals, Of::leg_or_figure},
      {"touches_per_stride", "", 1,
       "times in a stride that leg `body` comes down, by contact, or the leg that does most often; "
       "more than 1: it bounces",
       touches_per_stride, Needs::goals, Of::leg_or_figure},
  };
}

}  // namespace gambol
