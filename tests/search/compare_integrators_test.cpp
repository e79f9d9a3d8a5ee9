#include "search/loops/compare_integrators.h"
#include "shot/shot_spec.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

std::vector<IntegratorRun> runs_of(const IntegratorReport& report, IntegrationMethod method) {
  std::vector<IntegratorRun> runs;
  for (const IntegratorRun& run : report.runs)
    if (run.how.method == method) runs.push_back(run);
  return runs;
}

TEST(Comparison, CountsAndErrsAsTheMethodsMust) {
  const ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_falling.yaml");
  const IntegratorReport report = compare_integrators(shot, {.until = 0.02, .span = 0.01});
  EXPECT_EQ(report.until, 0.02);
  const auto implicit = runs_of(report, IntegrationMethod::implicit);
  ASSERT_EQ(implicit.size(), 3u);
  for (const IntegratorRun& run : implicit) EXPECT_EQ(run.evaluations, run.accepted);
  // Of first order, by steps of a quarter.
  EXPECT_NEAR(implicit[0].mean_error / implicit[1].mean_error, 4, 1);
  EXPECT_NEAR(implicit[1].mean_error / implicit[2].mean_error, 4, 1);
  const auto bdf = runs_of(report, IntegrationMethod::bdf);
  EXPECT_LT(bdf.back().mean_error, bdf.front().mean_error / 10);
  const auto rkf45 = runs_of(report, IntegrationMethod::rkf45);
  for (const IntegratorRun& run : rkf45) {
    EXPECT_EQ(run.evaluations, 6 * (run.accepted + run.rejected));
    EXPECT_LE(run.mean_error, run.worst_error);
    EXPECT_EQ(run.failed, 0);
    EXPECT_TRUE(run.measures.empty());  // the shot was cut short
  }
  // Two methods that know nothing of each other agree.
  EXPECT_LT(rkf45.back().worst_error, 1e-6);
}

// In 1/1200 s, as McKenna's MS thesis (seed 000, section 5.3) counts.
double evaluations_per_frame(const std::string& take) {
  const ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/tools/laws/roach_dampers.yaml@" + take);
  const IntegratorRun run = count_evaluations(shot, 0.1);
  EXPECT_EQ(run.how.method, IntegrationMethod::rkf45);
  EXPECT_EQ(run.evaluations, 6 * (run.accepted + run.rejected));
  return static_cast<double>(run.evaluations) / run.simulated / 1200;
}

TEST(Comparison, TheRoachsJointsCostTheThesiss100Evaluations) {
  // Six in 3.678 time constants of the stiffest damper: tools/roach_dampers.py, which says 99.7.
  EXPECT_NEAR(evaluations_per_frame("falling"), 99.7, 2);
}

TEST(Comparison, TheGroundsDampersCostMoreThanTheRoachsJoints) {
  EXPECT_LT(evaluations_per_frame("bare"), 150);
  EXPECT_GT(evaluations_per_frame("tight"), 600);
}

}  // namespace
}  // namespace gambol
