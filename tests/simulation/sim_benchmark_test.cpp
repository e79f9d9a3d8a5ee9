// Short versions of SimBenchmark's tasks, by our program and by MuJoCo. docs/contact.md has the
// long ones, beside the published numbers of other engines.

#include <gtest/gtest.h>

#include "support/sim_benchmark_mujoco.h"

namespace gambol::testing {
namespace {

TEST(SimBenchmark, RollsAsTheEquationsSay) {
  SimTask task;
  task.end = 0.4;
  const double ours = rolling_error(task);
  EXPECT_LT(ours, 1e-8);
  EXPECT_LT(ours, 1e-3 * mujoco_rolling_error(task));
}

// Their energy swings by g h |v| / 2 with semi-implicit steps, and does not grow.
TEST(SimBenchmark, BouncesWithoutGainOrLoss) {
  SimTask task;
  task.end = 10;
  task.side = 2;
  EXPECT_LT(bouncing_error(task), 5e-7 * std::pow(4 * 10 * 9.81 * 5, 2));
}

TEST(SimBenchmark, LetsACubeOfBallsCollapseWithLittleOverlap) {
  SimTask task;
  task.end = 1.5;
  task.side = 3;
  task.step = 4e-3;
  const double ours = cube_error(task);
  EXPECT_LT(ours, 1e-5);
  EXPECT_LT(ours, 0.1 * mujoco_cube_error(task));
}

TEST(SimBenchmark, KeepsTheEnergyOfElasticBalls) {
  SimTask task;
  task.end = 2;
  task.side = 3;
  const double start = 27 * 10 * 9.81 * (1.101 + 0.21);
  EXPECT_LT(elastic_cube_error(task), std::pow(0.01 * start, 2));
}

TEST(SimBenchmark, KeepsTheMomentumOfAQuadrupedThatABallStrikes) {
  SimTask task;
  task.end = 2;
  EXPECT_LT(momentum_error(task), std::pow(0.01 * 50, 2));
}

// By Runge and Kutta's method as MuJoCo's; semi-implicit steps err by their length.
TEST(SimBenchmark, KeepsTheEnergyOfAQuadrupedInTheAir) {
  SimTask task;
  task.end = 1.5;
  EXPECT_LT(energy_error(task), 10);
  EXPECT_LT(energy_error(task), 3 * mujoco_energy_error(task));
  task.method = IntegrationMethod::rk4;
  EXPECT_LT(energy_error(task), 1e-12);
}

}  // namespace
}  // namespace gambol::testing
