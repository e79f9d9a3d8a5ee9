// How much is read, parsed and composed to check a shot: each file once, each take once.

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "base/work_done.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"
#include "support/opened_files.h"

namespace gambol {
namespace {

// What has been done since this object was made.
class Done {
 public:
  Done() {
    const std::scoped_lock lock(opened_mutex);
    opened.clear();
  }
  static int most_often_opened() {
    int most = 0;
    for (const auto& [path, times] : opened) most = std::max(most, times);
    return most;
  }
  static std::size_t files() { return opened.size(); }
  long bytes() const { return work_done.bytes_parsed - bytes_; }
  long figures() const { return work_done.figures_checked - figures_; }
  long shots() const { return work_done.shots_composed - shots_; }
  long parts() const { return work_done.parts_loaded - parts_; }
  long terrains() const { return work_done.terrains_made - terrains_; }

 private:
  long bytes_ = work_done.bytes_parsed, figures_ = work_done.figures_checked,
       shots_ = work_done.shots_composed, parts_ = work_done.parts_loaded,
       terrains_ = work_done.terrains_made;
};

class LoadingWork : public Files {
 protected:
  // A ball in two sizes, a mesh that both have, and takes of either.
  std::string shot(int takes, const std::string& each) const {
    write("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    write("ball.yaml",
          "gambol: 3\nfigure: ball\nbodies: [{name: ball, shapes: [{sphere: 1 cm}], "
          "visible: [{mesh: mesh.obj}, {mesh: mesh.obj}]}]\n");
    write("big.yaml", "gambol: 3\nfigure: big\nextends: ball.yaml\nlimits: guide\n");
    std::string text =
        "gambol: 3\n" + ball_shot + "takes:\n  big: {figures: [{name: ball, file: big.yaml}]}\n";
    for (int i = 0; i < takes; ++i) text += "  t" + std::to_string(i) + ": " + each + "\n";
    const std::string file = write("drop.yaml", text);
    // A file that was written just now is read again, because it may be written once more.
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    return file;
  }
};

TEST_F(LoadingWork, OpensEachFileOnceAndComposesEachTakeOnce) {
  for (const char* each : {"{seed: 2}", "{figures: [{name: ball, file: big.yaml}]}",
                           "{figures: [{name: ball, at: [0, 0, 1 m]}]}"}) {
    SCOPED_TRACE(each);
    const std::string file = shot(20, each);
    std::size_t bytes = 0;
    for (const char* name : {"mesh.obj", "ball.yaml", "big.yaml", "drop.yaml"})
      bytes += std::filesystem::file_size(path(name));
    const Done done;
    EXPECT_EQ(problems(file), "");
    EXPECT_EQ(Done::most_often_opened(), 1);
    EXPECT_EQ(Done::files(), 4u);
    EXPECT_EQ(done.bytes(), static_cast<long>(bytes));
    EXPECT_EQ(done.figures(), 2);
    EXPECT_EQ(done.shots(), 1 + 21);
    EXPECT_EQ(problems(file), "");
    EXPECT_EQ(done.figures(), 2) << "again";
    EXPECT_EQ(done.bytes(), static_cast<long>(bytes));
  }
}

// What takes leave alone is loaded once for all of them, and ground that they share is made once.
TEST_F(LoadingWork, LoadsWhatTakesShareOnce) {
  write("ball.yaml", ball_figure);
  std::string text = ball_shot +
                     "camera: {position: [1 m, 0, 1 m], target: [0, 0, 0]}\n"
                     "world: {ground: {terrain: {formula: 0.01*sin(x*y), length: 1 m, width: 1 m, "
                     "spacing: 1 cm}}}\n"
                     "takes:\n  other: {world: {ground: {terrain: {spacing: 2 cm}}}}\n";
  for (int i = 0; i < 30; ++i)
    text += "  t" + std::to_string(i) + ": {seed: " + std::to_string(i + 2) + "}\n";
  const std::string file = write("drop.yaml", text);
  const Done done;
  EXPECT_EQ(problems(file), "");
  EXPECT_EQ(done.terrains(), 2);
  // film, figures, camera, world and takes; of each take its seed, of the other its world.
  EXPECT_EQ(done.parts(), 5 + 31);
}

TEST_F(LoadingWork, SeesFilesThatChange) {
  const std::string file = shot(2, "{seed: 2}");
  EXPECT_EQ(problems(file), "");
  write("big.yaml", "gambol: 3\nfigure: big\nextends: ball.yaml\nlimits: gaide\n");
  EXPECT_NE(problems(file), "");
  write("big.yaml", "gambol: 3\nfigure: big\nextends: ball.yaml\nlimits: guide\n");
  EXPECT_EQ(problems(file), "");
  const std::string before = picture_hash(load_shot(file), {});
  write("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
  EXPECT_NE(problems(file), "");
  write("mesh.obj", "v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(problems(file), "");
  EXPECT_NE(picture_hash(load_shot(file), {}), before);
  std::filesystem::remove(path("mesh.obj"));
  EXPECT_NE(problems(file), "");
}

// Our first shot, with its takes: as many bytes as its files have.
TEST(LoadingOurShots, ReadsTheFirstOneOnce) {
  const Done done;
  EXPECT_TRUE(check_file(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml").empty());
  EXPECT_EQ(Done::most_often_opened(), 1);
  EXPECT_LT(Done::files(), 60u);
  std::size_t bytes = 0;
  for (const auto& [path, times] : opened) bytes += std::filesystem::file_size(path);
  EXPECT_LE(done.bytes(), static_cast<long>(bytes) * 2)
      << "a mesh that gives inertia, or is subdivided and not, twice";
}

}  // namespace
}  // namespace gambol
