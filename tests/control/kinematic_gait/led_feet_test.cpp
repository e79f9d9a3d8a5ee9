// Feet of a kinematic gait over a way that is known, without a body on it.

#include "control/kinematic_gait/led_feet.h"

#include <gtest/gtest.h>

#include "support/led_walker.h"

namespace gambol::testing {
namespace {

constexpr double dt = 0.004;

// Two legs that walk, a half of a cycle of 1 s apart; each foot stands for six tenths.
struct Pair {
  KinematicGaitSpec spec;
  GaitScore score;
  std::vector<SteppingLeg> legs{2};
  BodyRing way = straight_way(Vec3(0.3, 0.4, 0), 8);
  GaitClock clock;
  Pair() : spec(design()), score(spec, legged(2, 3).legs) {
    for (std::size_t k : {0, 1}) {
      legs[k].foot = {0.05, k == 0 ? 0.1 : -0.1, 0};
      legs[k].outwards = k == 0 ? 1 : -1;
      legs[k].step.height = 0.06;
    }
    score.begin(clock, 1);
  }
  static KinematicGaitSpec design() {
    KinematicGaitSpec spec;
    spec.gait.phases.emplace();
    spec.gait.phases->left = {0};
    spec.gait.phases->right = {0.5};
    spec.gait.duty_factor = 0.6;
    spec.design.period = 1;
    spec.design.body_speed = 0.5;
    spec.step.height = 0.06;
    return spec;
  }
  // Calls look(t, memory, targets) at each tick for 4 s.
  template <class Look>
  void run(Look&& look) {
    const LedFeet feet(score, LedTrunk(spec, score, 0.4), {{}}, legs);
    FeetMemory m = feet.begin({{}, way, 1, 9.81}, clock);
    for (long k = 1; k * dt < 4; ++k) {
      const double t = 1 + k * dt;
      const std::vector<FootTarget> targets = feet.run({{}, way, t, 9.81}, m);
      look(t, m, targets);
    }
  }
};

TEST(LedFeet, StandStillAndStepByTheirClocks) {
  Pair pair;
  std::vector<Vec3> goal(2, Vec3::Constant(NAN));  // where each foot stands or is to stand
  int ticks = 0, standing = 0;
  pair.run([&](double t, const FeetMemory& m, const std::vector<FootTarget>& targets) {
    for (std::size_t k : {0, 1}) {
      const LedFoot& foot = m.feet[k];
      EXPECT_EQ(foot.stands, m.clock.legs[k].stands(t));
      EXPECT_EQ(targets[k].stands, foot.stands);
      EXPECT_GT(targets[k].tip.z(), -1e-12);
      ++ticks;
      standing += foot.stands;
      if (!foot.stands) {
        goal[k] = foot.next;
        continue;
      }
      EXPECT_EQ(targets[k].tip, foot.at);
      if (goal[k].allFinite()) {
        EXPECT_EQ(foot.at, goal[k]);
      }
      goal[k] = foot.at;
    }
  });
  EXPECT_NEAR(static_cast<double>(standing) / ticks, 0.6, 0.02);
}

TEST(LedFeet, AreBelowTheirPlacesOnTheBodyInMidStance) {
  Pair pair;
  int looked = 0;
  pair.run([&](double t, const FeetMemory& m, const std::vector<FootTarget>&) {
    for (std::size_t k : {0, 1}) {
      const double since = t - m.clock.legs[k].mid;
      if (!m.feet[k].stands || since < 0 || since > dt) continue;
      const Vec3 seen = seen_from(pair.way.at(m.clock.legs[k].mid).heading(), m.feet[k].at);
      EXPECT_LT((seen - pair.legs[k].foot).norm(), 1e-9);
      ++looked;
    }
  });
  EXPECT_GE(looked, 6);
}

// A body that balances goes along with feet that stand elsewhere, smoothly.
TEST(LedFeet, TellHowFarTheyAreFromTheirPlaces) {
  Pair pair;
  pair.run([&](double, const FeetMemory& m, const std::vector<FootTarget>&) {
    EXPECT_LT(
        LedFeet(pair.score, LedTrunk(pair.spec, pair.score, 0.4), {{}}, pair.legs).off(m).norm(),
        1e-12);
  });
  for (SteppingLeg& leg : pair.legs) leg.inmost = 0.15;  // one foot stands out to the left
  pair.legs[1].inmost = {};
  Vec3 last = Vec3::Constant(NAN);
  double most = 0;
  pair.run([&](double, const FeetMemory& m, const std::vector<FootTarget>&) {
    const Vec3 off =
        LedFeet(pair.score, LedTrunk(pair.spec, pair.score, 0.4), {{}}, pair.legs).off(m);
    if (last.allFinite()) {
      EXPECT_LT((off - last).norm(), 0.01);
    }
    last = off;
    most = std::max(most, off.norm());
  });
  EXPECT_NEAR(most, 0.05, 0.01);
}

TEST(LedFeet, MoveWithoutJumps) {
  Pair pair;
  std::vector<FootTarget> before;
  double highest = 0;
  pair.run([&](double, const FeetMemory&, const std::vector<FootTarget>& targets) {
    for (std::size_t k = 0; k < before.size(); ++k) {
      // A step covers 0.5 m in 0.4 s; at most it moves 2.5 times as fast as on the mean.
      EXPECT_LT((targets[k].tip - before[k].tip).norm(), 2.5 * 0.5 / 0.4 * dt);
      EXPECT_NEAR(targets[k].up.norm(), 1, 1e-12);
      highest = std::max(highest, targets[k].tip.z());
    }
    before = targets;
  });
  EXPECT_NEAR(highest, 0.06, 0.002);
}

TEST(LedFeet, RollFromHeelToToesWithoutJumps) {
  Pair pair;
  for (SteppingLeg& leg : pair.legs) {
    leg.roll.emplace();
    leg.roll->sole.heel_strike = Curve(0.4);
    leg.roll->sole.toe_off = Curve(0.9);
    leg.roll->heel = {-0.17, 0, 0.001};
    leg.roll->radius = 0.02;
    leg.roll->tip = {0.05, 0, -0.02};
    leg.step.keys = {{}};
    leg.step.keys[0].at = 0.5;
    leg.step.keys[0].progress = Curve(0.5);
    leg.step.keys[0].height = Curve(0.05);
  }
  std::vector<FootTarget> before;
  double most = -INFINITY, least = INFINITY;
  pair.run([&](double, const FeetMemory&, const std::vector<FootTarget>& targets) {
    for (std::size_t k = 0; k < before.size(); ++k) {
      const FootTarget &a = before[k], &b = targets[k];
      EXPECT_LT((b.ball - a.ball).norm(), 0.03);
      EXPECT_LT(std::abs(b.pitch - a.pitch), 0.07);
      EXPECT_LT(std::abs(b.toes - a.toes), 0.07);
      most = std::max(most, b.pitch);
      least = std::min(least, b.pitch);
      // Its toes stay where they are while it stands on them.
      if (a.stands && b.stands && a.pitch <= 0 && b.pitch <= 0) {
        EXPECT_EQ(a.ball, b.ball);
      }
      if (!b.stands) {
        EXPECT_EQ(b.may_rise, 0);
      }
    }
    before = targets;
  });
  EXPECT_NEAR(most, 0.4, 0.03);
  EXPECT_LT(least, -0.9);  // it goes on turning as the toes leave the ground
  EXPECT_GT(least, -1.3);
}

}  // namespace
}  // namespace gambol::testing
