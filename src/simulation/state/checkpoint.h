#pragma once

// An unfinished simulation in a file, out/<shot>/simulating.checkpoint: a state, what was recorded
// since the last segment of its motion was written, and what is known of the segments. If the
// process is killed, the next one resumes from the file and gives the same bits as an uninterrupted
// simulation.

#include <chrono>
#include <string>

#include "poses/motion_file.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulator.h"

namespace gambol {

struct ShotSpec;

class Checkpoints {
 public:
  // `every`: least wall-clock time between two checkpoints, s; more if writing one takes long.
  // 0 writes one at every stop. `folder` holds all results; an empty `folder` keeps no checkpoints.
  Checkpoints(const ShotSpec& shot, const std::string& folder, double every);

  // Restores all to the state in which an earlier process left them. Returns false if the file or a
  // segment is missing, damaged, or made from another motion or by another version of gambol.
  // Throws InputError if its content is sound but cannot be read.
  bool go_on(Simulator& simulator, PosesRecorder& recorder, MotionWriter& writer) const;
  // To be called when the simulator has stopped at a tick or a cue. Writes a checkpoint if an end
  // was requested (base/stop.h), or if no segment is being written and there are more of them than
  // at the last checkpoint or `every` has passed.
  void keep(const Simulator& simulator, PosesRecorder& recorder, MotionWriter& writer);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_due(MotionWriter& writer) const;

  std::string path_, made_from_;
  std::size_t segments_ = 0;
  double every_;
  Clock::time_point next_;
};

// Removes the checkpoint. To be called only after the result of the simulation has been written.
void remove_checkpoint(const ShotSpec& shot, const std::string& folder);

}  // namespace gambol
