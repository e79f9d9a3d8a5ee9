#include "control/kinematic_gait/gait_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gait/step_path.h"

namespace gambol {
namespace {

// Cycles that a leg may gain or lose per cycle.
constexpr double most_phase_shift = 0.1;

double wrapped(double cycles) { return cycles - std::round(cycles); }

}  // namespace

GaitScore::GaitScore(const GaitPlan& spec, const std::vector<LegSpec>& legs)
    : spec_(spec), shares_(spec.shares(legs)), arc_length_(arc_length_of(spec.step)) {
  for (const LegSpec& leg : legs) names_.push_back(leg.name);
  for (std::size_t k = 0; k <= spec.shifts.size(); ++k)
    phases_.push_back(phases_of(spec.pattern(k), legs));
}

double GaitScore::phase(std::size_t leg, double t) const { return phases_[spec_.ruling(t)][leg]; }

GaitTimes GaitScore::times(double t) const {
  std::string problem;
  const auto times = solve_gait(spec_.design_at(t, legs()), arc_length_, problem);
  if (!times) throw RunError(ExitCode::bad_motion, fmt::format("at {:.4g} s: {}", t, problem));
  return *times;
}

double GaitScore::longest_cycle() const {
  double longest = 0;
  for (double t : spec_.instants()) longest = std::max(longest, times(t).period);
  return (1 + most_phase_shift) * longest;
}

LegClock GaitScore::cycle(std::size_t leg, double mid, double cycles) const {
  const GaitTimes now = times(mid), then = times(mid + now.period / 2);
  // Mid-stance is where the leg's state is half its duty factor.
  const double duty = spec_.duty_factor(names_[leg], shares_[leg], then, mid + now.period / 2);
  const double late = wrapped(cycles + phase(leg, mid) - duty / 2);
  const double shift = std::clamp(late, -most_phase_shift, most_phase_shift);
  const double period = then.period * (1 - shift);
  return {mid, duty * period / 2, (1 - duty) * period};
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
    const double duty = spec_.duty_factor(names_[leg], shares_[leg], now, time);
    double since = phase(leg, time) - duty / 2;  // its mid-stance, in cycles
    since -= std::floor(since);
    clock.legs[leg] = {time - since * now.period, duty * now.period / 2, (1 - duty) * now.period};
  }
}

}  // namespace gambol
