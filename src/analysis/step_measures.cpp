// Compares the recorded steps, by contact and as commanded, with the design of a kinematic gait
// (Girard and Maciejewski 1985, PODA, "seed 004", "Gait Design in PODA"). The times at which a leg
// lifts and is placed are known to a tick of the gait and a sample of the track; the errors
// measured here are therefore uncertain by up to a tick and a sample over the period.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/footfalls.h"
#include "analysis/led_track.h"
#include "gait/gait_plan.h"
#include "gait/step_path.h"

namespace gambol {
namespace {

const GaitPlan& plan_of(const ControllerSpec& gait) { return *gait.kind.plan(); }

struct Swing {
  double lift = 0, place = 0;  // s
  double mid() const { return (lift + place) / 2; }
};

// [sample] 1 while the leg swings. Rows before the gait's first tick are skipped: all its outputs
// are 0 there, even the height of its body.
std::vector<double> swinging(By by, const Track& track, const ExpectSpec& e,
                             const ControllerSpec& gait, const std::string& leg) {
  std::vector<double> signal = leg_signal(by, track, e, leg);
  if (by == By::contact)
    for (double& bears : signal) bears = 1 - bears;
  const auto height = track.output(gait, columns::z);
  const auto said = std::find_if(height.begin(), height.end(), [](double z) { return z != 0; });
  const auto first = static_cast<std::size_t>(said - height.begin());
  for (std::size_t k = 0; k < std::min(first, signal.size()); ++k)
    signal[k] = first < signal.size() ? signal[first] : 0;
  return signal;
}

// The swings that end in the window; `lift` is NaN for one that began before it.
std::vector<Swing> swings_of(const Track& track, const std::vector<double>& swings) {
  std::vector<Swing> all;
  double lift = std::nan("");
  for (std::size_t k = 1; k < swings.size(); ++k) {
    const bool before = swings[k - 1] > 0.5, now = swings[k] > 0.5;
    if (!before && now) lift = track.time(k);
    if (before && !now) all.push_back({lift, track.time(k)});
  }
  return all;
}

// [leg]: its swings; nothing, and in `lacking` why, if a leg has fewer than two, which enclose a
// whole cycle. `whole`: only swings that also begin in the window. Throws InputError for commanded
// swings: they are known before the simulation.
std::vector<std::vector<Swing>> steps_of(By by, const Track& track, const ExpectSpec& e, bool whole,
                                         std::string& lacking) {
  const ControllerSpec& gait = led_by(track, e);
  std::vector<std::vector<Swing>> steps;
  for (const LegSpec& leg : track.cast().figure.legs) {
    auto swings = swings_of(track, swinging(by, track, e, gait, leg.name));
    if (whole && !swings.empty() && std::isnan(swings[0].lift)) swings.erase(swings.begin());
    if (swings.size() < 2) {
      const std::string often = swings.empty() ? "never" : "only once";
      lacking = fmt::format("{} swings {}", leg.name, often);
      if (by == By::contact) return {};
      throw InputError(
          Problem{e.place, "expect.measure", e.measure,
                  fmt::format("a time with a whole cycle of leg {}, from swing to swing: from "
                              "{:.4g} s to {:.4g} s it swings {}",
                              leg.name, track.time(0), track.time(track.size() - 1), often)});
    }
    steps.push_back(std::move(swings));
  }
  return steps;
}

// Mean of the duty factor that the design commands of the leg from `from` to `to` (s). `shares`: of
// the weight, [leg].
double duty_factor_asked(const Track& track, const ExpectSpec& e, std::size_t leg,
                         const std::vector<double>& shares, const ArcLength& arc, double from,
                         double to) {
  const GaitPlan& spec = plan_of(led_by(track, e));
  constexpr int parts = 16;
  double sum = 0;
  for (int i = 0; i < parts; ++i) {
    std::string problem;
    const double t = from + (to - from) * (i + 0.5) / parts;
    const auto times = solve_gait(spec.design_at(t, shares.size()), arc, problem);
    if (!times)
      throw InputError(Problem{e.place, "expect.measure", e.measure,
                               fmt::format("a feasible gait: at {:.4g} s {}", t, problem)});
    sum += spec.duty_factor(track.cast().figure.legs[leg].name, shares[leg], *times, t);
  }
  return sum / parts;
}

// A cycle lasts from the middle of a swing to the middle of the next. Measured this way, a leg
// matches the design even while period and duty factor change evenly or the leg shifts its phase.
template <By by>
Value duty_factor_error(const Track& track, const ExpectSpec& e) {
  const GaitPlan& spec = plan_of(led_by(track, e));
  std::string lacking;
  const auto steps = steps_of(by, track, e, true, lacking);
  if (!lacking.empty()) return unknown(lacking);
  const ArcLength arc = arc_length_of(spec.step);
  const std::vector<double> shares = spec.shares(track.cast().figure.legs);
  Value worst;
  for (std::size_t leg = 0; leg < steps.size(); ++leg) {
    for (std::size_t k = 1; k < steps[leg].size(); ++k) {
      const Swing &before = steps[leg][k - 1], &after = steps[leg][k];
      const double share = (after.lift - before.place) / (after.mid() - before.mid());
      const double asked = duty_factor_asked(track, e, leg, shares, arc, before.mid(), after.mid());
      const double error = std::abs(share - asked);
      if (error > worst.si)
        worst = {error, fmt::format("{} has {:.4g} instead of {:.4g} from {:.3f} s to {:.3f} s",
                                    track.cast().figure.legs[leg].name, share, asked, before.mid(),
                                    after.mid())};
    }
  }
  return worst;
}

// Phase (0 to 1) of time t within the cycle of another leg, from one placing of that leg to the
// next; NaN if t lies in no cycle.
double share_of_cycle(const std::vector<Swing>& steps, double t) {
  const auto next = std::upper_bound(steps.begin(), steps.end(), t,
                                     [](double at, const Swing& s) { return at < s.place; });
  if (next == steps.begin() || next == steps.end()) return std::nan("");
  const double from = (next - 1)->place;
  return (t - from) / (next->place - from);
}

// Eq. 9 of seed 004: a leg of phase R is placed at (1 - R) of the gait's cycle.
template <By by>
Value phase_error(const Track& track, const ExpectSpec& e) {
  const GaitPlan& spec = plan_of(led_by(track, e));
  std::string lacking;
  const auto steps = steps_of(by, track, e, false, lacking);
  if (!lacking.empty()) return unknown(lacking);
  const auto& legs = track.cast().figure.legs;
  std::vector<std::vector<double>> phases;  // [ruling gait][leg]
  for (std::size_t k = 0; k <= spec.shifts.size(); ++k)
    phases.push_back(phases_of(spec.pattern(k), legs));
  Value worst;
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    for (const Swing& step : steps[leg]) {
      const auto& asked = phases[spec.ruling(step.place)];
      for (std::size_t other = 0; other < legs.size(); ++other) {
        const double after = share_of_cycle(steps[other], step.place);
        if (other == leg || std::isnan(after)) continue;
        const double off = after - (asked[other] - asked[leg]);
        const double error = std::abs(off - std::round(off));
        if (error > worst.si)
          worst = {error, fmt::format("{} against {} at {:.3f} s", legs[leg].name, legs[other].name,
                                      step.place)};
      }
    }
  }
  return worst;
}

}  // namespace

std::vector<Measure> step_measures() {
  return {
      {"duty_factor_error", "", 1,
       "largest difference between the share of a cycle that a leg bears and the duty factor that "
       "a kinematic gait commands at that time",
       duty_factor_error<By::contact>, Needs::kinematic_gait},
      {"commanded_duty_factor_error", "", 1,
       "the same for the share of a cycle that a leg is commanded to stand; known to a tick of the "
       "gait and a sample of the track, over the period",
       duty_factor_error<By::command>, Needs::kinematic_gait},
      {"phase_error", "cycles", 1,
       "largest difference between the phase at which a leg comes down, in the cycle of another "
       "leg, and the phase that a kinematic gait commands",
       phase_error<By::contact>, Needs::kinematic_gait},
      {"commanded_phase_error", "cycles", 1,
       "the same for the phase at which a leg is commanded to be placed; known as accurately as "
       "commanded_duty_factor_error",
       phase_error<By::command>, Needs::kinematic_gait},
  };
}

}  // namespace gambol
