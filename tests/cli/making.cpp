// A film, and what is made again after a change.

#include <fmt/format.h>

#include <atomic>
#include <thread>

#include "cli/command_line.h"

namespace gambol {
namespace {

// The pictures of the shot, small, and what is made again after a change.
class Making : public CommandLine {
 protected:
  Making() {
    const Ran ran = make();
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "out/drop/drop.tiny.mp4\n");
  }
  Ran make(const std::string& options = "") const {
    return gambol("make scenes/drop.yaml --preset tiny.yaml " + options);
  }
  std::string frame(int number, const char* ending = "png") const {
    return at("out/drop/tiny/drop.000" + std::to_string(number) + "." + ending).string();
  }
};

TEST_F(Making, LeavesPosesFramesAndAMovieAndNothingElse) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(at("out")))
    if (entry.is_regular_file()) names.push_back(entry.path().filename());
  std::vector<std::string> wanted{"poses.h5",  "0001.h5",       "motion.h5",
                                  "end.state", "drop.tiny.mp4", "drop.tiny.jpg"};
  for (int f = 1; f <= 6; ++f)
    for (const char* ending : {"png", "exr"})
      wanted.push_back(fs::path(frame(f, ending)).filename());
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(wanted));
}

TEST_F(Making, OfALongerFilmCanBeWatchedWhileItIsMade) {
  edit("scenes/drop.yaml", "duration: 0.25 s", "duration: 2 s");
  const Ran ran = make();
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::size_t after = 0;
  for (const char* shown : {"out/drop/drop.html", "out/drop/drop.sheet.tiny.png",
                            "out/drop/drop.tiny.first.mp4", "48 of 48 frames"}) {
    after = ran.err.find(shown, after);
    ASSERT_NE(after, ran.err.npos) << shown << " in " << ran.err;
  }
  EXPECT_TRUE(fs::exists(at("out/drop/drop.html")));
  EXPECT_TRUE(fs::exists(at("out/drop/drop.sheet.tiny.png")));
  EXPECT_FALSE(fs::exists(at("out/drop/drop.tiny.first.mp4"))) << "the film replaces it";
  EXPECT_EQ(ran.out, "out/drop/drop.tiny.mp4\n");
}

TEST_F(Making, DoesNothingASecondTime) {
  const auto time = fs::last_write_time(at("out/drop/drop.tiny.mp4"));
  const Ran ran = make();
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(fs::last_write_time(at("out/drop/drop.tiny.mp4")), time);
}

TEST_F(Making, MakesWhatIsMissingOrDamagedAgainAndTheSame) {
  const std::string png = content(frame(2)), exr = content(frame(4, "exr"));
  const std::string movie = content(at("out/drop/drop.tiny.mp4"));
  fs::remove(frame(2));
  std::ofstream(frame(4, "exr")) << exr.substr(0, exr.size() - 40);
  std::ofstream(at("out/drop/drop.tiny.mp4")) << movie.substr(0, movie.size() / 2);
  const auto untouched = fs::last_write_time(frame(3));
  const Ran ran = make();
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, Not(HasSubstr("simulating")));
  EXPECT_TRUE(content(frame(2)) == png);
  EXPECT_TRUE(content(frame(4, "exr")) == exr);
  EXPECT_TRUE(content(at("out/drop/drop.tiny.mp4")) == movie);
  EXPECT_EQ(fs::last_write_time(frame(3)), untouched);
}

TEST_F(Making, ACameraEditAsksForFramesButNotForASimulation) {
  const std::string png = content(frame(2));
  edit("scenes/drop.yaml", "position: [10 cm", "position: [9 cm");
  const Ran ran = make();
  EXPECT_THAT(ran.err, Not(HasSubstr("simulating")));
  EXPECT_THAT(ran.err, HasSubstr("6 of 6 frames"));
  EXPECT_FALSE(content(frame(2)) == png);
}

TEST_F(Making, AMotionEditAsksForASimulation) {
  edit("scenes/drop.yaml", "2 cm]", "3 cm]");
  EXPECT_THAT(make().err, HasSubstr("simulating"));
}

// glibc without its variants for FMA computes other bits.
TEST_F(Making, AnotherArithmeticMakesAnotherFilm) {
  const std::string poses = content(at("out/drop/poses.h5"));
  const std::string picture = content(at("out/drop/tiny/drop.0003.png"));
  const std::string without = "export GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA; ";
  EXPECT_THAT(gambol("verify scenes/drop.yaml --preset tiny.yaml", without).out,
              HasSubstr("none of this motion"));
  const Ran other = gambol("make scenes/drop.yaml --preset tiny.yaml", without);
  EXPECT_EQ(other.code, 0);
  EXPECT_THAT(other.err, HasSubstr("simulating"));
  EXPECT_THAT(other.err, HasSubstr("rendering"));
  EXPECT_FALSE(content(at("out/drop/poses.h5")) == poses);
  EXPECT_EQ(make().code, 0);
  EXPECT_TRUE(content(at("out/drop/poses.h5")) == poses);
  EXPECT_TRUE(content(at("out/drop/tiny/drop.0003.png")) == picture);
}

TEST_F(Making, VerifyReadsTheEndsStateAndMakeMakesItAgain) {
  const std::string verify = "verify scenes/drop.yaml --preset tiny.yaml",
                    end = "out/drop/end.state";
  EXPECT_EQ(gambol(verify).code, 0);
  const std::string whole = content(at(end));
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 1;
  for (const std::string& bytes : {damaged, whole.substr(0, whole.size() - 3), std::string()}) {
    write(end, bytes);
    const Ran ran = gambol(verify);
    EXPECT_EQ(ran.code, 5);
    EXPECT_THAT(ran.out, HasSubstr("out/drop/end.state: "));
    const Ran again = make();
    EXPECT_EQ(again.code, 0);
    EXPECT_THAT(again.err, testing::ContainsRegex("out/drop/end.state: is .*; simulating again"));
    EXPECT_THAT(again.err, Not(HasSubstr("rendering")));
    EXPECT_TRUE(content(at(end)) == whole);
    EXPECT_EQ(gambol(verify).code, 0);
  }
  // That of another simulation, which is whole.
  edit("scenes/drop.yaml", "2 cm]", "3 cm]");
  ASSERT_EQ(gambol("simulate scenes/drop.yaml --out other").code, 0);
  edit("scenes/drop.yaml", "3 cm]", "2 cm]");
  fs::copy_file(at("other/drop/end.state"), at(end), fs::copy_options::overwrite_existing);
  EXPECT_THAT(gambol(verify).out, HasSubstr("is of another simulation than the poses"));
  fs::remove(at(end));
  EXPECT_EQ(gambol(verify).code, 5);
  EXPECT_THAT(make().err, HasSubstr("out/drop/end.state: no such file; simulating again"));
  EXPECT_TRUE(content(at(end)) == whole);
  EXPECT_EQ(gambol(verify).code, 0);
}

TEST_F(Making, DamagedPosesAreSimulatedAgain) {
  for (const char* name : {"out/drop/poses/0001.h5", "out/drop/poses/motion.h5"}) {
    const std::string poses = content(at(name));
    std::ofstream(at(name)) << poses.substr(0, poses.size() - 1);
    const Ran ran = make();
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.err, HasSubstr("is damaged or cut off"));
    EXPECT_TRUE(content(at(name)) == poses);
  }
}

TEST_F(Making, WhatShowsThePosesAsOneFileIsMadeAgain) {
  const std::string shown = content(at("out/drop/poses.h5"));
  fs::remove(at("out/drop/poses.h5"));
  const Ran ran = make();
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(content(at("out/drop/poses.h5")) == shown);
}

// A task of a farm renders the poses that it was handed out for, and no others.
TEST_F(Making, RefusesOtherPosesThanWereAskedFor) {
  const fs::path poses = at("out/drop/poses/motion.h5");
  const auto hash_of = [](const std::string& bytes) {
    return bytes.substr(bytes.find("\nmotion ") + 8, 32);
  };
  const std::string first = content(poses);
  edit("scenes/drop.yaml", "0, 2 cm]", "0, 3 cm]");
  ASSERT_EQ(gambol("simulate scenes/drop.yaml").code, 0);
  const std::string second = content(poses);
  ASSERT_NE(hash_of(first), hash_of(second));
  const auto said = [&](const std::string& hash) {
    const std::string command = " scenes/drop.yaml --preset tiny.yaml --poses " + hash;
    const Ran ran = gambol("render" + command), film = gambol("encode" + command);
    EXPECT_EQ(ran.code, film.code);
    EXPECT_EQ(ran.err, film.err);
    return fmt::format("{}: {}", ran.code, ran.err);
  };
  EXPECT_EQ(said(hash_of(first)),
            fmt::format("3: the motion of drop has been edited since poses {} were asked for: now "
                        "it is {}\n",
                        hash_of(first), hash_of(second)));
  std::ofstream(poses) << first;
  EXPECT_EQ(said(hash_of(second)),
            fmt::format("3: out/drop/poses.h5: these are poses {} of another motion, and poses {} "
                        "were asked for\n",
                        hash_of(first), hash_of(second)));
  std::string damaged = second;
  damaged[second.size() / 2] ^= 1;
  std::ofstream(poses) << damaged;
  EXPECT_EQ(said(hash_of(second)),
            "3: out/drop/poses/motion.h5: is damaged or cut off: its content does not match its "
            "checksum\n");
  fs::remove(poses);
  EXPECT_EQ(said(hash_of(second)),
            fmt::format("3: out/drop/poses.h5: there are no poses of gambol, and poses {} were "
                        "asked for\n",
                        hash_of(second)));
  std::ofstream(poses) << second;
  EXPECT_EQ(gambol("render scenes/drop.yaml --preset tiny.yaml --poses " + hash_of(second)).code,
            0);
}

TEST_F(Making, EncodeWantsEveryFrame) {
  fs::remove(frame(5));
  const Ran ran = gambol("encode scenes/drop.yaml --preset tiny.yaml");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("drop.0005.png"));
  EXPECT_EQ(gambol("render scenes/drop.yaml --preset tiny.yaml --frames 5 --no-exr").code, 0);
  EXPECT_EQ(gambol("encode scenes/drop.yaml --preset tiny.yaml").code, 0);
}

// What is said to be there is there, whoever took it away meanwhile.
TEST_F(Making, ReadsBackWhatItWrote) {
  for (const char* ending : {"png", "exr"}) {
    fs::remove_all(at("out/drop/tiny"));
    std::atomic<bool> over{false};
    std::thread thief([&] {  // there are frames to come behind it
      while (!over && !fs::remove(frame(1, ending))) std::this_thread::yield();
    });
    const Ran ran = make();
    over = true;
    thief.join();
    EXPECT_EQ(ran.code, 5);
    EXPECT_THAT(ran.err, HasSubstr("is missing or damaged: 1 of 6 frames are so\n"));
  }
}

// A limit on the size of files stands in for a full disk.
TEST_F(Making, AFullDiskIsOneMessageAndNothingHalfWritten) {
  fs::remove_all(at("out"));
  const Ran ran = gambol("simulate scenes/drop.yaml", "ulimit -f 2; ");
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(ran.err.substr(ran.err.find("cannot")),
            "cannot write out/drop/poses.unfinished/0001.h5: File too large\n");
  // Of what was written before, nothing is in parts.
  for (const auto& entry : fs::recursive_directory_iterator(at("out/drop")))
    EXPECT_TRUE(entry.is_directory() || entry.path().filename() == "end.state") << entry.path();
}

// Eyes that share nothing: a movie of each, and EXR files with two views, from which overlays are
// drawn anew.
TEST_F(Making, SeparateEyesGetAMovieEach) {
  edit("scenes/drop.yaml", "target: [0, 0, 1 cm]",
       "target: [0, 0, 1 cm]\n  stereo: {separation: 5 mm, layout: separate}");
  const Ran ran = make();
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop/drop.tiny.left.mp4\nout/drop/drop.tiny.right.mp4\n");
  const std::string left = content(at("out/drop/drop.tiny.left.mp4")),
                    right = content(at("out/drop/drop.tiny.right.mp4"));
  EXPECT_FALSE(left == right);
  EXPECT_EQ(make().err, "");
  const std::string png = content(frame(2));
  fs::remove(frame(2));
  const Ran drawn = make();
  EXPECT_THAT(drawn.err, Not(HasSubstr("rendering")));
  EXPECT_THAT(drawn.err, HasSubstr("drawing"));
  EXPECT_TRUE(content(frame(2)) == png);
  fs::remove(at("out/drop/drop.tiny.right.mp4"));
  EXPECT_EQ(make().code, 0);
  EXPECT_TRUE(content(at("out/drop/drop.tiny.right.mp4")) == right);
}

TEST_F(Making, AResolutionIsThatOfThePictures) {
  write("half.yaml", "preset: half\nscale: 0.5\nsamples: 1\nbounces: 0\n");
  edit("scenes/drop.yaml", "playback: 1/4}",
       "playback: 1/4, resolution: [80, 40], pixel_aspect: 2}");
  const Ran ran = gambol("render scenes/drop.yaml --preset half.yaml --frames 1 --stats");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 frames of 40x20"));
  EXPECT_EQ(gambol("sheet scenes/drop.yaml --preset half.yaml --count 1").code, 0);
}

}  // namespace
}  // namespace gambol
