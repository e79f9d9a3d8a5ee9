// Kinematic gaits of more legs than any animal has, and of the seed's four of nine joints.

#include <gtest/gtest.h>

#include <map>

#include "analysis/measures.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "support/legged.h"

namespace gambol::testing {
namespace {

std::map<std::string, double> measured(ShotSpec s, const std::vector<std::string>& names) {
  s.motion.track_rate = 500;  // at ticks and half way between them
  for (const std::string& name : names) s.expect.emplace_back().measure = name;
  std::map<std::string, double> values;
  for (const Measurement& m : measure(s, simulate(s))) values[m.name] = m.value;
  return values;
}

// Planted feet stay, all reach, and each steps when the gait has it step.
void expect_walk(const ShotSpec& s, double period, double way) {
  auto is = measured(s, {"planted_drift", "unreached", "commanded_duty_factor_error",
                         "commanded_phase_error", "commanded_gait_cycles", "distance"});
  EXPECT_LT(is["planted_drift"], 0.1) << "mm";
  EXPECT_LT(is["unreached"], 1e-3) << "mm";
  const double known = s.motion.figures[0].controllers[0].tick / period * 1.01;
  EXPECT_LE(is["commanded_duty_factor_error"], known);
  EXPECT_LE(is["commanded_phase_error"], known);
  EXPECT_GE(is["commanded_gait_cycles"], 2);
  EXPECT_NEAR(is["distance"], way, 0.02 * way) << "cm";
}

TEST(ManyLegs, TwoHundredWalkInAWave) {
  ShotSpec s = walk_of(legged(200, 3), wave());
  s.film.duration = 2.5;
  expect_walk(s, 1, 37.5);
}

TEST(ManyLegs, SixtyWalkByAnyPhases) {
  ShotSpec s = walk_of(legged(60, 4), {});
  s.film.duration = 2.5;
  GaitPattern& gait = s.motion.figures[0].controllers[0].kind.as<KinematicGaitSpec>()->gait;
  gait.duty_factor = 0.7;
  gait.phases.emplace();
  Draw draw(60);
  for (int row = 0; row < 30; ++row) {
    gait.phases->left.push_back(draw(0, 1));
    gait.phases->right.push_back(draw(0, 1));
  }
  expect_walk(s, 1, 37.5);
}

TEST(ManyLegs, FourOfNineJointsTrot) {
  ShotSpec s = trot_of_nine_joints();
  s.film.duration = 1.5;
  expect_walk(s, 0.5, 132);
}

}  // namespace
}  // namespace gambol::testing
