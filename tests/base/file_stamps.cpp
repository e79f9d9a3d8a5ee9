#include "base/file_stamps.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "support/own_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

std::string complaint(const FileStamps& stamps) {
  try {
    stamps.require_unchanged();
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::failed);
    return error.what();
  }
  return "";
}

TEST(FileStamps, SeeWhatIsWrittenReplacedRemovedOrNew) {
  const std::string one = own_file("stamp_one"), two = own_file("stamp_two");
  for (const char* change : {"write", "replace", "remove", "add"}) {
    SCOPED_TRACE(change);
    const std::string what = change;
    std::ofstream(one) << "as it was";
    fs::remove(two);
    const FileStamps stamps({one, two});
    EXPECT_EQ(complaint(stamps), "");
    std::ifstream(one).get();
    EXPECT_EQ(complaint(stamps), "") << "only read";
    if (what == "write") std::ofstream(one, std::ios::app) << ", and more";
    if (what == "remove") fs::remove(one);
    if (what == "add" || what == "replace") std::ofstream(two) << "as it was";
    if (what == "replace") {
      fs::last_write_time(two, fs::last_write_time(one));
      fs::rename(two, one);
    }
    EXPECT_THAT(complaint(stamps), ::testing::HasSubstr(what == "add" ? two : one));
  }
  EXPECT_EQ(complaint({}), "");
}

}  // namespace
}  // namespace gambol
