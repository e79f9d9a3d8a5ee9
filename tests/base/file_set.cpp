// Files that appear together, or not at all.

#include "base/file_set.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/leftovers.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

class FileSets : public testing::Test {
 protected:
  FileSets() {
    std::string name = testing::TempDir() + "sets_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~FileSets() override { fs::remove_all(folder_); }

  std::string at(const std::string& path) const { return (folder_ / path).string(); }
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories(fs::path(at(path)).parent_path());
    std::ofstream(at(path)) << text;
  }
  // All files, with hidden ones and folders that are empty, by path.
  std::map<std::string, std::string> all() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      const std::string path = entry.path().lexically_relative(folder_);
      std::stringstream text;
      if (entry.is_regular_file()) text << std::ifstream(entry.path()).rdbuf();
      if (entry.is_regular_file() || fs::is_empty(entry.path())) found[path] = text.str();
    }
    return found;
  }
  mode_t mode(const std::string& path) const {
    struct stat is {};
    EXPECT_EQ(::stat(at(path).c_str(), &is), 0) << path;
    return is.st_mode & 07777;
  }
  // Replaces a/old, makes a/new and b/c/new, and the folder a/whole.
  void fill(FileSet& files) const {
    files.write(at("a/old"), "two");
    files.write(at("a/new"), "new");
    const std::string made = files.staging(at("a")) + "/made";
    write_file(made + "/deep/file", "deep");
    files.move(made, at("a/whole"));
    files.write(at("b/c/new"), "far");
  }
  const std::map<std::string, std::string> before{{"a/old", "one"}};
  const std::map<std::string, std::string> after{
      {"a/old", "two"}, {"a/new", "new"}, {"a/whole/deep/file", "deep"}, {"b/c/new", "far"}};

  fs::path folder_;
};

TEST_F(FileSets, AppearTogether) {
  write("a/old", "one");
  FileSet files;
  fill(files);
  EXPECT_EQ(all().count("a/new"), 0u);
  files.commit();
  EXPECT_EQ(all(), after);
}

TEST_F(FileSets, LeaveNothingWithoutCommit) {
  write("a/old", "one");
  {
    FileSet files;
    fill(files);
  }
  EXPECT_EQ(all(), before);
}

// When all others are in place: no file has so long a name.
TEST_F(FileSets, GoBackIfOneCannotBePutInPlace) {
  write("a/old", "one");
  {
    const std::string last = at("d/" + std::string(300, 'n'));
    FileSet files;
    fill(files);
    files.write(last, "too long");
    try {
      files.commit();
      FAIL() << "there is a file with a name of 300 letters";
    } catch (const RunError& error) {
      EXPECT_EQ(error.code, ExitCode::failed);
      EXPECT_EQ(error.what(), "cannot write " + last + ": File name too long");
    }
  }
  EXPECT_EQ(all(), before);
}

TEST_F(FileSets, ReplaceNoFolder) {
  FileSet files;
  files.write(at("a/new"), "new");
  write("a/new/below", "of somebody");
  EXPECT_THROW(files.commit(), RunError);
  EXPECT_TRUE(fs::exists(at("a/new/below")));
}

TEST_F(FileSets, KeepTheModesOfWhatTheyReplace) {
  for (const mode_t kept : {0600, 0640, 0444, 0755}) {
    write("a/old", "one");
    ::chmod(at("a/old").c_str(), kept);
    FileSet files;
    fill(files);
    files.commit();
    EXPECT_EQ(mode("a/old"), kept);
    write_file(at("a/old"), "three");
    EXPECT_EQ(mode("a/old"), kept);
    fs::remove_all(at("a"));
  }
}

// Nobody reads what was not for everybody while it is written.
TEST_F(FileSets, AreHiddenWhileTheyAreWritten) {
  write("a/old", "one");
  ::chmod(at("a/old").c_str(), 0600);
  FileSet files;
  fill(files);
  EXPECT_EQ(mode(fs::path(files.staging(at("a"))).lexically_relative(folder_)), 0700u);
  const AtomicFile alone(at("a/old"));
  EXPECT_EQ(mode(fs::path(alone.temp_path()).lexically_relative(folder_)), 0600u);
}

// What a process leaves that is killed when one of two files is in place.
class KilledFileSets : public FileSets {
 protected:
  KilledFileSets() {
    write("project/a/old", "one");
    const pid_t child = fork();
    if (child == 0) {
      leave_half();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  }
  void leave_half() const {
    const fs::path a = at("project/a"), c = at("project/b/c");
    fs::create_directories(c);
    const fs::path first = hidden_path(a / "files"), other = hidden_path(c / "files");
    for (const fs::path& hidden : {first, other}) {
      fs::create_directory(hidden);
      std::ofstream(hidden / ".new-0") << "two";
    }
    write_journal(first, {{".new-0", "old", ".old-0", ""}}, first, {other});
    write_journal(other, {{".new-0", "new", "", ""}}, first, {});
    fs::create_hard_link(a / "old", first / ".old-0");
    fs::rename(first / ".new-0", a / "old");
  }
  fs::path hidden(const std::string& folder) const {
    for (const auto& entry : fs::directory_iterator(at(folder)))
      if (entry.is_directory()) return entry.path();
    return {};
  }
};

TEST_F(KilledFileSets, AreTakenBackWhereverTheNextProcessComesBy) {
  fs::rename(at("project"), at("moved"));  // meanwhile
  remove_leftovers(at("moved/b/c"));
  EXPECT_EQ(all(), (std::map<std::string, std::string>{{"moved/a/old", "one"}, {"moved/b/c", ""}}));
}

TEST_F(KilledFileSets, AreTakenBackBeforeAnythingElseIsWrittenThere) {
  write_file(at("project/a/another"), "written by the next process");
  EXPECT_EQ(all(), (std::map<std::string, std::string>{
                       {"project/a/old", "one"},
                       {"project/a/another", "written by the next process"},
                       {"project/b/c", ""}}));
}

TEST_F(KilledFileSets, LeaveWhatTheAuthorHasChangedSince) {
  std::ofstream(at("project/a/old"), std::ios::app) << ", edited";
  remove_leftovers(at("project/a"));
  EXPECT_EQ(all(), (std::map<std::string, std::string>{{"project/a/old", "two, edited"},
                                                       {"project/b/c", ""}}));
}

// Nobody undoes later what an author takes for done.
TEST_F(KilledFileSets, StayIfAllAreInPlace) {
  fs::rename(hidden("project/b/c") / ".new-0", at("project/b/c/new"));
  for (const char* folder : {"project/b/c", "project/a"}) remove_leftovers(at(folder));
  EXPECT_EQ(all(), (std::map<std::string, std::string>{{"project/a/old", "two"},
                                                       {"project/b/c/new", "two"}}));
}

// A journal may come with a stranger's project.
TEST_F(KilledFileSets, TouchNothingOutsideOfTheirFolder) {
  write("precious", "two");
  for (const char* name : {"../precious", "../../precious", ".."}) {
    write_journal(hidden("project/a"), {{".new-0", name, "", ""}}, hidden("project/a"), {});
    remove_leftovers(at("project/a"));
    EXPECT_TRUE(fs::exists(at("precious")));
    EXPECT_TRUE(fs::exists(at("project/b/c")));
  }
}

}  // namespace
}  // namespace gambol
