// Times one computation of the roach's dynamics by gambol and by MuJoCo, and one simulated second
// of its walk.

#include <benchmark/benchmark.h>

#include "dynamics/mujoco_judge.h"
#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

struct Roach {
  Model model = make_model(load_figure(GAMBOL_SOURCE_DIR "/figures/roach.yaml"));
  Eigen::VectorXd q = initial_q(model, {Quat::Identity(), Vec3(0, 0, 0.02)});
  Eigen::VectorXd v;
  Eigen::VectorXd force;

  Roach() {
    Draw draw(1990);
    v = draw.vector(model.nv(), 2);
    force = for_joints(draw, model, 1e-5);
  }
};

// Both benchmarks time the same work: from given positions, velocities and joint forces to
// accelerations, including every body's pose and velocity (not its acceleration, which MuJoCo's
// stages leave out, as our simulator does), without contact and constraints.
void roach_ours(benchmark::State& state) {
  Roach roach;
  Workspace work(roach.model);
  work.show_accelerations = false;
  for (auto _ : state) {
    work.force = roach.force;
    update_kinematics(roach.model, roach.q, roach.v, work);
    forward_dynamics(roach.model, work);
    benchmark::DoNotOptimize(work.vdot.data());
  }
}
BENCHMARK(roach_ours)->Unit(benchmark::kMicrosecond);

void roach_mujoco(benchmark::State& state) {
  Roach roach;
  for (Body& b : roach.model.bodies) {  // grams: in kg, MuJoCo rejects a tarsus as massless
    b.mass.mass *= 1e3;
    b.mass.I_cm *= 1e3;
  }
  roach.force *= 1e3;
  MujocoJudge judge(roach.model, Vec3(0, 0, -9.81), Root::free, roach.q);
  judge.set_state(roach.q, roach.v);
  judge.set_joint_forces(roach.force);
  mj_forward(judge.m(), judge.d());
  for (auto _ : state) {
    smooth_dynamics(judge);
    benchmark::DoNotOptimize(judge.d()->qacc_smooth);
  }
}
BENCHMARK(roach_mujoco)->Unit(benchmark::kMicrosecond);

// One second of the walk, from 0.3 s on. One second took 288,000 seconds in McKenna's MS thesis,
// MIT 1990, "seed 000".
void roach_walks_one_second(benchmark::State& state) {
  const ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes");
  Simulator simulator(shot.motion);
  for (auto _ : state) {
    state.PauseTiming();
    simulator.reset();
    simulator.advance(0.3);
    const long steps = simulator.steps();
    state.ResumeTiming();
    simulator.advance(1.3);
    state.counters["steps"] = static_cast<double>(simulator.steps() - steps);
  }
}
BENCHMARK(roach_walks_one_second)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gambol::testing
