// What joints do whose springs and limits were asked for by behaviour (figure/behaviour.cpp).

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/files.h"

namespace gambol::behaviour_test {
namespace {

constexpr double degree = std::numbers::pi / 180;

class BehaviourInMotion : public Files {
 protected:
  MotionSpec shot(const std::string& figure, const std::string& more) const {
    write("f.yaml", figure);
    return load_shot(
               write("s.yaml", "shot: s\nfilm: {duration: 1 s}\nlook: {materials: {}}\n" + more))
        .motion;
  }
};

// The joint's angle over 4 s, [ms].
std::vector<double> angles(const MotionSpec& motion, int q) {
  Simulator s(motion);
  std::vector<double> all;
  for (int k = 1; k <= 4000; ++k) {
    s.advance(k * 1e-3);
    all.push_back(s.state().figures[0].q[q]);
  }
  return all;
}

std::string arm(const std::string& actuators, const std::string& version = "") {
  return version + R"(
figure: f
bodies:
  - {name: post, shapes: [{sphere: 5 cm}]}
  - {name: upper, parent: post, joint: {axis: [0, 1, 0], limits: [-60 deg, 20 deg]}, shapes: [{box: [40 cm, 2 cm, 5 cm], at: [20 cm, 0, 0]}]}
  - {name: lower, parent: upper, at: [40 cm, 0, 0], joint: {axis: [0, 1, 0]}, shapes: [{box: [30 cm, 2 cm, 5 cm], at: [15 cm, 0, 0]}]}
actuators:
)" + actuators;
}

const std::string held = R"(figures: [{name: f, file: f.yaml, fixed_root: true, lock: [lower]}]
integrator: {method: implicit, step: 0.1 ms}
)";

TEST_F(BehaviourInMotion, AHoldSagsAsAskedAndSwingsOverAsItsDampingRatioSays) {
  for (const double ratio : {0.3, 0.7}) {
    const auto q = angles(shot(arm("  - {type: hold, joints: [upper], sag: 4 deg, damping_ratio: " +
                                   std::to_string(ratio) + "}\n"),
                               held),
                          7);
    EXPECT_NEAR(q.back(), 4 * degree, 0.01 * 4 * degree);
    const double most = *std::max_element(q.begin(), q.end());
    const double overshoot = std::exp(-std::numbers::pi * ratio / std::sqrt(1 - ratio * ratio));
    EXPECT_NEAR((most - q.back()) / q.back(), overshoot, 0.02) << ratio;
  }
}

TEST_F(BehaviourInMotion, ChainsOfHoldsSagTogether) {
  const auto q = [&](int joint) {
    return angles(
               shot(arm("  - {type: hold, joints: [upper, lower], sag: 5 deg, damping_ratio: 1}\n"),
                    "figures: [{name: f, file: f.yaml, fixed_root: true}]\n"),
               joint)
        .back();
  };
  EXPECT_NEAR(q(7), 5 * degree, 0.01 * 5 * degree);
  EXPECT_NEAR(q(8), 5 * degree, 0.01 * 5 * degree);
}

// The arm falls onto its limit, from level: it goes at most a few degrees beyond, does not bounce,
// and comes to rest less than a degree beyond. Without the actuator it falls through.
TEST_F(BehaviourInMotion, ALimitStopsWhatFallsOnIt) {
  const auto q = angles(shot(arm("  - {type: limit, joints: [\"*\"]}\n"), held), 7);
  EXPECT_GT(q.back(), 20 * degree);
  EXPECT_LT(q.back(), 21 * degree);
  const auto first = std::max_element(q.begin(), q.end());
  EXPECT_LT(*first, 28 * degree);
  EXPECT_GT(*std::min_element(first, q.end()), 19.5 * degree);
  EXPECT_GT(
      angles(shot(arm("  - {type: damper, joints: [upper], damping: 1e-6}\n"), held), 7)[1000],
      60 * degree);
}

// The same of a figure that only has `limits`: the arm swings down from level into its limit.
TEST_F(BehaviourInMotion, AJointStopsAtItsLimitsWithinADegree) {
  const std::string damper = "  - {type: damper, joints: [upper], damping: 1e-6}\n";
  const auto q = angles(shot(arm(damper, "gambol: 3"), held), 7);
  EXPECT_GT(q.back(), 20 * degree);
  EXPECT_LT(q.back(), 21 * degree);
  EXPECT_LT(*std::max_element(q.begin(), q.end()), 28 * degree);
  const auto guided = angles(shot(arm(damper + "limits: guide\n", "gambol: 3"), held), 7);
  EXPECT_GT(*std::max_element(guided.begin(), guided.end()), 60 * degree);
}

// Between its keys, which are at the limits, the curve passes both.
TEST_F(BehaviourInMotion, KinematicJointsGoTheSameWhetherLimitsActOrNot) {
  const auto followed = [&](const std::string& limits) {
    const std::string text = R"(gambol: 3
figure: f
bodies:
  - name: post
    shapes: [{sphere: 5 cm}]
  - name: upper
    parent: post
    joint:
      axis: [0, 1, 0]
      limits: [-60 deg, 20 deg]
      drive: follow
      motion: [[0 s, 0 deg, catmull_rom], [1 s, -60 deg, catmull_rom], [1.5 s, -60 deg, catmull_rom], [2.5 s, 20 deg, catmull_rom], [3 s, 20 deg, catmull_rom], [4 s, 0 deg]]
    shapes: [{box: [40 cm, 2 cm, 5 cm], at: [20 cm, 0, 0]}]
  - {name: lower, parent: upper, at: [40 cm, 0, 0], joint: {axis: [0, 1, 0]}, shapes: [{box: [30 cm, 2 cm, 5 cm], at: [15 cm, 0, 0]}]}
)" + limits;
    return shot(text, "figures: [{name: f, file: f.yaml, fixed_root: true}]\n");
  };
  const MotionSpec acting = followed(""), guiding = followed("limits: guide\n");
  const std::vector<double> upper = angles(acting, 7);
  EXPECT_LT(*std::min_element(upper.begin(), upper.end()), -62 * degree);
  EXPECT_GT(*std::max_element(upper.begin(), upper.end()), 22 * degree);
  EXPECT_EQ(upper, angles(guiding, 7));
  EXPECT_EQ(angles(acting, 8), angles(guiding, 8));
}

// A table whose legs spread on ice. Each bears a quarter of it.
TEST_F(BehaviourInMotion, AHoldInStanceSagsUnderTheStandingFigure) {
  const MotionSpec motion = shot(R"(
figure: f
copies: [{from: leg_1, count: 4, around: {}}]
bodies:
  - {name: top, shapes: [{box: [60 cm, 60 cm, 5 cm]}]}
  - {name: leg_1, parent: top, at: [20 cm, 0, 0], joint: {axis: [0, -1, 0]}, inertia: [{box: [1 cm, 1 cm, 30 cm], at: [5 cm, 0, -15 cm]}], collision: [{sphere: 1 cm, at: [20 cm, 0, -30 cm]}]}
legs: [{name: leg_1, side: left, row: 0, feet: leg_1, tip: [20 cm, 0, -31 cm]}]
actuators: [{type: hold, joints: ["leg_*"], sag: 3 deg, damping_ratio: 0.5, load: stance}]
)",
                                 R"(figures: [{name: f, file: f.yaml, at: [0, 0, 31 cm]}]
world: {ground: {}, contact: {type: impulse, friction: 0}}
integrator: {method: implicit, step: 0.2 ms}
)");
  for (const int joint : {7, 8, 9, 10}) {
    const auto q = angles(motion, joint);
    EXPECT_NEAR(q.back(), 3 * degree, 0.05 * 3 * degree);
    const double most = *std::max_element(q.begin(), q.end());
    EXPECT_NEAR((most - q.back()) / q.back(), 0.163, 0.03);
  }
}

}  // namespace
}  // namespace gambol::behaviour_test
