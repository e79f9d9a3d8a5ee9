#include "live/follower.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "support/own_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::HasSubstr;

// A box that falls.
constexpr const char* brick = R"(figure: brick
density: 1 g/cm3
bodies:
  - name: body
    shapes: [{box: [2 cm, 1 cm, 1 cm]}]
)";
constexpr const char* drop = R"(shot: drop
film: {fps: 24, duration: 0.25 s, playback: 1/4}
world:
  ground: {}
figures:
  - {name: brick, file: ../figures/brick.yaml, at: [0, 0, 2 cm]}
camera:
  position: [10 cm, -10 cm, 5 cm]
  target: [0, 0, 1 cm]
)";

class AFollowedShot : public testing::Test {
 protected:
  AFollowedShot() {
    write("figures/brick.yaml", brick);
    write("scenes/drop.yaml", drop);
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  // As an editor that saves by renaming does.
  void replace(const std::string& name, const std::string& text) const {
    write(name + "~", text);
    fs::rename(folder_ / (name + "~"), folder_ / name);
  }
  static std::string changed(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  }
  WatchedShot followed() {
    const std::string file = folder_ / "scenes/drop.yaml";
    return {file,
            folder_,
            folder_ / "out",
            folder_ / "out/drop/poses.h5",
            [file] { return load_shot(file); },
            [](const ShotSpec&, const Poses& poses) {
              FilmedScene film;
              film.scene.film_frames = std::size_t(poses.frames);
              film.show = [](FrameSpan, Scene&) {};
              return film;
            },
            [](const ShotSpec&, const Poses&) { return std::vector<Problem>(); }};
  }
  // Once whatever was written is shown.
  void catch_up(Follower& follower) {
    follower.await_change();
    follower.look();
  }
  std::string news() {
    std::uint64_t seen = 0;
    return board_.news(seen, milliseconds(0));
  }

  const fs::path folder_ = own_file("");
  Board board_;
  Tracer tracer_{board_};
};

TEST_F(AFollowedShot, IsSimulatedOnceAndNotForItsCamera) {
  Follower follower(followed(), board_, tracer_);
  follower.look();
  EXPECT_EQ(follower.simulations(), 1);
  EXPECT_THAT(news(), HasSubstr(R"("state":"ready","done":1.00)"));
  EXPECT_THAT(news(), HasSubstr(R"("whole":true)"));
  write("scenes/drop.yaml", changed(drop, "5 cm", "7 cm"));
  catch_up(follower);
  EXPECT_EQ(follower.simulations(), 1);
  write("scenes/drop.yaml", changed(drop, "2 cm]", "3 cm]"));
  catch_up(follower);
  EXPECT_EQ(follower.simulations(), 2);
  write("scenes/drop.yaml", drop);  // taken back
  catch_up(follower);
  EXPECT_EQ(follower.simulations(), 2);
  // What was simulated stays, for other verbs and for the next time.
  Follower next(followed(), board_, tracer_);
  write("scenes/drop.yaml", changed(drop, "2 cm]", "3 cm]"));
  next.look();
  EXPECT_EQ(next.simulations(), 0);
}

TEST_F(AFollowedShot, OutlivesEveryBrokenSave) {
  Follower follower(followed(), board_, tracer_);
  follower.look();
  const std::string whole = drop;
  for (std::size_t part = 0; part < whole.size(); part += 7) {
    write("scenes/drop.yaml", whole.substr(0, part));
    catch_up(follower);
  }
  write("scenes/drop.yaml", std::string("\xFF\x00\x01", 3));
  catch_up(follower);
  EXPECT_THAT(news(), HasSubstr(R"("state":"broken")"));
  EXPECT_THAT(news(), HasSubstr("a text file in UTF-8"));
  fs::remove(folder_ / "scenes/drop.yaml");
  catch_up(follower);
  EXPECT_THAT(news(), HasSubstr(R"("state":"broken")"));
  fs::create_directory(folder_ / "scenes/drop.yaml");
  catch_up(follower);
  EXPECT_THAT(news(), HasSubstr("found a folder"));
  fs::remove(folder_ / "scenes/drop.yaml");
  write("scenes/drop.yaml", drop);
  catch_up(follower);
  EXPECT_THAT(news(), HasSubstr(R"("state":"ready")"));
  EXPECT_THAT(news(), HasSubstr(R"("problems":[])"));
}

TEST_F(AFollowedShot, ShowsProblemsOfAllItsFiles) {
  Follower follower(followed(), board_, tracer_);
  write("figures/brick.yaml", changed(brick, "density", "densiti"));
  follower.look();
  EXPECT_THAT(news(), HasSubstr(R"("file":"figures/brick.yaml","line":2,"col":1)"));
  EXPECT_THAT(news(), HasSubstr(R"("source":"densiti: 1 g/cm3")"));
  EXPECT_THAT(news(), HasSubstr(R"("scene":0)"));
  replace("figures/brick.yaml", brick);
  catch_up(follower);
  EXPECT_THAT(news(), HasSubstr(R"("problems":[])"));
  // A file that was missing when the shot was read.
  write("scenes/drop.yaml", changed(drop, "brick.yaml", "later.yaml"));
  catch_up(follower);
  EXPECT_THAT(news(), HasSubstr("there is none at"));
  replace("figures/later.yaml", changed(brick, "figure: brick", "figure: later"));
  catch_up(follower);
  EXPECT_THAT(news(), HasSubstr(R"("problems":[])"));
}

// Descriptors that others hold, rights, a network: no file tells that they are back.
TEST_F(AFollowedShot, IsTriedAgainWhateverItLacked) {
  WatchedShot shot = followed();
  int failures = 2;
  shot.load = [&, load = shot.load] {
    if (failures-- > 0)
      throw InputError(Problem{{"drop.yaml", 0, 0}, "", "", "Too many open files"});
    return load();
  };
  Follower follower(shot, board_, tracer_);
  follower.look();
  for (int k = 0; k < 2; ++k) {
    EXPECT_THAT(news(), HasSubstr(R"("state":"broken")"));
    EXPECT_THAT(news(), HasSubstr("Too many open files"));
    catch_up(follower);  // though nothing is saved
  }
  EXPECT_THAT(news(), HasSubstr(R"("state":"ready")"));
  EXPECT_THAT(news(), HasSubstr(R"("problems":[])"));
}

TEST_F(AFollowedShot, IsFollowedWithoutNoticesToo) {
  Follower follower(followed(), board_, tracer_, true);
  follower.look();
  replace("scenes/drop.yaml", changed(drop, "2 cm]", "3 cm]"));
  catch_up(follower);
  EXPECT_EQ(follower.simulations(), 2);
  EXPECT_THAT(news(), HasSubstr(R"("state":"ready")"));
}

TEST_F(AFollowedShot, ASaveEndsTheSimulationThatItMakesStale) {
  // Longer than any test may take.
  const std::string endless = changed(drop, "figures:", "simulate_until: 1e5 s\nfigures:");
  write("scenes/drop.yaml", endless);
  Follower follower(followed(), board_, tracer_);
  std::thread author([&] {
    while (news().find(R"("scene":0)") != std::string::npos)
      std::this_thread::sleep_for(milliseconds(5));
    replace("scenes/drop.yaml", drop);
  });
  follower.look();
  author.join();
  EXPECT_THAT(news(), HasSubstr(R"("state":"simulating")"));
  EXPECT_THAT(news(), HasSubstr(R"("whole":true)"));  // the film, before what follows it
  catch_up(follower);
  EXPECT_THAT(news(), HasSubstr(R"("state":"ready")"));
}

}  // namespace
}  // namespace gambol
