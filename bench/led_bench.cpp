// Figures that are led: one posture a tick, without finding what their feet can carry, which is
// done for many ticks at once. Girard and Maciejewski 1985, PODA, "seed 004", computed 2 postures a
// second for four legs of nine joints.

#include <benchmark/benchmark.h>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/led.h"
#include "support/legged.h"

namespace gambol {
namespace {

ShotSpec of_postures_alone(ShotSpec shot) {
  testing::gait_of(shot).recoil = false;
  return shot;
}

struct Led {
  ShotSpec shot;
  Simulator simulator;
  explicit Led(const ShotSpec& s) : shot(of_postures_alone(s)), simulator(shot.motion) {
    simulator.advance(1);
  }

  // Runs only the figure's controller and the kinematics that it senses, tick after tick.
  void run(benchmark::State& state) {
    FigureSim& figure = *simulator.figures()[0];
    FigureState s = simulator.state().figures[0];
    const double tick = shot.motion.figures[0].controllers[0].tick;
    double t = simulator.state().time;
    for (auto _ : state) {
      t += tick;
      figure.settle(s, simulator.state().world, t);  // the controller senses the figure's motion
      figure.tick(s, 0, simulator.state().world, t);
      benchmark::DoNotOptimize(s.command.motion.q1.data());
    }
    state.SetItemsProcessed(state.iterations());
  }
};

ShotSpec shot(const std::string& name) {
  return load_shot(GAMBOL_SOURCE_DIR "/scenes/" + name + ".yaml");
}

void led_quadruped(benchmark::State& state) { Led(shot("poda/poda_quadruped")).run(state); }
void led_biped(benchmark::State& state) { Led(shot("poda/poda_biped")).run(state); }
void led_insect(benchmark::State& state) { Led(shot("poda/poda_insect")).run(state); }
BENCHMARK(led_quadruped);
BENCHMARK(led_biped);
BENCHMARK(led_insect);

// The figure that seed 004 timed: four legs of nine joints, nothing else.
void led_four_legs_of_nine(benchmark::State& state) {
  Led(testing::trot_of_nine_joints()).run(state);
}
BENCHMARK(led_four_legs_of_nine);

// Legs of three joints in a wave gait; `leg` is the time per leg.
ShotSpec many_legs(const benchmark::State& state) {
  return testing::walk_of(testing::legged(static_cast<int>(state.range(0)), 3), testing::wave());
}

void count_legs(benchmark::State& state) {
  using Count = benchmark::Counter;
  state.counters["leg"] =
      Count(static_cast<double>(state.range(0)), Count::kIsIterationInvariantRate | Count::kInvert);
}

void led_legs(benchmark::State& state) {
  Led(many_legs(state)).run(state);
  count_legs(state);
}
BENCHMARK(led_legs)->Arg(2)->Arg(8)->Arg(32)->Arg(100)->Arg(200);

// The whole simulator, one tick at a time.
void led_legs_simulated(benchmark::State& state) {
  Led led(many_legs(state));
  const double begin = led.simulator.state().time;
  double ticks = 0;
  for (auto _ : state) led.simulator.advance(begin + ++ticks * 0.004);
  count_legs(state);
}
BENCHMARK(led_legs_simulated)->Arg(2)->Arg(8)->Arg(32)->Arg(100)->Arg(200)->Arg(400);

}  // namespace
}  // namespace gambol
