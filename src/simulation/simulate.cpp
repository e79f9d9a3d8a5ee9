#include "simulation/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shot/shot_hash.h"
#include "simulation/recorder.h"

namespace gambol {
namespace {

// The frame (1-based) that shows simulated time t, for messages.
int frame_at(const Poses& poses, double t) {
  const auto after = std::upper_bound(poses.sample_times.begin(), poses.sample_times.end(), t);
  const auto sample = std::max<std::ptrdiff_t>(after - poses.sample_times.begin() - 1, 0);
  return static_cast<int>(sample) / poses.samples_per_frame + 1;
}

}  // namespace

Poses simulate(const ShotSpec& shot, const std::function<void(double)>& progress) {
  Simulator simulator(shot.motion);
  const double end = std::max(shot.simulated_time(shot.film.duration), shot.motion.simulate_until);
  PosesRecorder recorder(shot, end);
  recorder.begin(simulator);
  const double start = shot.motion.start;
  double told = 0;
  const auto record = [&](const StepView& step) {
    recorder.record(step, simulator);
    const double done = (step.t1 - start) / (end - start);
    if (progress && done >= told + 0.01) progress(told = done);
  };
  try {
    simulator.advance(end, record);
  } catch (const RunError& error) {
    const Poses so_far = recorder.take();
    throw RunError(error.code, fmt::format("{} (frame {})", error.what(),
                                           frame_at(so_far, simulator.state().time)));
  }
  Poses poses = recorder.take();
  poses.version = GAMBOL_VERSION;
  poses.motion_hash = motion_hash(shot);
  poses.state_hash = state_hash(simulator.state());
  poses.marks = simulator.marks();
  return poses;
}

}  // namespace gambol
