// How a body is displaced so that its supports carry it.

#include "control/kinematic_gait/body_carry.h"

#include <gtest/gtest.h>

#include "support/led_walker.h"

namespace gambol::testing {
namespace {

// A brick that is wanted at rest in the air; it stands on four corners but for a while.
struct Brick {
  static constexpr std::size_t leaves = 30, comes = 42;  // instants
  CarriedMotion motion;
  std::size_t fixed = 0;
  Brick() {
    motion.dt = 0.01;
    motion.mass = 2;
    motion.inertia = Vec3(0.02, 0.03, 0.04).asDiagonal();
    motion.gravity = {0, 0, -9.81};
    motion.hold = motion.hold_turn = 8;
    motion.at.resize(90);
  }
  double see(CarriedMotion& m) const {
    for (std::size_t k = 0; k < m.at.size(); ++k) {
      CarriedInstant& at = m.at[k];
      at.com = Vec3(0, 0, 0.5) + at.offset.tail<3>();
      const std::size_t a = k == 0 ? 0 : k - 1, b = std::min(k + 1, m.at.size() - 1);
      const Vec3 turns =
          (m.at[b].offset - m.at[a].offset).head<3>() / (static_cast<double>(b - a) * m.dt);
      at.angular = m.inertia * turns;
      at.com_by.setZero();
      at.com_by.rightCols<3>().setIdentity();
      at.angular_by.setZero();
      at.angular_by.leftCols<3>() = m.inertia;
      at.supports.clear();
      if (k >= leaves && k < comes) continue;
      for (double x : {-0.2, 0.2})
        for (double y : {-0.1, 0.1}) at.supports.push_back({{x, y, 0}, Vec3::UnitZ(), 0.7, 1});
    }
    return 0;
  }
};

TEST(FitOffsets, LetABodyRiseBeforeItFallsFreely) {
  Brick brick;
  CarriedMotion& m = brick.motion;
  const auto see = [&](CarriedMotion& motion) { return brick.see(motion); };
  brick.see(m);
  const double before = unsupported(m);
  fit_offsets(m, see);
  brick.see(m);
  EXPECT_GT(before, 0.1);
  EXPECT_LT(unsupported(m), 4e-6);
  for (std::size_t k = Brick::leaves; k < Brick::comes; ++k) {  // mean of an interval
    const Vec3 change = m.at[k + 2].com - m.at[k + 1].com - m.at[k].com + m.at[k - 1].com;
    EXPECT_LT((change / (2 * m.dt * m.dt) - m.gravity).norm(), 0.2) << k;
  }
  EXPECT_GT(m.at[Brick::leaves].com.z(), m.at[0].com.z() - 0.1);
}

TEST(FitOffsets, LeaveWhatIsFixedAndWhatIsCarriedAlready) {
  Brick brick;
  CarriedMotion& m = brick.motion;
  m.fixed = 3;
  for (std::size_t k = 0; k < 3; ++k) m.at[k].offset[2] = 0.01;
  fit_offsets(m, [&](CarriedMotion& motion) { return brick.see(motion); });
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(m.at[k].offset, Vec6::Unit(2) * 0.01);

  CarriedMotion standing = brick.motion;
  for (CarriedInstant& at : standing.at) at.offset.setZero();
  fit_offsets(standing, [&](CarriedMotion& motion) {
    brick.see(motion);
    for (CarriedInstant& at : motion.at) at.supports = motion.at[0].supports;
    return 0.0;
  });
  for (const CarriedInstant& at : standing.at) EXPECT_EQ(at.offset, Vec6::Zero());
}

struct Carried : LedWalker {
  LedSupports supports{led.bearing, led.leg_of, spec.foot_force, 0.02};
  WalkAhead ahead{model, walk, supports, false, led.height};
  BodyCarry carry{spec, ahead, model.mass, led.height};
  WalkMemory memory = walk.begin(start);
  std::vector<LedPosture> last = {walk.pose(walk.at(world, memory), {}, led.posture)};
  Carried() : LedWalker(legged(4, 5), trot_spec()) {}
  AheadIn in() const { return {world, last, memory}; }
};

TEST(WalkAhead, HasTheDerivativesOfWhatItSees) {
  const Carried w;
  constexpr double little = 1e-4;
  CarriedMotion motion;
  motion.dt = LedWalker::tick;
  motion.mass = w.model.mass;
  motion.at.resize(40);
  CarriedMotion moved = motion;
  for (CarriedInstant& at : moved.at) at.offset[5] = little;
  w.ahead.run(w.in(), motion);
  w.ahead.run(w.in(), moved);
  for (std::size_t k = 4; k + 4 < motion.at.size(); k += 4) {
    const Vec3 by = (moved.at[k].com - motion.at[k].com) / little;
    EXPECT_LT((by - motion.at[k].com_by.col(5)).norm(), 0.02) << k;
    EXPECT_EQ(motion.at[k].supports.size(), moved.at[k].supports.size());
  }
}

TEST(WalkAhead, LeavesTheWalkWhereItIs) {
  const Carried w;
  CarriedMotion motion;
  motion.dt = LedWalker::tick;
  motion.mass = w.model.mass;
  motion.at.resize(10);
  const long posed = w.memory.posed, known = w.memory.plan.ring.known;
  w.ahead.run(w.in(), motion);
  EXPECT_EQ(w.memory.posed, posed);
  EXPECT_EQ(w.memory.plan.ring.known, known);
}

TEST(BodyCarry, KeepsToThePlanWithoutRecoilOrWeight) {
  Carried w;
  CarryMemory m;
  LedWorld weightless = w.world;
  weightless.gravity.setZero();
  EXPECT_EQ(w.carry.run({weightless, w.last, w.memory}, m).by, Vec3::Zero().eval());
  w.spec.recoil = false;
  m = {};
  EXPECT_EQ(w.carry.run(w.in(), m).by, Vec3::Zero().eval());
}

TEST(BodyCarry, LooksAheadOnceForManyPostures) {
  const Carried w;
  CarryMemory m;
  const BodyOffset first = w.carry.run(w.in(), m);
  EXPECT_GT(m.carried, 10);
  EXPECT_GT(static_cast<long>(m.offsets.size()), m.carried);
  const CarryMemory before = m;
  const BodyOffset again = w.carry.run(w.in(), m);
  EXPECT_EQ(again.by, first.by);
  EXPECT_EQ(again.turn, first.turn);
  EXPECT_EQ(m.carried, before.carried);
}

TEST(LedSupports, AreTheTipsOfStandingLegsThatFindHold) {
  const Carried w;
  std::vector<BearingLeg> legs(3);
  legs[1].footing = Curve(0.0);
  const LedSupports supports(legs, {}, 1, 0.02);
  std::vector<LedFoot> feet(3);
  for (std::size_t k = 0; k < 3; ++k) feet[k].at = Vec3(static_cast<double>(k), 0, 0);
  const auto tips = [&](std::vector<char> swings) {
    return supports.tips({w.world, 0, swings}, feet);
  };
  EXPECT_EQ(tips({1, 1, 1}).size(), 0u);
  const std::vector<GroundHold> two = tips({0, 0, 0});
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].p, feet[0].at);
  EXPECT_EQ(two[1].p, feet[2].at);
  EXPECT_EQ(two[0].friction, w.world.friction);
}

}  // namespace
}  // namespace gambol::testing
