#include "base/atomic_file.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/file_set.h"
#include "base/leftovers.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest() {
    std::string name = testing::TempDir() + "atomic_XXXXXX";
    folder_ = mkdtemp(name.data());
    path_ = (folder_ / "poses.h5").string();
  }
  ~AtomicFileTest() override { fs::remove_all(folder_); }

  static std::string content(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
  std::string path_;
};

// Of 255 letters, the most that there may be; what it is first written to is called otherwise.
TEST_F(AtomicFileTest, MayHaveTheLongestName) {
  const std::string path = (folder_ / (std::string(251, 'n') + ".png")).string();
  AtomicFile file(path);
  std::ofstream(file.temp_path()) << "whole";
  file.commit();
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(AtomicFileTest, AppearsOnlyWhenCommitted) {
  AtomicFile file(path_);
  std::ofstream(file.temp_path()) << "whole";
  EXPECT_FALSE(fs::exists(path_));
  file.commit();
  EXPECT_EQ(content(path_), "whole");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, LeavesTheOldFileAndNoLitterWithoutCommit) {
  write_file(path_, "old");
  {
    AtomicFile file(path_);
    std::ofstream(file.temp_path()) << "half of the n";
  }
  EXPECT_EQ(content(path_), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, MakesFoldersOnTheWay) {
  const std::string deep = (folder_ / "a/b/c.txt").string();
  write_file(deep, "x");
  EXPECT_EQ(content(deep), "x");
}

TEST_F(AtomicFileTest, NamesTheFileThatCannotBeMade) {
  write_file(path_, "a file");
  try {
    write_file(path_ + "/below.txt", "x");
    FAIL() << "a file served as a folder";
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::failed);
    EXPECT_THAT(error.what(), HasSubstr(path_ + "/below.txt"));
  }
}

// A limit on the size of files stands in for a full disk; in a child, because it cannot be undone.
TEST_F(AtomicFileTest, FullDiskIsAnErrorThatLeavesTheOldFile) {
  write_file(path_, "old");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file(path_, std::string(5000, 'n'));
    } catch (const RunError& error) {
      _exit(std::string(error.what()).find(path_) != std::string::npos ? 0 : 1);
    }
    _exit(2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(content(path_), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, ClearsWhatAKilledProcessLeftButNotWhatIsBeingWritten) {
  const pid_t child = fork();
  if (child == 0) {
    new AtomicFile(path_);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(files(), 1u);
  const AtomicFile running(path_);  // the first file of this process in the folder
  EXPECT_EQ(files(), 1u);
  remove_leftovers(folder_.string());
  EXPECT_TRUE(fs::exists(running.temp_path()));
}

TEST_F(AtomicFileTest, ClearsFoldersOfKilledProcesses) {
  const TempFolder running(folder_.string());
  const pid_t child = fork();
  if (child == 0) {
    const TempFolder killed(folder_.string());
    write_file(killed.path() + "/figures/half.yaml", "figure: half");
    _exit(0);  // as a kill, before any destructor
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(files(), 2u);
  remove_leftovers(folder_.string());
  EXPECT_EQ(files(), 1u);
  EXPECT_TRUE(fs::exists(running.path()));
  {
    const TempFolder done(folder_.string());
    write_file(done.path() + "/figures/half.yaml", "figure: half");
  }
  EXPECT_EQ(files(), 1u);
}

// In a container process ids come again soon.
TEST_F(AtomicFileTest, ClearsWhatAnEarlierProcessOfTheSameIdLeft) {
  const AtomicFile running(path_);
  std::string earlier = running.temp_path();
  const std::size_t begin = earlier.find('-', earlier.find(".gambol-") + 8) + 1;
  ASSERT_TRUE(std::isdigit(earlier[begin])) << earlier;
  earlier.insert(begin, 1, '9');
  write_file(folder_ / "other", "of somebody else");
  fs::rename(folder_ / "other", earlier);
  std::string elsewhere = earlier;  // of a machine of which nothing is known
  const std::size_t machine = elsewhere.find('-', begin) + 1;
  elsewhere.replace(machine, 8, "........");
  fs::copy(earlier, elsewhere);
  remove_leftovers(folder_.string());
  EXPECT_FALSE(fs::exists(earlier));
  EXPECT_TRUE(fs::exists(elsewhere));
  EXPECT_TRUE(fs::exists(running.temp_path()));
}

}  // namespace
}  // namespace gambol
