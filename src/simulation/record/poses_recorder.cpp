#include "simulation/record/poses_recorder.h"

#include "shot/shot_spec.h"

namespace gambol {

PosesRecorder::PosesRecorder(const ShotSpec& shot, const World& world, double end)
    : name_(shot.name),
      seed_(shot.motion.seed),
      film_(shot, world),
      tracks_(world, shot.motion.track_rate, end) {}

StepView still_view(const Simulator& simulator) {
  StepView still;
  still.t0 = still.t1 = simulator.state().time;
  for (const FigureState& s : simulator.state().figures) {
    still.before.push_back({s.q, s.v, still.t0});
    still.after.push_back({s.q, s.v, still.t1});
  }
  return still;
}

void PosesRecorder::begin(const Simulator& simulator) { record(still_view(simulator), simulator); }

Poses PosesRecorder::take() {
  Poses poses;
  film_.give(poses);
  tracks_.give(poses);
  poses.shot = name_;
  poses.seed = seed_;
  return poses;
}

}  // namespace gambol
