// A figure on leg frames in a turn: where its feet come down, and how it leans.

#include <gtest/gtest.h>

#include <cmath>

#include "poses/channels.h"
#include "simulation/simulate.h"
#include "support/dog.h"

namespace gambol {
namespace {

// How the dog of dog_turn is in its turn to the left, on the mean from 5 to 6.2 s.
struct Turning {
  double feet = 0;  // m to the inside of the hips
  double roll = 0;  // rad of the pelvis to the outside
};
Turning turning(double into_turns) {
  ShotSpec turn = testing::shipped_shot("dog_turn.yaml", 6.2);
  testing::leg_frames_of(turn.motion).into_turns = into_turns;
  const Poses poses = simulate(turn);
  const auto of = [&](const char* track, const char* name) {
    return find_column(poses, "dog", track, name);
  };
  const Column x = of("q", "x"), y = of("q", "y");
  const Column qw = of("q", "qw"), qx = of("q", "qx"), qy = of("q", "qy"), qz = of("q", "qz");
  const Column paws[4] = {of("foot_point", "hind_left.x"), of("foot_point", "hind_left.y"),
                          of("foot_point", "hind_right.x"), of("foot_point", "hind_right.y")};
  Turning mean;
  int n = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (poses.track_times[k] < 5) continue;
    const Mat3 R = Quat(qw[k], qx[k], qy[k], qz[k]).toRotationMatrix();
    const Vec2 left = Vec2(-R(1, 0), R(0, 0)).normalized();
    const Vec2 hips(x[k], y[k]);
    const Vec2 feet = (Vec2(paws[0][k], paws[1][k]) + Vec2(paws[2][k], paws[3][k])) / 2;
    mean.feet += left.dot(feet - hips);
    mean.roll += std::asin(R(2, 1));
    ++n;
  }
  return {mean.feet / n, mean.roll / n};
}

TEST(DogTurns, FeetGoToTheOutsideAndTheTrunkLeansToTheInside) {
  const Turning shot = turning(0.69), without = turning(0);
  EXPECT_LT(shot.feet, -0.03);
  EXPECT_LT(shot.feet, without.feet - 0.01);
  EXPECT_LT(shot.roll, without.roll - 0.01);
}

}  // namespace
}  // namespace gambol
