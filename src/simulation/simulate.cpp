#include "simulation/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shot/shot_hash.h"
#include "simulation/beginning.h"
#include "simulation/recorder.h"

namespace gambol {

Poses simulate(const ShotSpec& shot, const std::function<void(double)>& progress,
               const std::string& folder) {
  Simulator simulator(shot.motion);
  begin(shot, folder, simulator);
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
  std::string failure;
  try {
    simulator.advance(end, record);
  } catch (const RunError& error) {
    if (error.code != ExitCode::bad_motion) throw;
    failure = error.what();
  }
  Poses poses = recorder.take();
  if (!failure.empty()) {
    const bool in_film = poses.frames < shot.frames();
    poses.failure = in_film ? fmt::format("{} (frame {})", failure, poses.frames + 1) : failure;
  }
  poses.version = GAMBOL_VERSION;
  poses.motion_hash = motion_hash(shot);
  poses.state_hash = state_hash(simulator.state());
  poses.marks = simulator.marks();
  if (failure.empty() && !folder.empty())
    save_state(stored_state(simulator, state_inputs(shot, end)),
               fmt::format("{}/{}/end.state", folder, shot.name));
  return poses;
}

}  // namespace gambol
