// The steps of led figures in whole simulations, against the gait that was asked for and others.

#include <gtest/gtest.h>

#include "analysis/measures.h"
#include "shot/controllers/controller_kinds.h"
#include "simulation/simulate.h"
#include "support/led.h"

namespace gambol::testing {
namespace {

ShotSpec walking(double seconds) {
  ShotSpec s =
      beginning_of(load_shot(GAMBOL_SOURCE_DIR "/scenes/poda/poda_quadruped.yaml"), seconds);
  s.expect.clear();
  return s;
}

GaitPattern pace() {
  GaitPattern p;
  p.phases.emplace();
  p.phases->left = {0, 0};
  p.phases->right = {0.5, 0.5};
  return p;
}

double error(ShotSpec& s, const Poses& poses, const std::string& measure, double from = 0) {
  s.expect.resize(1);
  s.expect[0].measure = measure;
  s.expect[0].from = from;
  return gambol::measure(s, poses).at(0).value;
}

constexpr double known = 0.004 / 0.5;  // tick and period of the shot

TEST(StepMeasures, OfATrotAreThatOfTheTrotAndOfNoOtherGait) {
  ShotSpec s = walking(2);
  const Poses poses = simulate(s);
  EXPECT_LE(error(s, poses, "commanded_duty_factor_error"), known * 1.01);
  EXPECT_LE(error(s, poses, "commanded_phase_error"), known * 1.01);
  gait_of(s).design.duty_factor = 0.5;
  EXPECT_NEAR(error(s, poses, "commanded_duty_factor_error"), 0.05, known);
  EXPECT_LE(error(s, poses, "commanded_phase_error"), known * 1.01);
  gait_of(s).gait = pace();
  EXPECT_NEAR(error(s, poses, "commanded_phase_error"), 0.5, known);
}

TEST(StepMeasures, OfLegsThatShiftAreThatOfTheirDutyFactor) {
  ShotSpec s = walking(5);
  GaitShiftSpec shift;
  shift.at = 0.5;
  shift.gait = pace();
  gait_of(s).shifts = {shift};
  const Poses poses = simulate(s);
  EXPECT_LE(error(s, poses, "commanded_duty_factor_error"), known * 1.15)
      << "by cycles 0.1 shorter";
  EXPECT_GT(error(s, poses, "commanded_phase_error"), 0.3);
  EXPECT_LE(error(s, poses, "commanded_phase_error", 4), known * 1.01);
}

}  // namespace
}  // namespace gambol::testing
