// SimBenchmark's tasks at its steps: errors beside the time that they take. docs/contact.md has a
// table of them.
//
//     gambol_bench --benchmark_filter=sim_benchmark

#include <benchmark/benchmark.h>

#include "support/sim_benchmark_mujoco.h"

namespace gambol::testing {
namespace {

// Seconds that SimBenchmark simulates.
void sim_benchmark(benchmark::State& state, double (*error)(const SimTask&), double end,
                   IntegrationMethod method) {
  const SimTask task{method, 1e-6 * static_cast<double>(state.range(0)), end};
  double found = 0;
  for (auto _ : state) found = error(task);
  state.counters["error"] = found;
  state.counters["real_time_factor"] = benchmark::Counter(
      end * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
void steps(benchmark::internal::Benchmark* b) {
  b->Arg(400)->Arg(1000)->Arg(4000)->Iterations(1)->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(sim_benchmark, rolling, rolling_error, 4, IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, bouncing, bouncing_error, 20, IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, cube, cube_error, 10, IntegrationMethod::implicit)->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, elastic_cube, elastic_cube_error, 10, IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, momentum, momentum_error, 10, IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, energy, energy_error, 3, IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, energy_rk4, energy_error, 3, IntegrationMethod::rk4)->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, mujoco_rolling, mujoco_rolling_error, 4,
                  IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, mujoco_cube, mujoco_cube_error, 10, IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, mujoco_momentum, mujoco_momentum_error, 10,
                  IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, mujoco_energy, mujoco_energy_error, 3, IntegrationMethod::implicit)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, mujoco_momentum_rk4, mujoco_momentum_error, 10,
                  IntegrationMethod::rk4)
    ->Apply(steps);
BENCHMARK_CAPTURE(sim_benchmark, mujoco_energy_rk4, mujoco_energy_error, 3, IntegrationMethod::rk4)
    ->Apply(steps);

}  // namespace
}  // namespace gambol::testing
