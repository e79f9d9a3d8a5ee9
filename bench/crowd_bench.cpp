// Roaches that walk apart: 10 ms of one, and of as many as a crowd has, on one core and on two. The
// cost per roach should not grow with their number.

#include <benchmark/benchmark.h>
#include <oneapi/tbb/global_control.h>

#include <cmath>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "simulation/state/saved_state.h"

namespace gambol::testing {
namespace {

constexpr double begun = 0.1, span = 0.01;  // s

// In rows and columns 6 cm apart; they collide where they meet.
MotionSpec roaches(int count) {
  MotionSpec motion = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes").motion;
  motion.cues.clear();
  motion.world.collisions.emplace();
  CastSpec roach = motion.figures[0];
  roach.controllers[0].active = true;
  roach.kind = "roach";
  motion.figures.clear();
  const int row = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int k = 0; k < count; ++k) {
    motion.figures.push_back(roach);
    motion.figures.back().name += std::to_string(k);
    motion.figures.back().at += 0.06 * Vec3(k % row, k / row, 0);
  }
  return motion;
}

// By the number of roaches and that of threads.
void roaches_apart(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(state.range(1)));
  Simulator simulator(roaches(count));
  simulator.advance(begun);
  SavedState saved;
  simulator.save(saved);
  for (auto _ : state) {
    simulator.restore(saved);
    simulator.advance(begun + span);
  }
  state.counters["per_roach"] = benchmark::Counter(
      count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(roaches_apart)
    ->ArgsProduct({{1, 64, 256}, {1, 2}})
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gambol::testing
