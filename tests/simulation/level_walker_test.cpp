// The walker of the shot scenes/studies/level_walker.yaml pushes itself along level ground as a
// model that shares nothing with gambol (tools/level_walker_model.py) says, and only its ankles'
// springs, which its cues let go, keep it going.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"

namespace gambol {
namespace {

// What the model computes; printed by tools/level_walker.py.
constexpr double model_period = 0.8901;        // s, of a step
constexpr double model_speed = 0.7024;         // m/s
constexpr double model_push_to_land = 0.0967;  // s

MotionSpec shot() {
  return load_shot(GAMBOL_SOURCE_DIR "/scenes/studies/level_walker.yaml").motion;
}

std::vector<double> times_of(const Simulator& s, const std::string& mark) {
  std::vector<double> times;
  for (const Mark& m : s.marks())
    if (m.name == mark) times.push_back(m.time);
  return times;
}

CueSpec& cue(MotionSpec& m, const std::string& name) {
  return *std::find_if(m.cues.begin(), m.cues.end(),
                       [&](const CueSpec& c) { return c.name == name; });
}

TEST(LevelWalker, AgreesWithTheHybridModel) {
  Simulator s(shot());
  s.advance(9);
  const std::vector<double> pushes = times_of(s, "push_outer"), lands = times_of(s, "land_inner");
  ASSERT_GE(pushes.size(), 5u);
  ASSERT_EQ(lands.size(), pushes.size());
  for (std::size_t k = 1; k < pushes.size(); ++k) {
    EXPECT_NEAR(pushes[k] - pushes[k - 1], 2 * model_period, 0.01 * 2 * model_period) << k;
    EXPECT_NEAR(lands[k] - pushes[k], model_push_to_land, 5e-3) << k;
  }
  const double x = s.state().figures[0].q[0];
  Simulator later(shot());
  later.advance(9 - 8 * model_period);
  const double before = later.state().figures[0].q[0];
  EXPECT_NEAR((x - before) / (8 * model_period), model_speed, 0.02 * model_speed);
}

// Its pushes drive it: wound half as far, they do not lift it over its leg.
TEST(LevelWalker, FallsIfItsPushesAreWoundHalfAsFar) {
  MotionSpec m = shot();
  for (const char* name : {"push_outer", "push_inner"})
    for (RestSpec& rest : cue(m, name).rest->joints) rest.to *= 0.5;
  Simulator s(m);
  s.advance(6);
  EXPECT_LT(s.state().figures[0].q[0], 2);
  EXPECT_LT(s.state().figures[0].q[2], 0.8);
}

// The cues must repeat: once each, they make two steps.
TEST(LevelWalker, FallsIfItsCuesHappenOnce) {
  MotionSpec m = shot();
  for (CueSpec& c : m.cues) c.repeats = false;
  Simulator s(m);
  s.advance(6);
  EXPECT_EQ(times_of(s, "push_outer").size(), 1u);
  EXPECT_LT(s.state().figures[0].q[0], 3.5);
}

}  // namespace
}  // namespace gambol
