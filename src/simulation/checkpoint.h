#pragma once

// A simulation on its way, in a file, so that a process that was killed costs little: the next one
// goes on from there to the same bits. out/<shot>/simulating.checkpoint

#include <chrono>
#include <string>

#include "shot/shot_spec.h"
#include "simulation/recorder.h"
#include "simulation/simulator.h"

namespace gambol {

class Checkpoints {
 public:
  // `every`: s of the clock on the wall between two of them, or more where writing one takes long;
  // 0: at every stop.
  // An empty `folder` (of all results) keeps none.
  Checkpoints(const ShotSpec& shot, const std::string& folder, double every);

  // Brings both to where an earlier process left them. False if there is no such file, or it is
  // damaged, or of another shot or program.
  bool go_on(Simulator& simulator, PosesRecorder& recorder) const;
  // To be called where the simulator has stopped. Writes one if it is time or an end was asked for.
  void keep(const Simulator& simulator, PosesRecorder& recorder);

 private:
  using Clock = std::chrono::steady_clock;

  std::string path_, made_from_;
  double every_;
  Clock::time_point next_;
};

// To be called when what the simulation came to is in a file of its own, and not before.
void remove_checkpoint(const ShotSpec& shot, const std::string& folder);

}  // namespace gambol
