#include "poses/channels.h"

#include <gmock/gmock.h>

namespace gambol {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Poses two_channels() {
  Poses poses;
  poses.track_times = {0, 0.5, 1};
  poses.channels = {{"bug/com", "m", "", {"x", "y", "z"}, {1, 2, 3, 4, 5, 6, 7, 8, 9}},
                    {"bug/gait", "", "", {"phase", "step/left"}, {0.25, 1, 0.5, 0, 0.75, 1}}};
  return poses;
}

TEST(Channels, AColumnHasTheValuesOfItsRows) {
  const Poses poses = two_channels();
  const Column y = find_column(poses, "bug", channels::com.name, columns::y);
  ASSERT_TRUE(y);
  ASSERT_EQ(y.size(), 3u);
  EXPECT_EQ(y[1], 5);
  EXPECT_THAT(y.values(), ElementsAre(2, 5, 8));
  EXPECT_THAT(y.values(1, 2), ElementsAre(5));
}

TEST(Channels, WhatWasNotRecordedIsNothing) {
  const Poses poses = two_channels();
  EXPECT_EQ(find_channel(poses, "bug", channels::q.name), nullptr);
  EXPECT_FALSE(find_column(poses, "ant", channels::com.name, columns::y));
  const Column none = find_column(poses, "bug", channels::com.name, "w");
  EXPECT_FALSE(none);
  EXPECT_EQ(none.size(), 0u);
  EXPECT_THAT(none.values(), IsEmpty());
}

TEST(Channels, AnOutputOfALegIsFoundInWhateverControllerRecordsIt) {
  const Poses poses = two_channels();
  EXPECT_THAT(find_output(poses, "bug", outputs::step, "left").values(), ElementsAre(1, 0, 1));
  EXPECT_FALSE(find_output(poses, "bug", outputs::step, "right"));
  EXPECT_FALSE(find_output(poses, "bug", outputs::flash, "left"));
  EXPECT_FALSE(find_output(poses, "bu", outputs::step, "left")) << "a figure of another name";
}

}  // namespace
}  // namespace gambol
