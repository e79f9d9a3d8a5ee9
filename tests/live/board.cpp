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
  board.show_scene({"one", "", {}, 0}, false);
  const SharedBytes one = board.scene(1);
  board.show_scene({"two", "", {}, 0}, true);
  EXPECT_EQ(board.scene(1), nullptr);
  EXPECT_EQ(*board.scene(2), "two");
  EXPECT_EQ(*one, "one");  // whoever sends it still has it
  board.show_picture({"a", 4, false, std::make_shared<const std::string>("pixels"), ""});
  EXPECT_EQ(*board.picture("a"), "pixels");
  EXPECT_EQ(board.picture("b"), nullptr);
}

TEST(TheBoard, MakesPartsOfAnySceneThatAPageMayShowForWhoeverHasItsKey) {
  Board board;
  EXPECT_EQ(board.part("", 0), nullptr);
  const auto of = [](const std::string& scene) {
    return [scene](std::size_t part) { return scene + std::to_string(part); };
  };
  board.show_scene({"{}", "a key", of("one "), 3}, false);
  EXPECT_EQ(*board.part("a key", 2), "one 2");
  EXPECT_EQ(board.part("a key", 3), nullptr);
  EXPECT_EQ(board.part("a kez", 2), nullptr);
  board.show_scene({"{}", "whole", of("two "), 3}, true);
  EXPECT_EQ(*board.part("a key", 2), "one 2");
  board.show_scene({"{}", "begun", of("three "), 1}, false);
  EXPECT_EQ(board.part("a key", 2), nullptr);
  board.show_scene({"{}", "longer", of("four "), 2}, false);
  board.show_scene({"{}", "longer still", of("five "), 3}, false);
  EXPECT_EQ(*board.part("whole", 2), "two 2");
  EXPECT_EQ(board.part("begun", 0), nullptr);
  EXPECT_EQ(*board.part("longer", 1), "four 1");
  EXPECT_EQ(*board.part("longer still", 2), "five 2");
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
