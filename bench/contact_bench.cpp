// Whole creatures on the ground, by impulses and by springs, that stand or move their legs to and
// fro.

#include <benchmark/benchmark.h>

#include "simulation/simulator.h"
#include "support/creature.h"

namespace gambol::testing {
namespace {

MotionSpec shot(bool boxes, bool moves, bool impulses) {
  MotionSpec m;
  m.world.ground.emplace();
  m.world.ground->contact.scale = MassScale::none;
  m.world.ground->contact.strength = 0;
  m.world.ground->contact.stiffness = 4e4;
  m.world.ground->contact.damping = 400;
  m.world.ground->contact.friction_damping = 400;
  if (impulses) {
    m.world.contact.emplace();
    m.world.contact->type = ContactType::impulse;
  }
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 2e-3;
  m.figures = {cast(creature(boxes, moves), Vec3(0, 0, boxes ? 0.52 : 0.54))};
  return m;
}

// One simulated second.
void creature_second(benchmark::State& state, bool boxes, bool moves, bool impulses) {
  const auto world = std::make_shared<const World>(shot(boxes, moves, impulses));
  Simulator begun(world);
  begun.advance(2);
  const State start = begun.state();
  long contacts = 0, steps = 0;
  for (auto _ : state) {
    Simulator s(world);
    s.start(start);
    s.advance(3, [&](const StepView&) {
      contacts += static_cast<long>(s.figures()[0]->contacts().size());
      ++steps;
    });
  }
  state.counters["contacts"] = static_cast<double>(contacts) / static_cast<double>(steps);
}
BENCHMARK_CAPTURE(creature_second, balls_moving_impulses, false, true, true)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(creature_second, balls_moving_springs, false, true, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(creature_second, boxes_resting_impulses, true, false, true)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(creature_second, boxes_resting_springs, true, false, false)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gambol::testing
