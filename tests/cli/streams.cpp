// Where what the program says goes, and what becomes of its work if that goes nowhere.

#include <fmt/format.h>

#include "command_line.h"

namespace gambol {
namespace {

class Streams : public CommandLine {
 protected:
  // The exit code of the program, with streams as the shell makes them.
  int run(const std::string& arguments, const std::string& streams) const {
    const std::string command =
        fmt::format("cd '{}' && GAMBOL_DATA='{}' '{}' {} {}", folder_.string(), GAMBOL_SOURCE_DIR,
                    GAMBOL_PROGRAM, arguments, streams);
    return WEXITSTATUS(std::system(command.c_str()));
  }
};

// Else the movie is what the next file is opened as, and progress goes into it.
TEST_F(Streams, ThatAreClosedAreNoFiles) {
  ASSERT_EQ(gambol("make scenes/drop.yaml --preset tiny.yaml").code, 0);
  const std::string movie = "out/drop/drop.tiny.mp4", whole = content(at(movie));
  for (const char* closed : {"2>&- >/dev/null", "0<&- 2>&- >/dev/null", "0<&- 1>&- 2>&-"}) {
    fs::remove(at(movie));
    const bool heard = std::string(closed).find("1>&-") == std::string::npos;
    EXPECT_EQ(run("encode scenes/drop.yaml --preset tiny.yaml", closed), heard ? 0 : 5) << closed;
    EXPECT_TRUE(content(at(movie)) == whole) << closed;
  }
}

TEST_F(Streams, ThatAreFullEndNoWork) {
  EXPECT_EQ(run("make scenes/drop.yaml --preset tiny.yaml", ">/dev/null 2>/dev/full"), 0);
  EXPECT_TRUE(fs::exists(at("out/drop/drop.tiny.mp4")));
}

TEST_F(Streams, WhatWasAskedForMustBeHeard) {
  for (const char* verb : {"--help", "make --help", "--version", "explain shot"})
    EXPECT_EQ(run(verb, ">/dev/full 2>/dev/null"), 5) << verb;
}

// What is no work that could be gone on with ends at once, and says so too.
TEST_F(Streams, AnEndThatIsAskedForIsSaid) {
  write("slow.yaml", "preset: slow\nwidth: 1280\nheight: 720\nsamples: 60000\n");
  const std::string command = fmt::format(
      "cd '{}' && GAMBOL_DATA='{}' timeout --preserve-status -s TERM 1 '{}' strobe "
      "scenes/drop.yaml --preset slow.yaml >/dev/null 2>said",
      folder_.string(), GAMBOL_SOURCE_DIR, GAMBOL_PROGRAM);
  const int code = WEXITSTATUS(std::system(command.c_str()));
  EXPECT_EQ(code, 143);
  EXPECT_THAT(content(at("said")), HasSubstr("asked to end (SIGTERM)"));
}

}  // namespace
}  // namespace gambol
