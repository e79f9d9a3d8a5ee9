#include "control/gait_score.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "control/step_path.h"

namespace gambol {
namespace {

// Of a step by its stroke: it is asked for at every instant. Strokes to sixty times the step's
// height are looked up; beyond, the way grows as they do.
ArcLength tabulated_length(const StepSpec& step) {
  double height = step.height;
  for (const StepKeySpec& key : step.keys) height = std::max(height, std::abs(key.height));
  const double apart = std::max(height, 1e-3) / 4;
  std::vector<double> lengths;
  for (int k = 0; k <= 240; ++k) lengths.push_back(step_length(step, k * apart));
  return [lengths, apart](double stroke) {
    const double at = stroke / apart;
    const auto k = static_cast<std::size_t>(at);
    if (k + 1 >= lengths.size())
      return lengths.back() + stroke - static_cast<double>(lengths.size() - 1) * apart;
    const double s = at - static_cast<double>(k);
    return lengths[k] + s * (lengths[k + 1] - lengths[k]);
  };
}

double wrapped(double cycles) { return cycles - std::round(cycles); }

}  // namespace

GaitScore::GaitScore(const KinematicGaitSpec& spec, const std::vector<LegSpec>& legs)
    : spec_(spec) {
  patterns_.push_back({-INFINITY, spec.gait.duty_factor.value_or(0.5), phases_of(spec.gait, legs)});
  for (const GaitShiftSpec& shift : spec.shifts)
    patterns_.push_back(
        {shift.at, shift.gait.duty_factor.value_or(0.5), phases_of(shift.gait, legs)});
  arc_length_ = tabulated_length(spec.step);
}

const GaitScore::Pattern& GaitScore::pattern(double t) const {
  std::size_t k = patterns_.size() - 1;
  while (k > 0 && t < patterns_[k].from) --k;
  return patterns_[k];
}

double GaitScore::phase(std::size_t leg, double t) const { return pattern(t).phases[leg]; }
double GaitScore::arc_length(double stroke) const { return arc_length_(stroke); }

GaitTimes GaitScore::times(double t) const {
  GaitDesign design = spec_.design.at(t);
  std::string problem;
  if (!missing_quantities(design).empty()) design.duty_factor = pattern(t).duty_factor;
  const auto times = solve_gait(design, arc_length_, problem);
  assert(times && "check has solved it");
  return *times;
}

double GaitScore::longest_period() const {
  std::vector<double> instants{0};
  const GaitCurves& d = spec_.design;
  for (const auto* curve : {&d.period, &d.duty_factor, &d.support_duration, &d.transfer_duration,
                            &d.stroke, &d.body_speed, &d.leg_speed}) {
    if (!*curve) continue;
    for (const Curve::Key& key : (*curve)->keys) instants.push_back(key.time);
  }
  for (const Pattern& p : patterns_)
    if (std::isfinite(p.from)) instants.push_back(p.from);
  std::sort(instants.begin(), instants.end());
  double longest = 0;
  constexpr int between = 16;
  for (std::size_t k = 0; k < instants.size(); ++k) {
    const double from = instants[k], to = instants[std::min(k + 1, instants.size() - 1)];
    for (int i = 0; i < between; ++i)
      longest = std::max(longest, times(from + (to - from) * i / between).period);
  }
  return longest;
}

LegClock GaitScore::cycle(std::size_t leg, double mid, double cycles) const {
  const GaitTimes now = times(mid), then = times(mid + now.period / 2);
  // Mid-stance is where the leg's state is half its duty factor.
  const double late = wrapped(cycles + phase(leg, mid) - then.duty_factor / 2);
  const double shift = std::clamp(late, -spec_.shift_rate, spec_.shift_rate);
  const double period = then.period * (1 - shift);
  return {mid, then.duty_factor * period / 2, (1 - then.duty_factor) * period};
}

void GaitScore::next_cycle(GaitClock& clock, std::size_t leg) const {
  const double mid = clock.legs[leg].next_mid();
  const double cycles = clock.cycles - (clock.time - mid) * frequency(mid);
  clock.legs[leg] = cycle(leg, mid, cycles);
}

void GaitScore::begin(GaitClock& clock, double time) const {
  clock.time = time;
  clock.cycles = 0;
  clock.legs.resize(legs());
  const GaitTimes now = times(time);
  for (std::size_t leg = 0; leg < legs(); ++leg) {
    double since = phase(leg, time) - now.duty_factor / 2;  // its mid-stance, in cycles
    since -= std::floor(since);
    clock.legs[leg] = {time - since * now.period, now.duty_factor * now.period / 2,
                       (1 - now.duty_factor) * now.period};
  }
}

}  // namespace gambol
