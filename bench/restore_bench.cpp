// Sampling and planning go back to a saved state again and again: what saving and restoring cost by
// themselves, and beside the 10 ms of the human that are simulated from each, on one core and on
// two. `stepped` and `restored` simulate the same spans; compare their seconds of one run.

#include <benchmark/benchmark.h>

#include <vector>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"

namespace gambol::testing {
namespace {

constexpr double begun = 0.5, span = 0.01;  // s

std::shared_ptr<const World> human() {
  static const auto world = std::make_shared<const World>(
      load_shot(GAMBOL_SOURCE_DIR "/scenes/human/human_walk.yaml").motion);
  return world;
}

SavedState saved_by(Simulator& simulator) {
  simulator.advance(begun);
  SavedState saved;
  simulator.save(saved);
  return saved;
}

void state_saved(benchmark::State& state) {
  Simulator simulator(human());
  SavedState saved = saved_by(simulator);
  for (auto _ : state) simulator.save(saved);
}
BENCHMARK(state_saved)->Unit(benchmark::kMicrosecond);

void state_restored(benchmark::State& state) {
  Simulator simulator(human());
  const SavedState saved = saved_by(simulator);
  for (auto _ : state) simulator.restore(saved);
}
BENCHMARK(state_restored)->Unit(benchmark::kMicrosecond);

// The walk costs more where feet strike: both go through the same 0.2 s, one span after the other,
// or each span from a state that was saved where it begins.
constexpr int spans = 20;

void spans_stepped(benchmark::State& state) {
  Simulator simulator(human());
  const SavedState saved = saved_by(simulator);
  int done = 0;
  for (auto _ : state) {
    if (done++ % spans == 0) simulator.restore(saved);
    simulator.advance(simulator.state().time + span);
  }
}

void spans_restored(benchmark::State& state) {
  Simulator simulator(human());
  std::vector<SavedState> saved(spans);
  saved[0] = saved_by(simulator);
  for (int k = 1; k < spans; ++k) {
    simulator.advance(begun + k * span);
    simulator.save(saved[k]);
  }
  int done = 0;
  for (auto _ : state) {
    simulator.restore(saved[done++ % spans]);
    simulator.advance(simulator.state().time + span);
  }
}
constexpr int restores = 100000;  // in all
BENCHMARK(spans_stepped)
    ->Iterations(restores)
    ->Threads(1)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(spans_restored)
    ->Iterations(restores)
    ->Threads(1)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(spans_stepped)
    ->Iterations(restores / 2)
    ->Threads(2)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(spans_restored)
    ->Iterations(restores / 2)
    ->Threads(2)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace gambol::testing
