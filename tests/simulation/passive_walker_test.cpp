// The passive walker of the shot scenes/studies/passive_walker.yaml: it is on its limit cycle,
// which a model that shares nothing with gambol (tools/passive_walker_model.py: rigid feet and
// stops, impacts without rebound) has too, and returns to it when it is disturbed.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"

namespace gambol {
namespace {

// What the model computes; printed by tools/passive_walker.py.
constexpr double model_period = 0.8402;                                 // s, of a step
constexpr double model_speed = 0.9401;                                  // m/s
constexpr std::array<double, 3> model_state{-0.5842, 0.8625, -1.9910};  // see Section

// The moment when the standing leg leans by 0.15 rad, between the stop of the knee and the
// footfall.
struct Section {
  double time = 0, x = 0;         // s; m, of the hip
  std::array<double, 3> state{};  // from the standing to the swinging leg, rad; rates of the
                                  // standing leg and of the hip, rad/s
};

struct Legs {
  std::array<double, 2> pitch, rate;  // of the outer and the inner thigh
};

Legs legs_of(const FigureState& f) {
  const double outer = 2 * std::atan2(f.q[5], f.q[3]);
  return {{outer, outer + f.q[8]}, {f.v[1], f.v[1] + f.v[7]}};
}

std::vector<Section> walk(Simulator& s, double until) {
  constexpr double leaning = 0.15, tick = 1e-3;
  std::vector<Section> sections;
  Legs before = legs_of(s.state().figures[0]);
  double x_before = s.state().figures[0].q[0];
  for (int k = 1; k * tick <= until; ++k) {
    s.advance(k * tick);
    const Legs now = legs_of(s.state().figures[0]);
    const double x = s.state().figures[0].q[0];
    for (int leg = 0; leg < 2; ++leg) {
      if (before.pitch[leg] >= leaning || now.pitch[leg] < leaning) continue;
      const double part = (leaning - before.pitch[leg]) / (now.pitch[leg] - before.pitch[leg]);
      const auto at = [&](double a, double b) { return a + part * (b - a); };
      const double other = at(before.pitch[1 - leg], now.pitch[1 - leg]);
      const double standing = at(before.rate[leg], now.rate[leg]);
      const double swinging = at(before.rate[1 - leg], now.rate[1 - leg]);
      sections.push_back({(k - 1 + part) * tick,
                          at(x_before, x),
                          {other - leaning, standing, swinging - standing}});
    }
    before = now;
    x_before = x;
  }
  return sections;
}

MotionSpec shot() {
  return load_shot(GAMBOL_SOURCE_DIR "/scenes/studies/passive_walker.yaml").motion;
}

TEST(PassiveWalker, WalksOnItsLimitCycle) {
  Simulator s(shot());
  const std::vector<Section> sections = walk(s, 9);
  ASSERT_GE(sections.size(), 10u);
  for (std::size_t k = 1; k < sections.size(); ++k) {
    EXPECT_NEAR(sections[k].time - sections[k - 1].time, model_period, 0.01 * model_period) << k;
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(sections[k].state[i], sections[0].state[i], 0.01) << k << ' ' << i;
  }
}

TEST(PassiveWalker, AgreesWithTheHybridModel) {
  Simulator s(shot());
  const std::vector<Section> sections = walk(s, 9);
  ASSERT_GE(sections.size(), 10u);
  const Section &first = sections[1], &last = sections[9];
  EXPECT_NEAR((last.time - first.time) / 8, model_period, 0.01 * model_period);
  EXPECT_NEAR((last.x - first.x) / (last.time - first.time), model_speed, 0.01 * model_speed);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(last.state[i], model_state[i], 0.02 * std::abs(model_state[i])) << i;
}

// Two steps reduce a disturbance by the square of the largest multiplier, 0.63, and take the others
// away. It starts 5 % too slow.
TEST(PassiveWalker, ReturnsToItsLimitCycle) {
  Simulator calm(shot());
  const std::array<double, 3> cycle = walk(calm, 9).back().state;
  MotionSpec slower = shot();
  KickSpec& go = *slower.cues.at(0).kick;
  go.velocity *= 0.95;
  go.spin *= 0.95;
  Simulator s(slower);
  const std::vector<Section> sections = walk(s, 12);
  ASSERT_GE(sections.size(), 13u);
  const auto off = [&](std::size_t k) { return std::abs(sections[k].state[2] - cycle[2]); };
  EXPECT_GT(std::max(off(0), off(1)), 0.03);
  EXPECT_LT(std::max(off(11), off(12)), 0.005);
}

}  // namespace
}  // namespace gambol
