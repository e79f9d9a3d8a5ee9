// Once a simulation is under way its steps, controllers and recorder leave the heap alone.

#include "support/allocations.h"

#include <gtest/gtest.h>

#include "shot/shot_spec.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulator.h"
#include "support/scenes.h"

namespace gambol::testing {
namespace {

ShotSpec roach() { return load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes"); }

TEST(Allocation, HappensInNoStepOfAWalk) {
  const ShotSpec shot = roach();
  Simulator simulator(shot.motion);
  PosesRecorder recorder(shot, simulator.world(), 0.5);
  recorder.begin(simulator);
  const Observer record = [&](const StepView& step) { recorder.record(step, simulator); };
  simulator.advance(0.25, record);
  const long before = allocations;
  simulator.advance(0.4, record);  // one and a half cycles of the gait, 150 ticks
  EXPECT_EQ(allocations, before);
#if !defined(__SANITIZE_ADDRESS__)
  const FigureState copy = simulator.state().figures[0];
  EXPECT_GT(allocations, before) << "the counter itself must work: " << copy.q[0];
#endif
}

TEST(Allocation, HappensInNoStepAmongSparks) {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_wires.yaml");
  Simulator simulator(shot.motion);
  PosesRecorder recorder(shot, simulator.world(), 1);
  recorder.begin(simulator);
  const Observer record = [&](const StepView& step) { recorder.record(step, simulator); };
  simulator.advance(0.75, record);  // the first wire has broken at 0.742 s
  const long before = allocations;
  simulator.advance(0.79, record);
  EXPECT_EQ(allocations, before);
}

TEST(Allocation, IsOfAFewListsPerStepOfALedFigure) {
  for (const char* name : {"poda_quadruped", "poda_dance", "poda_biped", "poda_stones"}) {
    const ShotSpec shot = load_shot(scene_file(name));
    Simulator simulator(shot.motion);
    PosesRecorder recorder(shot, simulator.world(), 2.5);
    recorder.begin(simulator);
    const Observer record = [&](const StepView& step) { recorder.record(step, simulator); };
    // The parts of a gait hand over a few lists per posture; more is allocated where it plans
    // ahead, which it does about once a second.
    constexpr long lists = 100;
    int planned = 0, ticks = 0;
    for (double t = 1; t < 2.4; t += 0.004, ++ticks) {
      const long before = allocations;
      simulator.advance(t, record);
      planned += allocations - before > lists;
    }
    EXPECT_LE(planned, 4) << name;
    EXPECT_GT(ticks, 300);
  }
}

// Most of what a led figure costs at its start is the look ahead that carries it.
TEST(Allocation, IsOfOneLookAheadAtTheStartOfALedFigure) {
  const ShotSpec shot = load_shot(scene_file("poda_gaits"));
  const long before = allocations;
  const World world(shot.motion);
  const long of_world = allocations - before;
  const Ensemble anew(world.ensemble);
  const long then = allocations;
  for (const auto& figure : anew.figures()) figure->initial_state(world.spec.start);
  EXPECT_LT(of_world, 3 * (allocations - then) / 2 + 1);
}

TEST(Allocation, HappensInNoStepOfServosAndSpringsBetweenPoints) {
  const ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/studies/servo.yaml");
  Simulator simulator(shot.motion);
  PosesRecorder recorder(shot, simulator.world(), 4);
  recorder.begin(simulator);
  const Observer record = [&](const StepView& step) { recorder.record(step, simulator); };
  simulator.advance(0.5, record);
  const long before = allocations;
  simulator.advance(3.9, record);  // through the hop, at and off the limits
  EXPECT_EQ(allocations, before);
}

// Ninety degrees of freedom fall on the ground and come to lie there.
TEST(Allocation, HappensInNoStepOfTheHuman) {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/human/human_droop.yaml");
  shot.motion.figures[0].fixed_root = false;
  GroundSpec& ground = shot.motion.world.ground.emplace();
  ground.contact.damping = ground.contact.friction_damping = 100;
  Simulator simulator(shot.motion);
  PosesRecorder recorder(shot, simulator.world(), 2);
  recorder.begin(simulator);
  const Observer record = [&](const StepView& step) { recorder.record(step, simulator); };
  simulator.advance(0.7, record);
  const long before = allocations;
  simulator.advance(1.4, record);
  EXPECT_EQ(allocations, before);
  EXPECT_LT(simulator.state().figures[0].q[2], 0.6);  // it does lie
}

TEST(Allocation, HappensInFewStepsByImpulses) {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/films/puffs.yaml@by_impulses");
  Simulator simulator(shot.motion);
  simulator.advance(1);  // most contacts that they ever have
  const long before = allocations;
  simulator.advance(1.25);
  // Newton's method has matrices of the size of its contacts, whose number changes.
  EXPECT_LT(allocations, before + 20);
}

TEST(Allocation, HappensNeitherWhereAStateIsSavedNorWhereItIsRestored) {
  for (const char* name : {"human_stand", "human_walk", "dog_trot", "puffs"}) {
    const ShotSpec shot = load_shot(scene_file(name));
    Simulator simulator(shot.motion);
    simulator.advance(0.05);
    SavedState saved;
    simulator.save(saved);
    for (int k = 0; k < 3; ++k) {
      simulator.advance(0.05 + 0.01 * (k + 1));
      const long before = allocations;
      simulator.restore(saved);
      simulator.save(saved);
      EXPECT_EQ(allocations, before) << name;
    }
  }
}

TEST(Allocation, HappensInNoStepOfAnyMethod) {
  for (IntegrationMethod method :
       {IntegrationMethod::implicit, IntegrationMethod::euler, IntegrationMethod::rk4,
        IntegrationMethod::rkf45, IntegrationMethod::bdf}) {
    ShotSpec shot = roach();
    shot.motion.integrator.method = method;
    shot.motion.integrator.step = 2e-6;
    Simulator simulator(shot.motion);
    simulator.advance(0.016);  // the feet have just met the ground
    const long before = allocations;
    simulator.advance(0.018);
    EXPECT_EQ(allocations, before) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace gambol::testing
