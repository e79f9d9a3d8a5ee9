// Figures that are led: one posture a tick (seed 004: 2 a second for four legs of nine joints).

#include <benchmark/benchmark.h>

#include "simulation/simulator.h"

namespace gambol {
namespace {

struct Led {
  ShotSpec shot;
  Simulator simulator;
  explicit Led(const ShotSpec& s) : shot(s), simulator(s.motion) { simulator.advance(1); }

  // Its controller alone, tick after tick.
  void run(benchmark::State& state) {
    FigureSim& figure = *simulator.figures()[0];
    FigureState s = simulator.state().figures[0];
    const double tick = shot.motion.figures[0].controllers[0].tick;
    double t = simulator.state().time;
    for (auto _ : state) {
      t += tick;
      figure.tick(s, 0, simulator.state().world, t);
      benchmark::DoNotOptimize(s.command.motion.q1.data());
    }
    state.SetItemsProcessed(state.iterations());
  }
};

ShotSpec shot(const std::string& name) {
  return load_shot(GAMBOL_SOURCE_DIR "/scenes/" + name + ".yaml");
}

void led_quadruped(benchmark::State& state) { Led(shot("poda_quadruped")).run(state); }
void led_biped(benchmark::State& state) { Led(shot("poda_biped")).run(state); }
void led_insect(benchmark::State& state) { Led(shot("poda_insect")).run(state); }
BENCHMARK(led_quadruped);
BENCHMARK(led_biped);
BENCHMARK(led_insect);

}  // namespace
}  // namespace gambol
