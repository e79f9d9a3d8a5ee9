// A roach that hangs in the air moves its legs as it is told, and walks nowhere: no measure of
// contact may say that it steps.

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/measure_table.h"
#include "analysis/measures.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"

namespace gambol::testing {
namespace {

std::vector<ExpectSpec> all_of_contact() {
  std::vector<ExpectSpec> all;
  for (const Measure& measure : all_measures()) {
    if (measure.needs != Needs::contact) continue;
    ExpectSpec e;
    e.measure = measure.name;
    if (measure.of == Of::leg) e.body = "front_left";
    if (measure.of == Of::dof_of_leg || measure.of == Of::joint_of_leg) e.body = "front_left_coxa";
    e.from = 0.2;
    all.push_back(e);
  }
  return all;
}

TEST(HungRoach, StepsInTheAirWithoutContact) {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes");
  shot.film.duration = 1;
  shot.motion.simulate_until = 0.6;
  CastSpec& roach = shot.motion.figures[0];
  roach.at.z() = 0.1;
  roach.fixed_root = true;
  ExpectSpec commanded;
  commanded.measure = "commanded_stride_frequency";
  commanded.from = 0.2;
  shot.expect = {commanded};
  const Poses poses = simulate(shot);
  EXPECT_NEAR(measure(shot, poses)[0].value, 10, 0.1) << "it is told to walk";
  shot.expect = all_of_contact();
  EXPECT_GE(shot.expect.size(), 25u);
  for (const Measurement& m : measure(shot, poses)) {
    EXPECT_TRUE(std::isnan(m.value)) << m.name << " " << m.value;
    EXPECT_EQ(m.why, "no contact") << m.name;
  }
}

}  // namespace
}  // namespace gambol::testing
