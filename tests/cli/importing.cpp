// Where the files of an import go. While calls fail: failing_verbs.cpp.

#include "cli/command_line.h"

namespace gambol {
namespace {

class Importing : public CommandLine {
 protected:
  Importing() {
    for (const char* folder : {"own/figures", "own/scenes"}) fs::create_directories(at(folder));
    fs::copy_file(GAMBOL_SOURCE_DIR "/tests/exchange/imports/wave.bvh", at("own/wave.bvh"));
  }
  Ran import(const std::string& more = "") const {
    return gambol("import wave.bvh" + more, "", at("own").string());
  }
  // Puts a link where the folder was.
  void link(const std::string& folder, const std::string& to) const {
    fs::create_directories(at("own") / to);
    fs::remove(at("own/" + folder));
    fs::create_directory_symlink(to, at("own/" + folder));
  }
};

TEST_F(Importing, GoesThroughNoLinkOutOfTheProject) {
  for (const std::string folder : {"figures", "scenes"}) {
    link(folder, "../elsewhere");
    const Ran ran = import();
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("/" + folder +
                                   ", which leads out of ., expected a folder in it; --out names "
                                   "one anywhere\n"));
    EXPECT_TRUE(fs::is_empty(at("elsewhere")));
    for (const char* other : {"figures", "scenes"}) EXPECT_TRUE(fs::is_empty(at("own") / other));
    fs::remove(at("own/" + folder));
    fs::create_directory(at("own/" + folder));
  }
  link("figures", "cast");  // in the project
  EXPECT_EQ(import().code, 0);
  EXPECT_TRUE(fs::exists(at("own/cast/wave.yaml")));
  // As its author says.
  EXPECT_EQ(import(" --out ../elsewhere").code, 0);
  EXPECT_TRUE(fs::exists(at("elsewhere/wave.yaml")));
}

TEST_F(Importing, LeavesNothingIfAFolderCannotBeWritten) {
  const Ran ran = import(" --out /proc/self");  // not even by root
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("cannot write /proc/"));
}

}  // namespace
}  // namespace gambol
