#include "live/door.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "support/own_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string content_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class ADoor : public testing::Test {
 protected:
  const std::string folder_ = own_file("");
  const std::string path_ = folder_ + "/out/walk.watch.html";
};

TEST_F(ADoor, OnlyItsOwnerReadsIt) {
  const mode_t before = ::umask(0);
  Door door(path_);
  door.lead_to("http://127.0.0.1:1/enter?ticket=a");
  ::umask(before);
  struct stat there {};
  ASSERT_EQ(::lstat(path_.c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 07777, 0600u);
  EXPECT_THAT(content_of(path_), HasSubstr("url=http://127.0.0.1:1/enter?ticket=a\""));
  door.lead_to("http://127.0.0.1:1/enter?ticket=b");
  EXPECT_THAT(content_of(path_), HasSubstr("ticket=b"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ + "/out"), {}),
            1);  // nothing is left over
}

TEST_F(ADoor, IsNotWrittenThroughALinkThatStandsThere) {
  fs::create_directories(folder_ + "/out");
  std::ofstream(folder_ + "/theirs") << "theirs";
  fs::create_symlink(folder_ + "/theirs", path_);
  Door door(path_);
  door.lead_to("http://127.0.0.1:1/enter?ticket=secret");
  EXPECT_EQ(content_of(folder_ + "/theirs"), "theirs");
  EXPECT_FALSE(fs::is_symlink(path_));
  EXPECT_THAT(content_of(path_), HasSubstr("secret"));
}

TEST_F(ADoor, GoesAtTheEndUnlessItIsAnothers) {
  {
    Door door(path_);
    door.lead_to("http://127.0.0.1:1/");
  }
  EXPECT_FALSE(fs::exists(path_));
  Door other(path_);
  {
    Door door(path_);
    door.lead_to("http://127.0.0.1:1/");
    other.lead_to("http://127.0.0.1:2/");
  }
  EXPECT_THAT(content_of(path_), HasSubstr("127.0.0.1:2"));
}

TEST_F(ADoor, NamesTheFileThatCannotBeWritten) {
  std::ofstream(folder_) << "no folder";
  Door door(path_);
  try {
    door.lead_to("http://127.0.0.1:1/");
    FAIL();
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::failed);
    EXPECT_THAT(error.what(), HasSubstr("cannot write " + path_));
  }
}

}  // namespace
}  // namespace gambol
