#include "control/oscillators/gait_timing.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace gambol {
namespace {

constexpr double endless = 1e9;  // s: the stance of a gait that stands still

double mix(double a, double b, double share) { return a + share * (b - a); }

// Where x lies among the paces' `key`s, which increase: the pace below x and the weight of the next
// one. Before the first pace and after the last, that pace alone.
template <class Key>
std::pair<std::size_t, double> place_among(const std::vector<PaceSpec>& paces, double x, Key key) {
  if (x <= key(paces.front())) return {0, 0};
  for (std::size_t k = 0; k + 1 < paces.size(); ++k) {
    const double low = key(paces[k]), high = key(paces[k + 1]);
    if (x < high) return {k, (x - low) / (high - low)};
  }
  return {paces.size() - 1, 0};
}

}  // namespace

GaitTiming::GaitTiming(const OscillatorGaitSpec& spec) : spec_(spec) {}

double GaitTiming::top_frequency(double time, const Goals& goals) const {
  const double tripod = 0.5 / goals.value("step_time", spec_.step_time, time);
  return std::min(spec_.top_frequency.value_or(tripod), tripod);
}

double GaitTiming::frequency_of_speed(double speed) const {
  if (spec_.paces.empty()) return speed / spec_.stride;
  const auto speed_of = [](const PaceSpec& p) { return p.speed.value_or(0); };
  const PaceSpec& slowest = spec_.paces.front();
  if (speed < speed_of(slowest)) return slowest.frequency * speed / speed_of(slowest);
  const auto [k, share] = place_among(spec_.paces, speed, speed_of);
  if (share == 0) return spec_.paces[k].frequency;
  return mix(spec_.paces[k].frequency, spec_.paces[k + 1].frequency, share);
}

double GaitTiming::asked(double time, const Goals& goals) const {
  if (spec_.goal_speed) return frequency_of_speed(goals.value("speed", *spec_.goal_speed, time));
  if (const Ramp* set = goals.find("frequency")) return set->at(time);
  if (spec_.cycle_time) return 1 / goals.value("cycle_time", *spec_.cycle_time, time);
  if (spec_.slowdown)
    return top_frequency(time, goals) / goals.value("slowdown", *spec_.slowdown, time);
  return spec_.frequency->at(time);
}

double GaitTiming::frequency(double time, const Goals& goals) const {
  return std::min(std::max(asked(time, goals), spec_.bottom_frequency), top_frequency(time, goals));
}

// A pace without a retraction time swings back during the whole stance of its own frequency.
double GaitTiming::retraction_of(const PaceSpec& pace, double step) const {
  if (pace.retraction) return *pace.retraction;
  return pace.frequency > 0 ? 1 / pace.frequency - step : endless;
}

GaitInstant GaitTiming::at(double time, const Goals& goals) const {
  return walking(time, frequency(time, goals), goals);
}

GaitInstant GaitTiming::standing(double time, const Goals& goals) const {
  return walking(time, 0, goals);
}

GaitInstant GaitTiming::walking(double time, double frequency, const Goals& goals) const {
  GaitInstant now;
  now.gain = goals.value("gain", spec_.gain, time);
  now.frequency = frequency;
  now.step = goals.value("step_time", spec_.step_time, time);
  now.delay = goals.value("delay", spec_.delay, time);
  now.stance = now.frequency > 0 ? 1 / now.frequency - now.step : endless;
  now.retraction =
      spec_.retraction ? goals.value("retraction", *spec_.retraction, time) : now.stance;
  if (!spec_.paces.empty()) {
    const auto [k, share] =
        place_among(spec_.paces, now.frequency, [](const PaceSpec& p) { return p.frequency; });
    const PaceSpec& low = spec_.paces[k];
    const PaceSpec& high = spec_.paces[share > 0 ? k + 1 : k];
    now.gain *= mix(low.gain, high.gain, share);
    now.posture = mix(low.posture, high.posture, share);
    if (low.retraction || high.retraction) {
      now.retraction = mix(retraction_of(low, now.step), retraction_of(high, now.step), share);
    }
  }
  now.retraction = std::min(now.retraction, now.stance);
  return now;
}

}  // namespace gambol
