// Impulses at many contacts at once.

#include "contact/answer/impact_rounds.h"

#include <gtest/gtest.h>

namespace gambol::testing {
namespace {

// `n` balls of 1 kg in a row along x, each of which touches the next, 1 mm deep.
ImpactRounds row_of_balls(int n) {
  ImpactRounds rounds(n, n);
  for (int i = 0; i < n; ++i) {
    ImpactBody& ball = rounds.body(i);
    ball.inverse_mass = 1;
    ball.inverse_inertia = Mat3::Identity();
    ball.com = Vec3(i, 0, 0);
  }
  for (int i = 0; i + 1 < n; ++i)
    rounds.contacts().push_back({i, i + 1, Vec3(i + 0.5, 0, 0), Vec3(-1, 0, 0), 1e-3});
  return rounds;
}

TEST(ImpactRounds, PassABlowThroughARowOfBalls) {
  ImpactRounds rounds = row_of_balls(5);
  rounds.body(0).v.x() = 2;
  EXPECT_TRUE(rounds.bounce({1, 0}, 1e-3));
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(rounds.body(i).v.x(), i == 4 ? 2 : 0, 1e-12);
  EXPECT_NEAR(rounds.contacts()[0].impulse.x(), -2, 1e-12);
}

TEST(ImpactRounds, BounceNothingThatApproachesSlowly) {
  ImpactRounds rounds = row_of_balls(2);
  rounds.body(0).v.x() = 0.9e-3;
  EXPECT_FALSE(rounds.bounce({1, 0}, 1e-3));
  EXPECT_EQ(rounds.body(0).v.x(), 0.9e-3);
  rounds.support(0, 1e-9);
  EXPECT_NEAR(rounds.approach(rounds.contacts()[0]), 0, 1e-9);
  EXPECT_NEAR(rounds.body(1).v.x(), 0.45e-3, 1e-9);
}

// A box that lands flat on four corners does not turn.
TEST(ImpactRounds, AnswerTheContactsOfAFaceTogether) {
  ImpactRounds rounds(1, 4);
  ImpactBody& box = rounds.body(0);
  box.inverse_mass = 1;
  box.inverse_inertia = 6 * Mat3::Identity();
  box.com = Vec3(0, 0, 0.5);
  box.v = Vec3(0, 0, -1);
  for (double x : {-0.5, 0.5})
    for (double y : {-0.5, 0.5})
      rounds.contacts().push_back({0, -1, Vec3(x, y, 0), Vec3::UnitZ(), 1e-6});
  EXPECT_TRUE(rounds.bounce({0.5, 0}, 1e-3));
  EXPECT_LT((box.v - Vec3(0, 0, 0.5)).norm(), 1e-12);
  EXPECT_LT(box.w.norm(), 1e-12);
}

TEST(ImpactRounds, MoveBodiesApartAboutTheirCommonCentre) {
  ImpactRounds rounds = row_of_balls(4);
  rounds.body(3).inverse_mass = 0.25;
  std::vector<Vec3> shifts(5, Vec3::Zero());
  rounds.move_apart(1e-5, shifts);
  const Vec3 moment = shifts[0] + shifts[1] + shifts[2] + 4 * shifts[3];
  EXPECT_LT(moment.norm(), 1e-15);
  for (int i = 0; i < 3; ++i) EXPECT_GE((shifts[i + 1] - shifts[i]).x(), 1e-3 - 1.002e-5);
  EXPECT_EQ(shifts[4], Vec3::Zero());
}

}  // namespace
}  // namespace gambol::testing
