#include "search/loops/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/measures.h"
#include "base/stop.h"
#include "search/give_up.h"
#include "simulation/beginning.h"
#include "simulation/record/poses_recorder.h"

namespace gambol {
namespace {

// What counts of a measurement, in the unit in which it is shown.
double counted(const TermSpec& term, const Measurement& m) {
  double x = m.value;
  if (m.min || m.max) {
    const double below = m.min ? *m.min - m.value : 0, above = m.max ? m.value - *m.max : 0;
    x = std::max({below, above, 0.0});
    if (std::isnan(m.value)) x = m.value;
  }
  return term.square ? x * x : x;
}

// Why the candidate is given up; "" if it is not.
std::string given_up(const RunSpec& run, const std::vector<Mark>& marks) {
  for (std::size_t i = 0; i < run.give_up.size(); ++i)
    for (const Mark& mark : marks)
      if (mark.name == give_up_name(i))
        return fmt::format("{} at {:.3g} s", run.give_up[i], mark.time);
  return "";
}

// Steps to `end` (s). Returns why that failed; "" if it did not.
std::string watch(const RunSpec& run, Simulator& simulator, TrackRecorder& tracks, double end) {
  const Observer observe = [&](const StepView& step) { tracks.record(step, simulator); };
  tracks.record(still_view(simulator), simulator);
  try {
    while (simulator.advance_to_stop(end, observe)) {
      heed_stop();
      if (std::string why = given_up(run, simulator.marks()); !why.empty()) return why;
    }
  } catch (const RunError& error) {
    if (error.code != ExitCode::bad_motion) throw;
    return error.what();
  }
  return given_up(run, simulator.marks());
}

Trial failed(std::string why) {
  Trial trial;
  trial.cost = cost_of_failure;
  trial.failure = std::move(why);
  return trial;
}

}  // namespace

Trial try_shot(const RunSpec& run, const ShotSpec& shot, const std::string& states) {
  const double end = run.until.value_or(shot.end());
  std::shared_ptr<const World> world;
  try {
    // A state that this candidate was prepared in is of no use to others.
    world = world_of(shot, shot.motion.prepare.empty() ? states : "");
  } catch (const RunError& error) {
    if (error.code != ExitCode::bad_motion) throw;
    return failed(error.what());
  } catch (const InputError& error) {  // the candidate begins in the ground
    return failed(error.what());
  }
  Simulator simulator(world);
  TrackRecorder tracks(*world, shot.motion.track_rate, end);
  if (std::string why = watch(run, simulator, tracks, end); !why.empty())
    return failed(std::move(why));
  Poses poses;
  tracks.give(poses);
  poses.marks = simulator.marks();
  Trial trial;
  const std::vector<Measurement> measured = measure(shot, poses);
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const TermSpec& term = run.objective[i];
    trial.measured.push_back(measured[i].value);
    trial.cost += term.weight * counted(term, measured[i]);
    if (!std::isfinite(measured[i].value))
      return failed(fmt::format("{} could not be measured", title(measured[i])));
  }
  return trial;
}

double combined_cost(const RunSpec& run, const std::vector<Trial>& trials) {
  std::vector<double> costs;
  double sum = 0, weights = 0;
  for (std::size_t s = 0; s < trials.size(); ++s) {
    if (trials[s].skipped) continue;
    costs.push_back(trials[s].cost);
    sum += run.scenarios[s].weight * trials[s].cost;
    weights += run.scenarios[s].weight;
  }
  if (costs.empty()) return cost_of_failure;
  std::sort(costs.begin(), costs.end());
  switch (run.combine) {
    case Combine::mean:
      return sum / weights;
    case Combine::worst:
      return costs.back();
    case Combine::quantile: {
      // The nearest rank, which is one of the costs: failures beyond it do not count.
      constexpr double rounding = 1e-9;
      const double rank = std::ceil(run.quantile * static_cast<double>(costs.size()) - rounding);
      return costs[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
    }
  }
  return cost_of_failure;
}

}  // namespace gambol
