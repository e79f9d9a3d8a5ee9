// Wilson's rules (McKenna's MS thesis, MIT 1990, "seed 000", section 2.2): durations of steps and
// stances, and their order along a side, by contact and as the gait commands them.

#include <algorithm>
#include <cmath>

#include "analysis/footfalls.h"
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

enum class Part { step, stance };

// Durations (s) of the complete steps or stances of leg `body`, or of all legs. A leg that bears is
// in stance by contact; a signal of commands is on during steps.
std::vector<double> lengths_of(By by, Part part, const Track& track, const ExpectSpec& e) {
  const bool on = (by == By::contact) == (part == Part::stance);
  std::vector<double> all;
  for (const LegSpec& leg : track.cast().figure.legs) {
    if (!e.body.empty() && e.body != leg.name) continue;
    const auto some = lengths(track, leg_signal(by, track, e, leg.name), on);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

constexpr const char* too_few = "too few steps";

template <By by, Part part>
Value duration(const Track& track, const ExpectSpec& e) {
  const auto all = lengths_of(by, part, track, e);
  return all.empty() ? unknown(too_few) : Value{mean(all), e.body};
}

template <By by>
Value step_variation(const Track& track, const ExpectSpec& e) {
  const auto all = lengths_of(by, Part::step, track, e);
  if (all.empty()) return unknown(too_few);
  const auto [shortest, longest] = std::minmax_element(all.begin(), all.end());
  return {*longest - *shortest, e.body};
}

// The next leg in front on the same side; nullptr if there is none.
const LegSpec* leg_ahead(const FigureSpec& figure, const LegSpec& leg) {
  for (const LegSpec& other : figure.legs)
    if (other.side == leg.side && other.row == leg.row - 1) return &other;
  return nullptr;
}

// Times (s) from each of the footfalls `first` to the next of the footfalls `next`.
std::vector<double> delays(const Track& track, const std::vector<double>& first,
                           const std::vector<double>& next) {
  std::vector<double> all;
  for (const double t : first) {
    const auto after = std::lower_bound(next.begin(), next.end(), t + resolution(track));
    if (after != next.end()) all.push_back(*after - t);
  }
  return all;
}

// Mean over all neighbours on a side, or over leg `body` and the leg in front of it.
template <By by>
Value delay(const Track& track, const ExpectSpec& e) {
  std::vector<double> all;
  const FigureSpec& figure = track.cast().figure;
  for (const LegSpec& leg : figure.legs) {
    const LegSpec* ahead = leg_ahead(figure, leg);
    if (!ahead || (!e.body.empty() && e.body != leg.name)) continue;
    const auto some =
        delays(track, footfalls(by, track, e, leg.name), footfalls(by, track, e, ahead->name));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all.empty() ? unknown(too_few) : Value{mean(all), e.body};
}

// Footfalls of the legs of each side, [side][leg] from the hindmost leg forward.
std::vector<std::vector<std::vector<double>>> sides(By by, const Track& track,
                                                    const ExpectSpec& e) {
  const FigureSpec& figure = track.cast().figure;
  std::vector<std::vector<std::vector<double>>> all;
  for (const LegSpec& hindmost : figure.legs) {
    const auto behind = [&](const LegSpec& l) { return leg_ahead(figure, l) == &hindmost; };
    if (std::any_of(figure.legs.begin(), figure.legs.end(), behind)) continue;
    all.emplace_back();
    for (const LegSpec* l = &hindmost; l; l = leg_ahead(figure, *l))
      all.back().push_back(footfalls(by, track, e, l->name));
  }
  return all;
}

// The end (s) of the wave that begins at t with the first of the legs; NaN if the track ends first.
double wave_end(const Track& track, const std::vector<std::vector<double>>& legs, double t) {
  for (std::size_t i = 1; i < legs.size() && !std::isnan(t); ++i) {
    const auto next = std::lower_bound(legs[i].begin(), legs[i].end(), t + resolution(track));
    t = next == legs[i].end() ? std::nan("") : *next;
  }
  return t;
}

// Share of the steps of the hindmost legs from which a wave runs forward along the whole side
// before the hindmost leg steps again. In the tripod gait, the fastest, the wave takes exactly that
// long, and real feet come down a little earlier or later.
template <By by>
Value wave_order(const Track& track, const ExpectSpec& e) {
  constexpr double late = by == By::contact ? 0.05 : 0;  // of a stride
  double waves = 0, forward = 0;
  for (const auto& legs : sides(by, track, e)) {
    const std::vector<double>& starts = legs[0];
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      const double end = wave_end(track, legs, starts[i]);
      if (std::isnan(end)) continue;
      ++waves;
      const double stride = starts[i + 1] - starts[i];
      forward += end <= starts[i + 1] + resolution(track) + late * stride;
    }
  }
  return waves > 0 ? Value{forward / waves, ""} : unknown(too_few);
}

// Wilson's first rule, its second half: no leg lifts before the leg behind it is down. The share of
// lifts that break it.
Value early_lifts(const Track& track, const ExpectSpec& e) {
  const FigureSpec& figure = track.cast().figure;
  double lifts = 0, early = 0;
  std::string where;
  for (const LegSpec& behind : figure.legs) {
    const LegSpec* leg = leg_ahead(figure, behind);
    if (!leg || (!e.body.empty() && e.body != leg->name)) continue;
    const auto bears = track.bearing(leg->name, e.bears_from),
               bears_behind = track.bearing(behind.name, e.bears_from);
    for (std::size_t k = 1; k < bears.size(); ++k) {
      if (!(bears[k - 1] > 0.5 && bears[k] < 0.5)) continue;
      ++lifts;
      if (bears_behind[k] > 0.5) continue;
      if (++early == 1) where = leg->name + " at " + track.when(k);
    }
  }
  return lifts > 0 ? Value{early / lifts, where} : unknown("no leg lifts");
}

// Of the strides of hindmost legs in which a wave begins, s.
struct Waves {
  std::vector<double> periods;  // to the leg's next footfall
  std::vector<double> pauses;   // from the wave's last footfall to that one; negative: after it
};

Waves waves(By by, const Track& track, const ExpectSpec& e) {
  Waves all;
  for (const auto& legs : sides(by, track, e)) {
    if (legs.size() < 2) continue;
    for (std::size_t i = 0; i + 1 < legs[0].size(); ++i) {
      const double begin = legs[0][i], next = legs[0][i + 1], end = wave_end(track, legs, begin);
      if (std::isnan(end)) continue;
      all.periods.push_back(next - begin);
      all.pauses.push_back(next - end);
    }
  }
  return all;
}

// Wilson's fifth rule, its second half: the interval from the front leg to the hindmost leg is what
// the constant delays along the side leave of the period.
template <By by>
Value wave_pause(const Track& track, const ExpectSpec& e) {
  const Waves all = waves(by, track, e);
  return all.pauses.empty() ? unknown(too_few) : Value{mean(all.pauses), ""};
}

// Slope of the pauses over the periods. With periods that are all alike but for noise it would be 1
// for any gait, as period and pause end with the same footfall.
template <By by>
Value pause_per_period(const Track& track, const ExpectSpec& e) {
  const Waves all = waves(by, track, e);
  if (all.periods.empty()) return unknown(too_few);
  const auto [shortest, longest] = std::minmax_element(all.periods.begin(), all.periods.end());
  if (*longest < 1.5 * *shortest) return unknown("periods that differ too little");
  return {slope(all.periods, all.pauses), ""};
}

}  // namespace

std::vector<Measure> wave_measures() {
  return {
      {"swing_duration", "ms", 1000, "mean time for which leg `body`, or all, are in the air",
       duration<By::contact, Part::step>, Needs::contact, Of::leg_or_figure},
      {"commanded_step_duration", "ms", 1000,
       "mean duration of commanded steps, of leg `body` or of all",
       duration<By::command, Part::step>, Needs::gait, Of::leg_or_figure},
      {"swing_variation", "ms", 1000,
       "longest less shortest time for which leg `body`, or any, is in the air",
       step_variation<By::contact>, Needs::contact, Of::leg_or_figure},
      {"commanded_step_variation", "ms", 1000,
       "longest less shortest duration of commanded steps, of leg `body` or of all",
       step_variation<By::command>, Needs::gait, Of::leg_or_figure},
      {"stance_duration", "ms", 1000, "mean time for which leg `body`, or all, bear",
       duration<By::contact, Part::stance>, Needs::contact, Of::leg_or_figure},
      {"commanded_stance_duration", "ms", 1000,
       "mean duration of commanded stances, of leg `body` or of all",
       duration<By::command, Part::stance>, Needs::gait, Of::leg_or_figure},
      {"delay", "ms", 1000,
       "mean time from a leg's footfall to that of its neighbour in front, of leg `body` or of all",
       delay<By::contact>, Needs::contact, Of::leg_or_figure},
      {"commanded_delay", "ms", 1000,
       "mean time from a leg's commanded step to that of its neighbour in front, of leg `body` or "
       "of all",
       delay<By::command>, Needs::gait, Of::leg_or_figure},
      {"wave_order", "", 1,
       "share of waves of footfalls that run from the back to the front within a cycle",
       wave_order<By::contact>, Needs::contact},
      {"commanded_wave_order", "", 1,
       "share of waves of commanded steps that run from the back to the front within a cycle",
       wave_order<By::command>, Needs::gait},
      {"wave_pause", "ms", 1000,
       "mean time from the last footfall of a wave, a front leg's, to the next footfall of the "
       "hindmost leg of its side; negative where that comes first",
       wave_pause<By::contact>, Needs::contact},
      {"commanded_wave_pause", "ms", 1000, "the same between commanded steps",
       wave_pause<By::command>, Needs::gait},
      {"pause_per_period", "", 1,
       "slope of the pauses between waves of footfalls over the periods of the strides: 1 if the "
       "delays along a side stay the same while the frequency changes, less if they grow with the "
       "period; known if the longest period is 1.5 times the shortest",
       pause_per_period<By::contact>, Needs::contact},
      {"commanded_pause_per_period", "", 1, "the same of commanded steps",
       pause_per_period<By::command>, Needs::gait},
      {"early_lifts", "", 1,
       "share of a leg's lifts, of leg `body` or of all, at which the leg behind it is in the air",
       early_lifts, Needs::contact, Of::leg_or_figure},
  };
}

}  // namespace gambol
