#include "live/board.h"

#include <gmock/gmock.h>

#include <thread>

namespace gambol {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using testing::HasSubstr;

TEST(TheBoard, TellsAllOfItAtFirstAndThenOnlyWhatIsNew) {
  Board board;
  std::uint64_t seen = 0;
  EXPECT_THAT(board.news(seen, milliseconds(0)), HasSubstr(R"("state":"loading")"));
  EXPECT_EQ(board.news(seen, milliseconds(0)), "");
  board.show_state("simulating", 0.25);
  board.show_problems(Json::array().push("wrong"));
  EXPECT_EQ(board.news(seen, milliseconds(0)),
            R"({"state":"simulating","done":0.25,"scene":0,"whole":false,"traced":{"asked":"",)"
            R"("samples":0,"ended":false,"failure":""},"problems":["wrong"]})");
  EXPECT_EQ(board.news(seen, milliseconds(0)), "");
}

TEST(TheBoard, GivesOnlyTheNewestSceneAndPicture) {
  Board board;
  EXPECT_EQ(board.scene(0), nullptr);
  board.show_scene("one", false);
  const SharedBytes one = board.scene(1);
  board.show_scene("two", true);
  EXPECT_EQ(board.scene(1), nullptr);
  EXPECT_EQ(*board.scene(2), "two");
  EXPECT_EQ(*one, "one");  // whoever sends it still has it
  board.show_picture({"a", 4, false, std::make_shared<const std::string>("pixels"), ""});
  EXPECT_EQ(*board.picture("a"), "pixels");
  EXPECT_EQ(board.picture("b"), nullptr);
}

TEST(TheBoard, WakesThoseWhoWaitAndLetsThemGoAtTheEnd) {
  Board board;
  std::uint64_t seen = 0;
  board.news(seen, milliseconds(0));
  std::thread teller([&] { board.show_state("ready", 1); });
  EXPECT_THAT(board.news(seen, hours(1)), HasSubstr("ready"));
  teller.join();
  std::thread ender([&] { board.end(); });
  EXPECT_EQ(board.news(seen, hours(1)), "");
  EXPECT_TRUE(board.has_ended());
  ender.join();
}

}  // namespace
}  // namespace gambol
