// A whole led walk, posture by posture, and where it begins.

#include "control/kinematic_gait/led_walk.h"

#include <gtest/gtest.h>

#include "support/led_walker.h"

namespace gambol::testing {
namespace {

TEST(LedWalk, GoesOnAlikeFromACopyOfItsMemory) {
  const LedWalker w(legged(4, 9), trot_spec());
  WalkMemory m = w.walk.begin(w.start);
  Eigen::VectorXd q = w.led.posture;
  const auto go_on = [&](WalkMemory& memory, Eigen::VectorXd from) {
    for (int k = 0; k < 100; ++k) from = w.walk.run({w.world, {}, from}, memory).q;
    return from;
  };
  q = go_on(m, q);
  WalkMemory copy = m;
  const Eigen::VectorXd one = go_on(m, q), other = go_on(copy, q);
  EXPECT_EQ(one, other);
  EXPECT_NE(one, q);
}

TEST(LedWalk, GoesAsFastAsItsDesignWithItsFeetInPlace) {
  const LedWalker w(legged(4, 9), trot_spec());
  WalkMemory m = w.walk.begin(w.start);
  LedPosture first = w.walk.run({w.world, {}, w.led.posture}, m), last = first;
  constexpr int ticks = 250;
  for (int k = 0; k < ticks; ++k) {
    last = w.walk.run({w.world, {}, last.q}, m);
    for (double missing : last.missing) EXPECT_LT(missing, 1e-5);
  }
  EXPECT_NEAR((last.trunk - first.trunk).x() / (ticks * LedWalker::tick), 0.88, 0.01);
  EXPECT_EQ(m.posed, ticks);
}

// With what else its beginning needs.
struct Starter : LedWalker {
  LedSupports supports{led.bearing, led.leg_of, spec.foot_force, 0.02};
  WalkAhead ahead{model, walk, supports, false, led.height};
  BodyCarry carry{spec, ahead, model.mass, led.height};
  LedPostures postures{model, tick};
  WalkStart begins{model,     walk, carry, postures, led.posture, led.driven, led.places[0].X_TS,
                   led.height};
  Starter() : LedWalker(legged(4, 5), trot_spec()) {}
};

TEST(WalkStart, PutsTheRootWhereTheFigureIs) {
  const Starter w;
  Eigen::VectorXd q = w.led.posture;
  const Quat turned(rotation_about(Vec3::UnitZ(), 0.7));
  q.head<3>() = Vec3(3, -2, 0.4);
  q.segment<4>(3) << turned.w(), turned.x(), turned.y(), turned.z();
  const LedMemory m = w.begins.run({w.world, 5, q});
  ASSERT_EQ(m.postures.at.size(), 3u);
  const Eigen::VectorXd& first = m.postures.at[0].q;
  EXPECT_LT((first - q).head<2>().norm(), 1e-6);
  const Mat3 R = Quat(first[3], first[4], first[5], first[6]).toRotationMatrix();
  EXPECT_NEAR(std::atan2(R(1, 0), R(0, 0)), 0.7, 1e-6);
  EXPECT_EQ(m.walk.plan.ring.begun, 5);
  EXPECT_EQ(m.walk.posed, 2);
  EXPECT_FALSE(m.gather.waits);
}

TEST(LedPostures, MoveSmoothlyFromTickToTick) {
  const Starter w;
  LedMemory m = w.begins.run({w.world, 0, w.led.posture});
  LedMotion before = w.postures.motion(0, m.postures);
  for (int k = 1; k < 20; ++k) {
    const BodyOffset offset = w.carry.run({w.world, m.postures.at, m.walk}, m.carry);
    w.postures.run(w.walk.run({w.world, offset, m.postures.at.back().q}, m.walk), m.postures);
    const LedMotion now = w.postures.motion(k * LedWalker::tick, m.postures);
    EXPECT_EQ(now.q0, before.q1);
    EXPECT_EQ(now.v0, before.v1);
    EXPECT_EQ(now.t0, k * LedWalker::tick);
    before = now;
  }
}

}  // namespace
}  // namespace gambol::testing
