// Wilson's rules (McKenna's MS thesis, MIT 1990, "seed 000", section 2.2): durations of commanded
// steps and stances, and their order along a side.

#include <algorithm>
#include <cmath>

#include "analysis/statistics.h"

namespace gambol {
namespace {

// Times (s) closer than this cannot be distinguished in a sampled track.
double resolution(const Track& track) {
  return 1.5 * track.duration() / static_cast<double>(track.size() - 1);
}

// Durations (s) of the complete intervals in which `signal` is on, or off.
std::vector<double> lengths(const Track& track, const std::vector<double>& signal, bool on) {
  std::vector<double> all;
  double begin = std::nan("");
  for (std::size_t k = 1; k < signal.size(); ++k) {
    const bool before = signal[k - 1] > 0.5, now = signal[k] > 0.5;
    if (before == now) continue;
    if (now != on && !std::isnan(begin)) all.push_back(track.time(k) - begin);
    begin = now == on ? track.time(k) : std::nan("");
  }
  return all;
}

// Durations (s) of the commanded steps (on) or stances (off) of leg `body`, or of all legs.
std::vector<double> lengths_of(const Track& track, const ExpectSpec& e, bool on) {
  std::vector<double> all;
  for (const LegSpec& leg : track.cast().figure.legs) {
    if (!e.body.empty() && e.body != leg.name) continue;
    const auto some = lengths(track, track.stepping(leg.name), on);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

Value mean_length(const Track& track, const ExpectSpec& e, bool on) {
  const auto all = lengths_of(track, e, on);
  return {all.empty() ? std::nan("") : mean(all), e.body};
}

Value step_duration(const Track& track, const ExpectSpec& e) { return mean_length(track, e, true); }
Value stance_duration(const Track& track, const ExpectSpec& e) {
  return mean_length(track, e, false);
}

Value step_variation(const Track& track, const ExpectSpec& e) {
  const auto all = lengths_of(track, e, true);
  if (all.empty()) return {std::nan(""), e.body};
  const auto [shortest, longest] = std::minmax_element(all.begin(), all.end());
  return {*longest - *shortest, e.body};
}

// The next leg in front on the same side; nullptr if there is none.
const LegSpec* leg_ahead(const FigureSpec& figure, const LegSpec& leg) {
  for (const LegSpec& other : figure.legs)
    if (other.side == leg.side && other.row == leg.row - 1) return &other;
  return nullptr;
}

// Times (s) from each step of `behind` to the next step of `ahead`.
std::vector<double> delays(const Track& track, const LegSpec& behind, const LegSpec& ahead) {
  const auto first = track.onsets(track.stepping(behind.name));
  const auto next = track.onsets(track.stepping(ahead.name));
  std::vector<double> all;
  for (const double t : first) {
    const auto after = std::lower_bound(next.begin(), next.end(), t + resolution(track));
    if (after != next.end()) all.push_back(*after - t);
  }
  return all;
}

// Mean over all neighbours on a side, or over leg `body` and the leg in front of it.
Value delay(const Track& track, const ExpectSpec& e) {
  std::vector<double> all;
  const FigureSpec& figure = track.cast().figure;
  for (const LegSpec& leg : figure.legs) {
    const LegSpec* ahead = leg_ahead(figure, leg);
    if (!ahead || (!e.body.empty() && e.body != leg.name)) continue;
    const auto some = delays(track, leg, *ahead);
    all.insert(all.end(), some.begin(), some.end());
  }
  return {all.empty() ? std::nan("") : mean(all), e.body};
}

// Share of the steps of the hindmost legs from which a wave runs forward along the whole side
// before the hindmost leg steps again. In the tripod gait, the fastest, the wave takes exactly that
// long.
Value wave_order(const Track& track, const ExpectSpec&) {
  const FigureSpec& figure = track.cast().figure;
  double waves = 0, forward = 0;
  for (const LegSpec& hindmost : figure.legs) {
    const auto behind = [&](const LegSpec& l) { return leg_ahead(figure, l) == &hindmost; };
    if (std::any_of(figure.legs.begin(), figure.legs.end(), behind)) continue;
    const auto starts = track.onsets(track.stepping(hindmost.name));
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      double t = starts[i];
      for (const LegSpec* l = leg_ahead(figure, hindmost); l; l = leg_ahead(figure, *l)) {
        const auto steps = track.onsets(track.stepping(l->name));
        const auto next = std::lower_bound(steps.begin(), steps.end(), t + resolution(track));
        t = next == steps.end() ? std::nan("") : *next;
      }
      if (std::isnan(t)) continue;  // the track ends before the wave does
      ++waves;
      forward += t <= starts[i + 1] + resolution(track);
    }
  }
  return {waves > 0 ? forward / waves : std::nan(""), ""};
}

}  // namespace

std::vector<Measure> wave_measures() {
  return {
      {"step_duration", "ms", 1000, "mean duration of commanded steps, of leg `body` or of all",
       step_duration, Needs::gait, Of::leg_or_figure},
      {"step_variation", "ms", 1000,
       "longest less shortest duration of commanded steps, of leg `body` or of all", step_variation,
       Needs::gait, Of::leg_or_figure},
      {"stance_duration", "ms", 1000, "mean duration of commanded stances, of leg `body` or of all",
       stance_duration, Needs::gait, Of::leg_or_figure},
      {"delay", "ms", 1000,
       "mean time from a leg's step to that of its neighbour in front, of leg `body` or of all",
       delay, Needs::gait, Of::leg_or_figure},
      {"wave_order", "", 1,
       "share of waves of steps that run from the back to the front within a cycle", wave_order,
       Needs::gait},
  };
}

}  // namespace gambol
