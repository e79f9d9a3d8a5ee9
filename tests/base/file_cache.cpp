#include "base/file_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/allowed_paths.h"
#include "base/asked_files.h"
#include "support/own_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

// A file that was written long ago, so that a later change shows.
std::string old_file(const std::string& ending, const std::string& text) {
  const std::string path = own_file(ending);
  std::ofstream(path) << text;
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  return path;
}

struct CachedReader {
  FileCache<std::string> cache{1 << 10};
  int made = 0;
  std::string operator()(const std::string& path) {
    return *cache.get(path, [&] {
      ++made;
      std::string text;
      std::getline(std::ifstream(path), text);
      return text;
    });
  }
};

TEST(FileCache, ReadsAFileAgainOnlyWhenItHasChanged) {
  const std::string path = old_file(".txt", "one");
  CachedReader read;
  EXPECT_EQ(read(path), "one");
  EXPECT_EQ(read(path), "one");
  EXPECT_EQ(read.made, 1);
  std::ofstream(path) << "two";  // as long as before
  EXPECT_EQ(read(path), "two");
  fs::last_write_time(path, fs::last_write_time(path) - std::chrono::hours(1));
  std::ofstream(path + "_") << "six";
  fs::last_write_time(path + "_", fs::last_write_time(path));
  fs::rename(path + "_", path);
  EXPECT_EQ(read(path), "six");
  fs::remove(path);
  EXPECT_EQ(read(path), "");
}

// Two writes may have one time on a file system's clock.
TEST(FileCache, DoesNotTrustAFileThatWasWrittenJustNow) {
  const std::string path = own_file(".txt");
  CachedReader read;
  for (const char* text : {"one", "two", "six"}) {
    std::ofstream(path) << text;
    EXPECT_EQ(read(path), text);
  }
}

TEST(FileCache, KeepsNothingOfAFailureAndNoMoreThanItsShare) {
  const std::string path = old_file(".txt", std::string(600, 'a'));
  const std::string other = old_file("2.txt", std::string(600, 'b'));
  const std::string large = old_file("3.txt", std::string(2000, 'c'));
  CachedReader read;
  EXPECT_THROW(read.cache.get(path, []() -> std::string { throw 1; }), int);
  read(path);
  EXPECT_EQ(read.made, 1);
  read(large);
  read(large);
  EXPECT_EQ(read.made, 3) << "larger than all that is kept";
  read(path);
  EXPECT_EQ(read.made, 3);
  read(other);
  read(path);
  EXPECT_EQ(read.made, 5) << "both together are more than is kept";
}

TEST(AskedFiles, AreTheSameUntilOneChangesComesOrGoes) {
  const std::string path = old_file(".txt", "one"), missing = own_file("_missing");
  AskedFiles::Files files;
  std::vector<std::string> told;
  {
    const AskedFiles outer;
    {
      const AskedFiles asked;
      EXPECT_EQ(why_no_file(path, "a file"), "");
      AskedFiles::note(missing);
      files = asked.files();
    }
    EXPECT_EQ(outer.files().size(), 2u);
  }
  AskedFiles::note(own_file("_later"));
  EXPECT_EQ(files.size(), 2u);
  EXPECT_TRUE(AskedFiles::are_same(files));
  tell_paths([&](const std::string& file) { told.push_back(file); });
  AskedFiles::ask_again(files);
  tell_paths({});
  EXPECT_EQ(told, std::vector<std::string>{path});
  std::ofstream(missing) << "there";
  EXPECT_FALSE(AskedFiles::are_same(files));
  fs::remove(missing);
  EXPECT_TRUE(AskedFiles::are_same(files));
  std::ofstream(path) << "two";
  EXPECT_FALSE(AskedFiles::are_same(files));
}

}  // namespace
}  // namespace gambol
