#include "control/kinematic_gait/gait_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gait/step_path.h"

namespace gambol {
namespace {

// Cycles that a leg may gain or lose per cycle.
constexpr double most_phase_shift = 0.1;

// Into a change of a quantity by a cue, for the longest cycle.
constexpr int looks = 16;

double wrapped(double cycles) { return cycles - std::round(cycles); }

}  // namespace

GaitScore::GaitScore(const GaitPlan& spec, const std::vector<LegSpec>& legs)
    : spec_(spec), shares_(spec.shares(legs)), arc_length_(arc_length_of(spec.step)) {
  for (const LegSpec& leg : legs) names_.push_back(leg.name);
  for (std::size_t k = 0; k <= spec.shifts.size(); ++k)
    phases_.push_back(phases_of(spec.pattern(k), legs));
}

double GaitScore::phase(std::size_t leg, double t) const { return phases_[spec_.ruling(t)][leg]; }

GaitDesign GaitScore::design(double t, const GaitSettings& set) const {
  GaitDesign design = spec_.design_at(t, legs());
  for (const GaitSetting& s : set.all)
    if (double* quantity = find_quantity(design, s.field)) *quantity = set.at(s.field, t, 0.0);
  if (set.find("leg_force"))
    design.duty_factor = duty_of_equal_legs(set.at("leg_force", t, 1.0), legs());
  return design;
}

double GaitScore::duty_factor(std::size_t leg, const GaitTimes& times, double t,
                              const GaitSettings& set) const {
  std::optional<double> force;
  if (set.find("leg_force")) force = set.at("leg_force", t, 1.0);
  return spec_.duty_factor(names_[leg], shares_[leg], times, t, force);
}

GaitTimes GaitScore::times(double t, const GaitSettings& set) const {
  std::string problem;
  const auto times = solve_gait(design(t, set), arc_length_, problem);
  if (times && !set.all.empty()) problem = hardly_moves(*times);
  if (!times || !problem.empty())
    throw RunError(ExitCode::bad_motion, fmt::format("at {:.4g} s: {}", t, problem));
  return *times;
}

double GaitScore::longest_cycle(const GaitSettings& set) const {
  double longest = 0;
  const auto look = [&](double t) { longest = std::max(longest, times(t, set).period); };
  for (double t : spec_.instants()) look(t);
  for (const GaitSetting& s : set.all)
    for (int k = 0; k <= looks; ++k) look(s.way.t0 + (s.way.t1 - s.way.t0) * k / looks);
  return (1 + most_phase_shift) * longest;
}

LegClock GaitScore::cycle(std::size_t leg, double mid, double cycles,
                          const GaitSettings& set) const {
  const GaitTimes now = times(mid, set), then = times(mid + now.period / 2, set);
  // Mid-stance is where the leg's state is half its duty factor.
  const double duty = duty_factor(leg, then, mid + now.period / 2, set);
  const double late = wrapped(cycles + phase(leg, mid) - duty / 2);
  const double shift = std::clamp(late, -most_phase_shift, most_phase_shift);
  const double period = then.period * (1 - shift);
  return {mid, duty * period / 2, (1 - duty) * period};
}

void GaitScore::next_cycle(GaitClock& clock, std::size_t leg, const GaitSettings& set) const {
  const double mid = clock.legs[leg].next_mid();
  const double cycles = clock.cycles - (clock.time - mid) * frequency(mid, set);
  clock.legs[leg] = cycle(leg, mid, cycles, set);
}

void GaitScore::begin(GaitClock& clock, double time, const GaitSettings& set) const {
  clock.time = time;
  clock.cycles = 0;
  clock.legs.resize(legs());
  const GaitTimes now = times(time, set);
  for (std::size_t leg = 0; leg < legs(); ++leg) {
    const double duty = duty_factor(leg, now, time, set);
    double since = phase(leg, time) - duty / 2;  // its mid-stance, in cycles
    since -= std::floor(since);
    clock.legs[leg] = {time - since * now.period, duty * now.period / 2, (1 - duty) * now.period};
  }
}

}  // namespace gambol
