// Whole creatures on the ground, by impulses and by springs: a trunk on four legs of five joints
// each, on balls (four contacts) or on boxes (sixteen), that stands or moves its legs to and fro.

#include <benchmark/benchmark.h>

#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

Curve to_and_fro(double amplitude, double phase) {
  Curve curve;
  for (int k = 0; k <= 400; ++k)
    curve.keys.push_back({0.05 * k, amplitude * std::sin(2 * M_PI * (0.05 * k / 0.8 + phase))});
  return curve;
}

FigureSpec creature(bool boxes, bool moves) {
  FigureSpec f;
  f.name = "creature";
  f.bodies = {box_body("trunk", "", Vec3::Zero(), Vec3(0.5, 0.3, 0.15))};
  f.bodies[0].collision = f.bodies[0].inertia;
  for (int leg = 0; leg < 4; ++leg) {
    const double x = leg < 2 ? 0.2 : -0.2, y = leg % 2 ? -0.16 : 0.16;
    std::string parent = "trunk";
    for (int link = 0; link < 5; ++link) {
      BodySpec b = box_body(fmt::format("leg{}_{}", leg, link), parent,
                            link == 0 ? Vec3(x, y, 0) : Vec3(0, 0, -0.1), Vec3(0.05, 0.05, 0.1),
                            Vec3(0, 0, -0.05));
      b.joint.axis = link == 1 ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
      if (link == 4) {
        ShapeSpec foot = boxes ? box_shape(Vec3(0.08, 0.06, 0.03)) : ball_shape(0.03);
        foot.shape.X_BS.p = Vec3(0, 0, -0.1);
        b.collision = {foot};
      }
      ActuatorSpec spring;
      spring.type = ActuatorType::linear_spring;
      spring.joints = {b.name};
      spring.stiffness = 60;
      spring.damping = 2;
      if (moves && link != 1) spring.rest = to_and_fro(0.2, 0.25 * leg + 0.1 * link);
      f.actuators.push_back(spring);
      f.bodies.push_back(b);
      parent = b.name;
    }
  }
  return f;
}

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
