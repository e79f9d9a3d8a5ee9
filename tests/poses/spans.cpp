#include "poses/spans.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

Poses poses_with(const std::vector<double>& flags) {
  Poses poses;
  for (std::size_t k = 0; k < flags.size(); ++k) poses.track_times.push_back(0.1 * double(k));
  poses.channels.push_back({"a", "", "", {"other", "flag"}, {}});
  for (const double flag : flags)
    for (const double v : {0.0, flag}) poses.channels[0].values.push_back(v);
  return poses;
}

TEST(Spans, LastFromTheirFirstRowToTheOneAfter) {
  const Poses poses = poses_with({0, 1, 1, 0, 1, 0, 0, 1});
  const std::vector<TimeSpan> spans = spans_of(poses, find_column(poses.channels[0], "flag"));
  ASSERT_EQ(spans.size(), 3u);
  EXPECT_NEAR(spans[0].from, 0.1, 1e-12);
  EXPECT_NEAR(spans[0].to, 0.3, 1e-12);
  EXPECT_NEAR(spans[1].to - spans[1].from, 0.1, 1e-12);
  EXPECT_NEAR(spans[2].to, 0.8, 1e-12);  // the last row lasts as long as the one before it
  EXPECT_TRUE(spans_of(poses, find_column(poses.channels[0], "other")).empty());
  EXPECT_TRUE(spans_of(poses, find_column(poses.channels[0], "no such")).empty());
}

// Slow motion that gets slower: the inverse of sample_times.
TEST(Spans, FilmTimeIsWhereASimulatedTimeIsSeen) {
  Poses poses;
  poses.fps = 10;
  poses.samples_per_frame = 2;
  poses.sample_times = {1, 1.5, 1.75, 1.8};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(film_time_of(poses, poses.sample_times[k]), 0.05 * double(k), 1e-12);
  EXPECT_NEAR(film_time_of(poses, 1.625), 0.075, 1e-12);
  EXPECT_EQ(film_time_of(poses, 0.5), 0);
  EXPECT_NEAR(film_time_of(poses, 9), 0.15, 1e-12);
}

}  // namespace
}  // namespace gambol
