#include "poses/poses.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

// One body that turns about z and moves along x, at two samples per frame for two frames.
Poses turning() {
  Poses poses;
  poses.frames = 2;
  poses.samples_per_frame = 2;
  poses.bodies = {"roach/abdomen"};
  for (int i = 0; i < 5; ++i) {
    poses.sample_times.push_back(i);
    poses.X_WB.push_back({Quat(Eigen::AngleAxisd(0.8 * i, Vec3::UnitZ())), Vec3(i, 0, 0)});
  }
  return poses;
}

double angle_about_z(const Quat& R) { return 2 * std::atan2(R.z(), R.w()); }

TEST(Poses, FindsBodiesAndChannelsByName) {
  Poses poses = turning();
  poses.channels = {{"roach/q", "rad", "", {"hip"}, {}}};
  EXPECT_EQ(poses.body_index("roach/abdomen"), 0);
  EXPECT_EQ(poses.body_index("roach/tail"), -1);
  EXPECT_EQ(poses.channel("roach/q"), &poses.channels[0]);
  EXPECT_EQ(poses.channel("roach/v"), nullptr);
}

TEST(Poses, InterpolatesTurnsAsTurns) {
  const Transform X = turning().pose_at(0.625, 0);
  EXPECT_NEAR(X.p.x(), 1.25, 1e-15);
  EXPECT_NEAR(angle_about_z(X.R), 1.0, 1e-14);
}

TEST(Poses, GivesSamplesExactlyAndHoldsTheEnds) {
  const Poses poses = turning();
  EXPECT_EQ(poses.pose_at(1.5, 0).R.coeffs(), poses.pose(3, 0).R.coeffs());
  EXPECT_EQ(poses.pose_at(2, 0).p, poses.pose(4, 0).p);
  EXPECT_EQ(poses.pose_at(7, 0).p, poses.pose(4, 0).p);
  EXPECT_EQ(poses.pose_at(-1, 0).p, poses.pose(0, 0).p);
}

TEST(Poses, TakesTheShortWayWhenAQuaternionChangesSign) {
  Poses poses = turning();
  const Transform plain = poses.pose_at(0.625, 0);
  poses.X_WB[2].R.coeffs() *= -1;
  const Transform flipped = poses.pose_at(0.625, 0);
  EXPECT_NEAR(plain.R.angularDistance(flipped.R), 0, 1e-7);
}

TEST(Poses, FilmHashSeesPosesButNotChannels) {
  const std::string hash = film_hash(turning());
  Poses more_channels = turning();
  more_channels.channels = {{"roach/q", "rad", "", {"hip"}, {}}};
  EXPECT_EQ(film_hash(more_channels), hash);
  Poses moved = turning();
  moved.X_WB[3].p.x() = std::nextafter(moved.X_WB[3].p.x(), 9);
  EXPECT_NE(film_hash(moved), hash);
}

}  // namespace
}  // namespace gambol
