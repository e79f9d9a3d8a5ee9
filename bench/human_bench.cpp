// Simulations 1 to 5 and 9 to 12 of McKenna's PhD thesis (MIT 1994, seed 003, 7.1, Tables 5 to 7):
// what his human of 90 degrees of freedom costs; and one evaluation of its dynamics beside
// MuJoCo's.

#include <benchmark/benchmark.h>

#include "dynamics/mujoco_judge.h"
#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

constexpr double frame = 1.0 / 30;  // s, as in the thesis

// Times `frames` frames of a take from `from` (s) on, with the thesis's columns beside them.
void simulate_frames(benchmark::State& state, const std::string& shot, double from, int frames) {
  const ShotSpec spec = load_shot(GAMBOL_SOURCE_DIR + shot);
  Simulator simulator(spec.motion);
  long steps = 0;
  for (auto _ : state) {
    state.PauseTiming();
    simulator.reset();
    simulator.advance(from);
    const long before = simulator.steps();
    state.ResumeTiming();
    simulator.advance(from + frames * frame);
    steps = simulator.steps() - before;
  }
  const double per_frame = static_cast<double>(steps) / frames;
  state.counters["joints"] = simulator.figures()[0]->model().nv() - root_dofs;
  state.counters["steps_per_frame"] = per_frame;
  state.counters["frames_per_second"] =
      benchmark::Counter(frames, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["steps_per_second"] =
      benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsIterationInvariantRate);
}

// A take of bench/human.yaml: 1000 frames.
void simulation(benchmark::State& state, const char* take) {
  // Simulation 4 is timed after the figure has come to stand.
  const double from = std::string(take) == "contact" ? 4 : 0;
  const int frames = std::string(take).ends_with("controlled") ? 0 : 1000;
  if (frames > 0)
    return simulate_frames(state, std::string("/bench/human.yaml@") + take, from, frames);
  // A thousand steps of 0.1 us.
  const ShotSpec spec = load_shot(std::string(GAMBOL_SOURCE_DIR "/bench/human.yaml@") + take);
  Simulator simulator(spec.motion);
  for (auto _ : state) {
    state.PauseTiming();
    simulator.reset();
    state.ResumeTiming();
    simulator.advance(1e-4);
  }
  state.counters["steps"] = static_cast<double>(simulator.steps());
}
BENCHMARK_CAPTURE(simulation, 1_rigid, "rigid")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulation, 2_gravity, "gravity")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulation, 3_ground_detection, "ground")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulation, 4_ground_contact, "contact")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulation, 5_subdivision, "subdivided")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulation, 10_inverse, "inverse")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulation, 11_without_control, "uncontrolled")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulation, 11_control, "controlled")->Unit(benchmark::kMillisecond);

// Simulation 9, Table 6.
void joints(benchmark::State& state) {
  simulate_frames(state, "/bench/human.yaml@joints_" + std::to_string(state.range(0)), 0, 1000);
}
BENCHMARK(joints)->Arg(0)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->Arg(16)->Arg(32)->Arg(64)->Arg(84)->Unit(
    benchmark::kMillisecond);

// Simulation 12, Table 7: two seconds of the droop, by the thesis's integrator, at its tolerance.
void droop(benchmark::State& state) {
  simulate_frames(state, "/scenes/human/human_droop.yaml@joints_" + std::to_string(state.range(0)),
                  0, 60);
}
BENCHMARK(droop)->Arg(32)->Arg(42)->Arg(52)->Arg(62)->Arg(80)->Arg(84)->Unit(
    benchmark::kMillisecond);
// The same with the default integrator.
void droop_implicit(benchmark::State& state) {
  simulate_frames(state, "/scenes/human/human_droop.yaml", 0, 60);
}
BENCHMARK(droop_implicit)->Unit(benchmark::kMillisecond);

struct Human {
  Model model = make_model(load_figure(GAMBOL_SOURCE_DIR "/figures/thesis_human.yaml"));
  Eigen::VectorXd q = initial_q(model, {Quat::Identity(), Vec3(0, 0, 1.3)});
  Eigen::VectorXd v;
  Eigen::VectorXd force;

  Human() {
    Draw draw(1994);
    v = draw.vector(model.nv(), 1);
    force = for_joints(draw, model, 0.1);
  }
};

// From positions, velocities and joint forces to accelerations, as roach_ours and roach_mujoco.
void human_ours(benchmark::State& state) {
  Human human;
  Workspace work(human.model);
  work.show_accelerations = false;
  for (auto _ : state) {
    work.force = human.force;
    update_kinematics(human.model, human.q, human.v, work);
    forward_dynamics(human.model, work);
    benchmark::DoNotOptimize(work.vdot.data());
  }
}
BENCHMARK(human_ours)->Unit(benchmark::kMicrosecond);

void human_mujoco(benchmark::State& state) {
  Human human;
  MujocoJudge judge(human.model, Vec3(0, 0, -9.81), Root::free, human.q);
  judge.set_state(human.q, human.v);
  judge.set_joint_forces(human.force);
  mj_forward(judge.m(), judge.d());
  for (auto _ : state) {
    smooth_dynamics(judge);
    benchmark::DoNotOptimize(judge.d()->qacc_smooth);
  }
}
BENCHMARK(human_mujoco)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace gambol::testing
