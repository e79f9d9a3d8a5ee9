#include "base/frame_range.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace gambol {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string complaint(const char* text) {
  try {
    parse_frame_range(text, 48);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(FrameRange, ReadsSinglesRangesAndSteps) {
  EXPECT_THAT(parse_frame_range("7", 48), ElementsAre(7));
  EXPECT_THAT(parse_frame_range("3-6", 48), ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(parse_frame_range("1-10x4", 48), ElementsAre(1, 5, 9));
  EXPECT_THAT(parse_frame_range("1,5,9-12", 48), ElementsAre(1, 5, 9, 10, 11, 12));
  EXPECT_EQ(parse_frame_range("1-48", 48), all_frames(48));
}

TEST(FrameRange, CountsFromTheNumberOfTheFirstFrame) {
  EXPECT_THAT(parse_frame_range("1001-1003", 48, 1001), ElementsAre(1001, 1002, 1003));
  EXPECT_EQ(parse_frame_range("1001-1048", 48, 1001), all_frames(48, 1001));
  EXPECT_THROW(parse_frame_range("1000", 48, 1001), std::invalid_argument);
  EXPECT_THROW(parse_frame_range("1049", 48, 1001), std::invalid_argument);
}

TEST(FrameRange, SortsAndMergesDuplicates) {
  EXPECT_THAT(parse_frame_range("9,2-4,3,9-9", 48), ElementsAre(2, 3, 4, 9));
}

TEST(FrameRange, KeepsFramesOfAShotThatHadMore) {
  EXPECT_EQ(parse_frames_up_to("1-2147483647x2", 5), (std::vector<int>{1, 3, 5}));
  EXPECT_EQ(parse_frames_up_to("6-9,4", 5), (std::vector<int>{4}));
  EXPECT_TRUE(parse_frames_up_to("6-9", 5).empty());
  EXPECT_THROW(parse_frames_up_to("0-9", 5), std::invalid_argument);
  EXPECT_THROW(parse_frames_up_to("9-6", 5), std::invalid_argument);
}

TEST(FrameRange, RefusesColonsAndSaysWhy) {
  EXPECT_THAT(complaint("1-48:2"), HasSubstr("farms disagree"));
}

TEST(FrameRange, NamesTheShotsRangeWhenOutsideIt) {
  EXPECT_THAT(complaint("40-49"), HasSubstr("frame 49 is outside the shot, which has frames 1-48"));
  EXPECT_THAT(complaint("0-3"), HasSubstr("frame 0 is outside"));
}

TEST(FrameRange, RefusesWhatItCannotRead) {
  for (const char* text : {"", ",", "1,", "a", "-3", "1-", "5-2", "1-9x0", "1-9x", "1--3", "1 - 3",
                           "1.5", "99999999999", "1-9x2x2", "1-9y"})
    EXPECT_THAT(complaint(text), HasSubstr("write for example")) << text;
}

TEST(FrameRange, SaysWhatIsWrong) {
  const std::string example = "; write for example 1-48, 1-48x2 or 1,5,9-12";
  for (const auto& [text, why] :
       {std::pair("99999999999", "a number is too large"),
        std::pair("a", "a frame number is missing"), std::pair("1-", "the last frame is missing"),
        std::pair("1-9x", "the step is missing"), std::pair("1-9x0", "the step must be at least 1"),
        std::pair("5-2", "2 comes before 5"), std::pair("1-9y", "\"y\" is not understood"),
        std::pair("1-48:2",
                  "\":\" is refused, because render farms disagree on whether it is a step or a "
                  "list")})
    EXPECT_EQ(complaint(text), "frames \"" + std::string(text) + "\": " + why + example);
}

}  // namespace
}  // namespace gambol
