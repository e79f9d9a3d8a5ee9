// Forward dynamics for 1 to 84 joints by the articulated body method and by a dense one: the
// experiment of Table 6 and Figure 42 of McKenna's PhD thesis, MIT 1994, "seed 003", which adds the
// human's joints step by step.

#include <benchmark/benchmark.h>

#include "dynamics/mujoco_judge.h"
#include "support/dense_dynamics.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// `limbs` chains of equal length on one root: 5 resemble a body, 1 is the worst case for lanes.
FigureSpec limbs(int joints, int limbs) {
  Draw draw(1994);
  FigureSpec figure;
  figure.bodies.push_back(box_body("b0", "", Vec3::Zero(), Vec3(0.3, 0.2, 0.5)));
  for (int k = 1; k <= joints; ++k) {
    const std::string parent = fmt::format("b{}", std::max(0, k - limbs));
    BodySpec b = box_body(fmt::format("b{}", k), parent, Vec3(0, 0, 0.3) + draw.vec(0.1),
                          Vec3(0.1, 0.1, 0.3), Vec3(0, 0, 0.15));
    b.joint.axis = draw.vec(1) + Vec3(0, 0, 1.5);
    figure.bodies.push_back(b);
  }
  return figure;
}

struct Moving {
  Model model;
  Eigen::VectorXd q, v;
  Workspace work;

  explicit Moving(const FigureSpec& figure) : model(make_model(figure)), work(model) {
    Draw draw(1994);
    q = random_q(draw, model);
    v = draw.vector(model.nv(), 2);
    work.force = for_joints(draw, model, 20);
    work.show_accelerations = false;  // as our simulator does, and MuJoCo's stages
  }
};

void articulated(benchmark::State& state) {
  Moving m(limbs(static_cast<int>(state.range(0)), static_cast<int>(state.range(1))));
  for (auto _ : state) {
    update_kinematics(m.model, m.q, m.v, m.work);
    forward_dynamics(m.model, m.work);
    benchmark::DoNotOptimize(m.work.vdot.data());
  }
}

void dense(benchmark::State& state) {
  Moving m(limbs(static_cast<int>(state.range(0)), static_cast<int>(state.range(1))));
  DenseDynamics method(m.model);
  for (auto _ : state) {
    update_kinematics(m.model, m.q, m.v, m.work);
    benchmark::DoNotOptimize(method.accelerations(m.model, m.work, m.q, m.v).data());
  }
}

// Five limbs of joints with three degrees of freedom: spherical ones, or rotary ones in threes
// whose first two bodies have no extent.
FigureSpec threefold(int joints, bool spherical) {
  FigureSpec figure = limbs(joints, 5);
  std::vector<BodySpec> bodies{figure.bodies[0]};
  for (std::size_t i = 1; i < figure.bodies.size(); ++i) {
    BodySpec b = figure.bodies[i];
    b.joint.type = spherical ? JointType::spherical : JointType::rotary;
    for (int k = 0; !spherical && k < 2; ++k) {
      BodySpec link = b;
      link.name = fmt::format("{}_{}", b.name, k);
      link.joint.axis = Vec3::Unit(k);
      link.inertia.clear();
      bodies.push_back(link);
      b.parent = link.name;
      b.at.setZero();
    }
    if (!spherical) b.joint.axis = Vec3::UnitZ();
    bodies.push_back(b);
  }
  figure.bodies = bodies;
  return figure;
}

void spherical_joints(benchmark::State& state) {
  Moving m(threefold(static_cast<int>(state.range(0)), true));
  for (auto _ : state) {
    update_kinematics(m.model, m.q, m.v, m.work);
    forward_dynamics(m.model, m.work);
    benchmark::DoNotOptimize(m.work.vdot.data());
  }
}

void rotary_joints_in_threes(benchmark::State& state) {
  Moving m(threefold(static_cast<int>(state.range(0)), false));
  for (auto _ : state) {
    update_kinematics(m.model, m.q, m.v, m.work);
    forward_dynamics(m.model, m.work);
    benchmark::DoNotOptimize(m.work.vdot.data());
  }
}
BENCHMARK(spherical_joints)->Arg(10)->Arg(30)->Unit(benchmark::kMicrosecond);
BENCHMARK(rotary_joints_in_threes)->Arg(10)->Arg(30)->Unit(benchmark::kMicrosecond);

void mujoco(benchmark::State& state) {
  Moving m(limbs(static_cast<int>(state.range(0)), 5));
  MujocoJudge judge(m.model, Vec3(0, 0, -9.81), Root::free, m.q);
  judge.set_state(m.q, m.v);
  judge.set_joint_forces(m.work.force);
  mj_forward(judge.m(), judge.d());
  for (auto _ : state) {
    smooth_dynamics(judge);
    benchmark::DoNotOptimize(judge.d()->qacc_smooth);
  }
}
BENCHMARK(mujoco)->Arg(84)->Unit(benchmark::kMicrosecond);

const std::vector<std::vector<std::int64_t>> cases{{1, 2, 4, 8, 16, 32, 64, 84}, {5, 1}};
BENCHMARK(articulated)
    ->ArgNames({"joints", "limbs"})
    ->ArgsProduct(cases)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(dense)->ArgNames({"joints", "limbs"})->ArgsProduct(cases)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace gambol::testing
