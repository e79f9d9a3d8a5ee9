#include "analysis/track.h"
#include "search/evolution/evolution_page.h"
#include "simulation/beginning.h"
#include "simulation/record/poses_recorder.h"

namespace gambol {
namespace {

std::vector<std::pair<double, double>> spans(const Track& track, const std::vector<double>& on) {
  std::vector<std::pair<double, double>> all;
  for (std::size_t k = 0; k < on.size(); ++k) {
    if (on[k] < 0.5) continue;
    const bool begins = k == 0 || on[k - 1] < 0.5;
    if (begins) all.emplace_back(track.time(k), track.time(k));
    all.back().second = track.time(k);
  }
  return all;
}

}  // namespace

GaitDiagram gait_diagram(const Creatures& creatures, const GenomeSpec& genome, double last) try {
  const ShotSpec shot = creatures.shot(genome);
  const double end = creatures.run().until.value_or(shot.end());
  const auto world = world_of(shot);
  Simulator simulator(world);
  TrackRecorder tracks(*world, shot.motion.track_rate, end);
  tracks.record(still_view(simulator), simulator);
  simulator.advance(end, [&](const StepView& step) { tracks.record(step, simulator); });
  Poses poses;
  tracks.give(poses);
  GaitDiagram diagram{std::max(end - last, 0.0), end, {}};
  for (const CastSpec& cast : shot.motion.figures) {
    if (cast.name != creatures.run().creature) continue;
    const Track track(poses, shot.motion.figures, cast, diagram.from, end, creatures.run().place);
    for (const LegSpec& leg : cast.figure.legs)
      diagram.limbs.push_back(
          {leg.name, spans(track, track.bearing(leg.name, ExpectSpec().bears_from))});
  }
  return diagram;
} catch (const RunError& error) {
  if (error.code != ExitCode::bad_motion) throw;
  return {};
} catch (const InputError&) {
  return {};
}

}  // namespace gambol
