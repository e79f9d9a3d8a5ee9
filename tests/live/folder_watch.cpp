#include "live/folder_watch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "base/file_stamps.h"
#include "support/own_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::milliseconds;

class WatchedFolders : public testing::Test {
 protected:
  WatchedFolders() {
    fs::create_directories(folder_ + "/scenes");
    write("scenes/a.yaml", "one");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::string at(const std::string& name) const { return folder_ + "/" + name; }
  // Whether the watch wakes up, and the stamps of the files see why.
  bool is_noticed(const std::vector<std::string>& files, const std::function<void()>& happens) {
    FolderWatch watch;
    const FileStamps stamps(files);
    watch.follow(files);
    happens();
    return watch.wait(milliseconds(0)) && stamps.changed();
  }
  const std::string folder_ = own_file("");
};

TEST_F(WatchedFolders, TellOfEveryWayToSave) {
  const std::string file = at("scenes/a.yaml");
  EXPECT_TRUE(is_noticed({file}, [&] { write("scenes/a.yaml", "in place"); }));
  EXPECT_TRUE(is_noticed({file}, [&] {  // as Vim and others do
    write("scenes/.a.swp", "renamed onto it");
    fs::rename(at("scenes/.a.swp"), file);
  }));
  EXPECT_TRUE(is_noticed({file}, [&] { std::ofstream(file, std::ios::app) << "more"; }));
  EXPECT_TRUE(is_noticed({file}, [&] { fs::remove(file); }));
  EXPECT_TRUE(is_noticed({file}, [&] { write("scenes/a.yaml", "back again"); }));
}

TEST_F(WatchedFolders, AFileBesideThemChangesNothing) {
  EXPECT_FALSE(is_noticed({at("scenes/a.yaml")}, [&] { write("scenes/b.yaml", "other"); }));
}

TEST_F(WatchedFolders, LinksAreFollowedAndReplaced) {
  fs::create_directories(at("elsewhere"));
  write("elsewhere/real.yaml", "one");
  write("elsewhere/other.yaml", "other");
  const std::string link = at("scenes/link.yaml");
  fs::create_symlink(at("elsewhere/real.yaml"), link);
  EXPECT_TRUE(is_noticed({link}, [&] { write("elsewhere/real.yaml", "changed"); }));
  EXPECT_TRUE(is_noticed({link}, [&] {
    fs::remove(link);
    fs::create_symlink(at("elsewhere/other.yaml"), link);
  }));
}

TEST_F(WatchedFolders, AMissingFolderMayCome) {
  const std::string file = at("figures/later/walker.yaml");
  EXPECT_TRUE(is_noticed({file}, [&] {
    fs::create_directories(at("figures/later"));
    write("figures/later/walker.yaml", "here");
  }));
}

TEST_F(WatchedFolders, WakeWhoeverWaits) {
  FolderWatch watch;
  watch.follow({at("scenes/a.yaml")});
  std::thread saver([&] { write("scenes/a.yaml", "saved"); });
  EXPECT_TRUE(watch.wait(hours(1)));
  saver.join();
}

TEST_F(WatchedFolders, WithoutNoticesTheFilesStillTell) {
  FolderWatch watch(true);
  const FileStamps stamps({at("scenes/a.yaml")});
  watch.follow({at("scenes/a.yaml")});
  write("scenes/a.yaml", "saved");
  EXPECT_FALSE(watch.wait(milliseconds(0)));
  EXPECT_TRUE(stamps.changed());
}

}  // namespace
}  // namespace gambol
