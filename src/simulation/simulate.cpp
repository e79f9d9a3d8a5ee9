#include "simulation/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "analysis/fall.h"
#include "base/stop.h"
#include "poses/motion_file.h"
#include "shot/results_name.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "simulation/beginning.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/state/checkpoint.h"
#include "simulation/state/state_file.h"

namespace gambol {

namespace {

// Without ticks, it may take long until a stop at which a checkpoint can be written: two seconds
// after a stop signal, the simulation ends without one.
class Patience {
 public:
  void heed() {
    if (!stop_asked()) return;
    const auto now = std::chrono::steady_clock::now();
    if (!asked_) asked_ = now;
    if (now - *asked_ > std::chrono::seconds(2)) heed_stop();
  }

 private:
  std::optional<std::chrono::steady_clock::time_point> asked_;
};

double end_of(const ShotSpec& shot) {
  return std::max(shot.simulated_time(shot.film.duration), shot.motion.simulate_until);
}

Poses stamped(Poses poses, const std::string& motion, const Simulator& simulator) {
  poses.version = GAMBOL_VERSION;
  poses.motion_hash = motion;
  poses.marks = simulator.marks();
  return poses;
}

// Writes segments as they are recorded, if there is a folder for them; else all stays in memory.
class Stretches {
 public:
  Stretches(const ShotSpec& shot, const std::string& folder, SegmentSize size)
      : motion_(motion_hash(shot)) {
    if (!folder.empty()) writer_.emplace(poses_path(shot, folder), size);
  }

  MotionWriter* writer() { return writer_ ? &*writer_ : nullptr; }

  void take_from(PosesRecorder& recorder, const Simulator& simulator) {
    if (!writer_) return;
    while (auto segment = recorder.next_segment())
      writer_->add(stamped(std::move(*segment), motion_, simulator));
  }

  Poses so_far(const PosesRecorder& recorder, const Simulator& simulator) {
    Poses poses = stamped(PosesRecorder(recorder).take(), motion_, simulator);
    if (writer_) poses.store(writer_->stored());
    return poses;
  }

  const std::string& motion() const { return motion_; }
  // `poses`: what is still in memory, with every fact.
  Poses finish(Poses poses, const ShotSpec& shot) {
    if (!writer_) return poses;
    writer_->add(last_segment(poses, writer_->segments()));
    poses.store(writer_->stored(true));
    poses.falls = find_falls(shot, poses);
    return writer_->finish(std::move(poses));
  }

 private:
  std::string motion_;
  std::optional<MotionWriter> writer_;
};

std::string end_path(const ShotSpec& shot, const std::string& folder) {
  return fmt::format("{}/{}/end.state", folder, results_name(shot));
}

}  // namespace

std::string poses_path(const ShotSpec& shot, const std::string& folder) {
  return fmt::format("{}/{}/poses.h5", folder, results_name(shot));
}

void require_end_state(const ShotSpec& shot, const Poses& poses, const std::string& folder) {
  const std::string path = end_path(shot, folder);
  const StoredState stored = load_state(path);
  if (stored.made_from != state_inputs(shot, end_of(shot)) ||
      state_hash(stored.state) != poses.state_hash)
    refuse_state_file(path, "is of another simulation than the poses");
}

Poses simulate(const ShotSpec& shot, const std::function<void(double)>& progress,
               const std::string& folder, double checkpoint_every,
               const std::function<void(const Calibration&)>& report,
               const LookAtSimulation& look) {
  Simulator simulator(shot.motion);
  const double end = end_of(shot);
  PosesRecorder recorder(shot, simulator.world(), end);
  Stretches stretches(shot, folder, recorder.segment_size());
  Checkpoints checkpoints(shot, folder, checkpoint_every);
  if (folder.empty() || !checkpoints.go_on(simulator, recorder, *stretches.writer())) {
    if (MotionWriter* writer = stretches.writer()) writer->begin();
    simulator.start(beginning(shot, folder, simulator.world(), report));
    recorder.begin(simulator);
  }
  const double start = shot.motion.start;
  double told = 0;
  const StopSignals signals;
  Patience patience;
  const std::function<Poses()> so_far = [&] { return stretches.so_far(recorder, simulator); };
  const auto record = [&](const StepView& step) {
    recorder.record(step, simulator);
    stretches.take_from(recorder, simulator);
    const double done = (step.t1 - start) / (end - start);
    if (progress && done >= told + 0.01) progress(told = done);
    patience.heed();
    if (look) look(step.t1, so_far);
  };
  std::string failure;
  try {
    const Observer observer(record, [&] { return recorder.next(); });
    while (simulator.advance_to_stop(end, observer)) {
      if (MotionWriter* writer = stretches.writer()) checkpoints.keep(simulator, recorder, *writer);
      heed_stop();
    }
  } catch (const RunError& error) {
    if (error.code != ExitCode::bad_motion) throw;
    failure = error.what();
  }
  Poses poses = stamped(recorder.take(), stretches.motion(), simulator);
  if (!failure.empty()) {
    const bool in_film = poses.frames < shot.frames();
    poses.failure = in_film ? fmt::format("{} (frame {})", failure, poses.frames + 1) : failure;
  }
  shot.files.require_unchanged();
  poses.state_hash = state_hash(simulator.state());
  if (failure.empty() && !folder.empty())
    save_state(stored_state(simulator.world(), simulator.state(), state_inputs(shot, end)),
               end_path(shot, folder));
  return stretches.finish(std::move(poses), shot);
}

}  // namespace gambol
