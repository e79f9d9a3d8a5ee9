// How a foot rolls over its sole.

#include "control/kinematic_gait/foot_roll.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rotation.h"

namespace gambol::testing {
namespace {

Mat3 pitched(double pitch) { return rotation_about(Vec3::UnitY(), -pitch); }

// A man's leg: its ankle 8 cm above the ground and 13 cm behind the ball, its heel 17 cm behind it.
FootRoll mans_foot() {
  FootRoll roll;
  roll.heel = {-0.17, 0, 0.001};
  roll.radius = 0.02;
  roll.ankle = {-0.13, 0, 0.065};
  roll.length = 0.85;
  return roll;
}

TEST(FootRoll, TheHeelRollsWithoutSliding) {
  const FootRoll roll = mans_foot();
  const auto centre = [&](double pitch) -> Vec3 {
    return roll.ball(pitch) + pitched(pitch) * roll.heel;
  };
  constexpr double little = 1e-6;
  for (double pitch = 0.05; pitch < 0.6; pitch += 0.05) {
    EXPECT_NEAR(centre(pitch).z(), roll.heel.z(), 1e-12);
    const Vec3 moved = (centre(pitch + little) - centre(pitch - little)) / (2 * little);
    // The lowest point of the heel turns back, about -y, as fast as its centre moves.
    const Vec3 turned = -Vec3::UnitY().cross(Vec3(0, 0, -roll.radius));
    EXPECT_LT((moved + turned).norm(), 1e-8);
  }
}

TEST(FootRoll, TheBallStaysWhereItIsOnceTheSoleIsFlat) {
  for (double pitch : {0.0, -0.3, -1.0}) EXPECT_EQ(mans_foot().ball(pitch), Vec3(0, 0, 0));
}

TEST(FootRoll, AStancePitchesFromHeelStrikeOverFlatToToeOff) {
  const SoleAngles angles{0.4, 0.9, 0.2, 0.6};
  EXPECT_DOUBLE_EQ(stance_pitch(angles, 0), 0.4);
  for (double s : {0.2, 0.4, 0.6}) EXPECT_NEAR(stance_pitch(angles, s), 0, 1e-15);
  EXPECT_DOUBLE_EQ(stance_pitch(angles, 1), -0.9);
  constexpr double little = 1e-6;
  EXPECT_NEAR((stance_pitch(angles, 1) - stance_pitch(angles, 1 - little)) / little,
              toe_off_rate(angles), 1e-4);
}

TEST(FootRoll, TheHeelRisesWhereTheLegWouldBeTooLong) {
  const FootRoll roll = mans_foot();
  constexpr double reach = 0.99;
  double before = 0;
  for (double ahead = -0.1; ahead < 0.45; ahead += 0.01) {
    const Vec3 hip = Vec3(ahead, 0.05, 0.85);
    const double rise = roll.rise(0, reach, hip);
    const double far = (pitched(-rise) * roll.ankle - hip).norm();
    EXPECT_LE(far, reach * roll.length + 1e-9) << ahead;
    EXPECT_GE(rise, before - 1e-12) << ahead;
    before = rise;
  }
  EXPECT_EQ(roll.rise(0, reach, Vec3(-0.13, 0, 0.8)), 0) << "well within its reach";
  EXPECT_GT(before, 0.3);
}

}  // namespace
}  // namespace gambol::testing
