#include "base/progress.h"

#include <gmock/gmock.h>

#include <sstream>

namespace gambol {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::Not;

const Progress::Clock::time_point start{};

TEST(Progress, WritesALinePerTenthWithoutATerminal) {
  std::ostringstream out;
  {
    Progress progress("rendering", out, Progress::Form::lines, start);
    for (int i = 0; i <= 1000; ++i) progress.at(i / 1000.0, "", start + milliseconds(10 * i));
  }
  const std::string text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_THAT(text, Not(HasSubstr("\r")));
  EXPECT_THAT(text, HasSubstr("rendering: 50%, 5 s left\n"));
  EXPECT_THAT(text, HasSubstr("rendering: 100%, took 10 s\n"));
}

TEST(Progress, RedrawsOneLineOnATerminal) {
  std::ostringstream out;
  {
    Progress progress("rendering", out, Progress::Form::bar, start);
    for (int i = 1; i <= 4; ++i) progress.at(i / 4.0, "frame", start + seconds(30 * i));
  }
  const std::string text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 4);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_THAT(text, HasSubstr("25% frame, 1 min 30 s left"));
  EXPECT_THAT(text, HasSubstr("100% frame, 2 min 0 s\n"));
}

TEST(Progress, DoesNotFloodATerminal) {
  std::ostringstream out;
  Progress progress("simulating", out, Progress::Form::bar, start);
  for (int i = 0; i < 10000; ++i) progress.at(i / 10000.0, "", start + milliseconds(i / 10));
  const std::string text = out.str();
  EXPECT_LT(std::count(text.begin(), text.end(), '\r'), 12);
}

TEST(Progress, WritesAtMostALineASecond) {
  std::ostringstream out;
  Progress progress("simulating", out, Progress::Form::lines, start);
  for (int i = 0; i <= 1000; ++i) progress.at(i / 1000.0, "", start + milliseconds(2 * i));
  const std::string text = out.str();
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_THAT(text, HasSubstr("100%, took 2 s\n"));
}

TEST(Progress, SpeaksToFarmsThatRunOpenJobDescription) {
  std::ostringstream out;
  Progress progress("rendering", out, Progress::Form::openjd, start);
  progress.at(0.5, "12 of 24 frames", start + seconds(1));
  progress.at(0.6, "soon after", start + milliseconds(1200));
  progress.at(1, "", start + milliseconds(1300));
  EXPECT_EQ(out.str(),
            "openjd_progress: 50.0\nopenjd_status: rendering, 12 of 24 frames\n"
            "openjd_progress: 100.0\nopenjd_status: rendering\n");
}

TEST(Progress, SaysDurationsAsPeopleDo) {
  EXPECT_EQ(duration_text(4.4), "4 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(7500), "2 h 5 min");
}

}  // namespace
}  // namespace gambol
