// What a search pays for an evaluation: starting a simulation in a world that stands, stepping it,
// and watching it with an objective.

#include <benchmark/benchmark.h>

#include "analysis/measures.h"
#include "shot/shot_spec.h"
#include "shot/tree_edits.h"
#include "simulation/beginning.h"
#include "simulation/record/track_recorder.h"

namespace gambol {
namespace {

constexpr double walk = 2;    // s
constexpr double rate = 100;  // Hz: ten rows in the shortest step of the roach

ShotSpec shot_of(const char* file) {
  return load_shot(std::string(GAMBOL_SOURCE_DIR "/scenes/") + file);
}

void start_in_a_world(benchmark::State& state, const char* name) {
  const auto world = world_of(shot_of(name));
  for (auto _ : state) {
    Simulator simulator(world);
    benchmark::DoNotOptimize(simulator.state().time);
  }
}
BENCHMARK_CAPTURE(start_in_a_world, roach, "roach_tripod.yaml@boxes")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(start_in_a_world, terrain, "roach/roach_terrain.yaml")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(start_in_a_world, biped, "poda/poda_biped.yaml")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(start_in_a_world, puffs, "films/puffs.yaml")->Unit(benchmark::kMicrosecond);

void load_a_shot(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(shot_of("roach_tripod.yaml@boxes").name.data());
}
BENCHMARK(load_a_shot)->Unit(benchmark::kMicrosecond);

// A candidate's shot: the trees of its files are read once.
void load_a_candidate(benchmark::State& state) {
  TreeEdits::Trees trees;
  TreeEdits edits;
  edits.keep = &trees;
  const std::string path = GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes";
  load_shot(path, edits);
  edits.trees = &trees;
  edits.keep = nullptr;
  for (auto _ : state) benchmark::DoNotOptimize(load_shot(path, edits).name.data());
}
BENCHMARK(load_a_candidate)->Unit(benchmark::kMicrosecond);

void make_a_world(benchmark::State& state) {
  const ShotSpec shot = shot_of("roach_tripod.yaml@boxes");
  for (auto _ : state) benchmark::DoNotOptimize(world_of(shot).get());
}
BENCHMARK(make_a_world)->Unit(benchmark::kMicrosecond);

void walk_alone(benchmark::State& state) {
  Simulator simulator(world_of(shot_of("roach_tripod.yaml@boxes")));
  for (auto _ : state) {
    simulator.reset();
    simulator.advance(walk);
  }
}
BENCHMARK(walk_alone)->Unit(benchmark::kMillisecond);

void walk_with_an_objective(benchmark::State& state) {
  ShotSpec shot = shot_of("roach_tripod.yaml@boxes");
  shot.expect.clear();
  for (const char* name : {"forward_speed", "tilt", "turn_rate"}) {
    ExpectSpec e;
    e.measure = name;
    e.from = 0.5;
    shot.expect.push_back(e);
  }
  Simulator simulator(world_of(shot));
  for (auto _ : state) {
    simulator.reset();
    TrackRecorder tracks(simulator.world(), rate, walk);
    simulator.advance(walk, [&](const StepView& step) { tracks.record(step, simulator); });
    Poses poses;
    tracks.give(poses);
    benchmark::DoNotOptimize(measure(shot, poses)[0].value);
  }
}
BENCHMARK(walk_with_an_objective)->Unit(benchmark::kMillisecond);

// What four candidates side by side in the lanes of the recursion could gain at most: the bodies of
// `copies` roaches on one root, so that their lanes are as full as can be and the root is solved
// once instead of four times.
void recursion_of_roaches(benchmark::State& state) {
  FigureSpec figure = load_figure(GAMBOL_SOURCE_DIR "/figures/roach.yaml");
  const std::vector<BodySpec> bodies = figure.bodies;
  figure.legs.clear();
  figure.bodies = {bodies[0]};
  for (int copy = 0; copy < state.range(0); ++copy)
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      BodySpec b = bodies[i];
      b.name += std::to_string(copy);
      if (b.parent != bodies[0].name) b.parent += std::to_string(copy);
      figure.bodies.push_back(b);
    }
  const Model model = make_model(figure);
  const Eigen::VectorXd q = initial_q(model, {Quat::Identity(), Vec3(0, 0, 0.02)});
  const Eigen::VectorXd v = Eigen::VectorXd::Constant(model.nv(), 0.1);
  Workspace work(model);
  work.show_accelerations = false;
  for (auto _ : state) {
    work.force.setConstant(1e-5);
    update_kinematics(model, q, v, work);
    forward_dynamics(model, work);
    benchmark::DoNotOptimize(work.vdot.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(recursion_of_roaches)->Arg(1)->Arg(4)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace gambol
