// Processes that are killed on their way, and those that go on from what they left.

#include "simulation/state/checkpoint.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "base/stop.h"
#include "shot/shot_spec.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulate.h"
#include "simulation/state/state_file.h"
#include "simulation/state/state_visitors.h"
#include "support/figures.h"
#include "support/poses_files.h"
#include "support/scenes.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

std::string content(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class Checkpoint : public ::testing::TestWithParam<const char*> {
 protected:
  Checkpoint() {
    std::string name = ::testing::TempDir() + "checkpoint_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~Checkpoint() override { fs::remove_all(folder_); }

  static ShotSpec shot(const std::string& name) {
    ShotSpec shot = load_shot(scene_file(name));
    shot.film.duration = std::min(shot.film.duration, 4.0);
    shot.motion.simulate_until = 0;
    return shot;
  }
  std::string checkpoint(const ShotSpec& shot) const {
    return folder_ + "/" + shot.name + "/simulating.checkpoint";
  }
  // A process of its own that keeps checkpoints all the way and is killed when it is so far.
  void simulate_and_die(const ShotSpec& shot, double when) const {
    die(shot, 0, [=](double done) {
      if (done >= when) ::kill(::getpid(), SIGKILL);
    });
  }
  // The same with checkpoints behind segments alone; it is killed soon after the one behind a
  // segment.
  void die_behind_segment(const ShotSpec& shot, int number, double when) const {
    die(shot, 1e9, [=, this](double done) {
      while (done >= when && !fs::exists(segment(shot, folder_, number, "poses.unfinished")))
        ::usleep(1000);
      if (done >= when + 0.04) ::kill(::getpid(), SIGKILL);
    });
  }
  void die(const ShotSpec& shot, double every, const std::function<void(double)>& progress) const {
    const pid_t child = fork();
    if (child == 0) {
      simulate(shot, progress, folder_, every);
      _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it came to its end";
  }
  static std::string poses_in(const ShotSpec& shot, const std::string& folder) {
    std::string bytes = content(poses_path(shot, folder));
    for (int k = 1; fs::exists(segment(shot, folder, k)); ++k)
      bytes += content(segment(shot, folder, k));
    return bytes + content(folder + "/" + shot.name + "/poses/motion.h5");
  }
  static std::string segment(const ShotSpec& shot, const std::string& folder, int number,
                             const char* of = "poses") {
    return fmt::format("{}/{}/{}/{:04}.h5", folder, shot.name, of, number);
  }
  // How far it was when it went on, and all bytes that came of it.
  std::pair<double, std::string> go_on(const ShotSpec& shot) const {
    double first = 2;
    simulate(
        shot, [&](double done) { first = std::min(first, done); }, folder_);
    return {first, poses_in(shot, folder_)};
  }
  std::string undisturbed(const ShotSpec& shot) const {
    const std::string folder = folder_ + "/undisturbed";
    simulate(shot, {}, folder);
    return poses_in(shot, folder);
  }

  std::string folder_;
};

TEST_P(Checkpoint, AKilledSimulationGoesOnToTheSameBits) {
  const ShotSpec s = shot(GetParam());
  const std::string wanted = undisturbed(s);
  for (const double when : {0.2, 0.5, 0.75}) simulate_and_die(s, when);
  ASSERT_TRUE(fs::exists(checkpoint(s)));
  const auto [first, bytes] = go_on(s);
  EXPECT_GT(first, 0.4) << "it began again";
  EXPECT_TRUE(bytes == wanted);
  EXPECT_TRUE(fs::exists(checkpoint(s))) << "what came of it may not get into its file";
  remove_checkpoint(s, folder_);
  EXPECT_FALSE(fs::exists(checkpoint(s)));
}

INSTANTIATE_TEST_SUITE_P(Shots, Checkpoint,
                         ::testing::Values("roach_tripod.yaml", "roach_reflexes.yaml",
                                           "roach_wires.yaml", "roach_spray.yaml", "cradle.yaml",
                                           "poda_quadruped.yaml"),
                         [](const auto& info) {
                           const std::string name = info.param;
                           return name.substr(0, name.find('.'));
                         });

using OneShot = Checkpoint;

TEST_F(OneShot, ADamagedCheckpointIsNotUsed) {
  const ShotSpec s = shot("roach_tripod.yaml");
  const std::string wanted = undisturbed(s);
  simulate_and_die(s, 0.6);
  std::string bytes = content(checkpoint(s));
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(checkpoint(s), std::ios::binary) << bytes;
  const auto [first, made] = go_on(s);
  EXPECT_LT(first, 0.1);
  EXPECT_TRUE(made == wanted);
}

// A film of three segments in slow motion, the last of which goes on after it, and three without
// frames.
ShotSpec long_shot() {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/studies/cradle.yaml");
  shot.motion.integrator.step = 1e-3;  // how well the balls bounce does not matter
  shot.film.duration = 25;
  shot.motion.simulate_until = shot.motion.start + 40;
  shot.motion.track_rate = 100;
  return shot;
}

TEST_F(OneShot, WhatIsOnDiskIsWhatWouldBeInMemory) {
  const ShotSpec s = long_shot();
  const Poses wanted = simulate(s), stored = simulate(s, {}, folder_), read = in_memory(stored);
  EXPECT_EQ(stored.stored->segments().size(), 6u);
  EXPECT_TRUE(stored.X_WB.empty());
  EXPECT_EQ(film_hash(read), film_hash(wanted));
  EXPECT_EQ(read.state_hash, wanted.state_hash);
  EXPECT_EQ(read.track_times, wanted.track_times);
  ASSERT_EQ(read.channels.size(), wanted.channels.size());
  for (std::size_t c = 0; c < wanted.channels.size(); ++c) {
    const Channel &channel = wanted.channels[c], &stored_one = read.channels[c];
    ASSERT_EQ(stored_one.values.size(), channel.values.size()) << channel.name;
    double off = 0;  // in parts of the value, beyond half a unit of its last bit
    for (std::size_t i = 0; i < channel.values.size(); ++i) {
      const std::size_t column = i % channel.width();
      const bool is_q = channel.name.ends_with("/q"), is_v = channel.name.ends_with("/v");
      const bool few = channel.width() <= (is_q ? 7 : 6) + 12;
      const bool of_root = (is_q && (few || column < 7)) || (is_v && (few || column < 6));
      const int bits = of_root ? all_bits : is_q ? 24 : is_v ? 16 : channel.bits;
      const double x = channel.values[i], bound = bits == all_bits ? 0 : std::exp2(-bits);
      off = std::max(off, std::abs(stored_one.values[i] - x) - bound * std::abs(x));
    }
    EXPECT_LE(off, 0) << channel.name;
  }
}

TEST_F(OneShot, AKilledSimulationKeepsItsSegments) {
  const ShotSpec s = long_shot();
  const std::string wanted = undisturbed(s);
  die_behind_segment(s, 1, 0.3);
  die_behind_segment(s, 2, 0.6);
  EXPECT_FALSE(fs::exists(segment(s, folder_, 1))) << "it was finished too early";
  const auto written = fs::last_write_time(segment(s, folder_, 1, "poses.unfinished"));
  const auto [first, made] = go_on(s);
  EXPECT_GT(first, 0.04);
  EXPECT_TRUE(made == wanted);
  EXPECT_EQ(fs::last_write_time(segment(s, folder_, 1)), written) << "it was made again";
  EXPECT_FALSE(fs::exists(folder_ + "/" + s.name + "/poses.unfinished"));
}

// Without its segments, a checkpoint is worth nothing.
TEST_F(OneShot, ACheckpointWhoseSegmentsAreGoneIsNotUsed) {
  const ShotSpec s = long_shot();
  const std::string wanted = undisturbed(s);
  die_behind_segment(s, 2, 0.6);
  fs::remove(segment(s, folder_, 1, "poses.unfinished"));
  const auto [first, made] = go_on(s);
  EXPECT_LT(first, 0.1);
  EXPECT_TRUE(made == wanted);
}

TEST_F(OneShot, AMotionStaysUntilTheNextIsWhole) {
  ShotSpec s = long_shot();
  simulate(s, {}, folder_);
  const std::string before = poses_in(s, folder_);
  s.motion.world.gravity.z() *= 1.01;
  die_behind_segment(s, 2, 0.6);
  EXPECT_TRUE(poses_in(s, folder_) == before);
}

// Memory holds a segment at most, however long a motion is.
// What it holds of the recorder, as long after the end of each segment.
TEST(Recorder, KeepsNoMoreThanWhatFollowsTheLastSegment) {
  const ShotSpec s = long_shot();
  Simulator simulator(s.motion);
  PosesRecorder recorder(s, simulator.world(), 40);
  recorder.begin(simulator);
  std::vector<std::size_t> sizes;
  for (const double time : {14.0, 24.0}) {
    simulator.advance(s.motion.start + time, [&](const StepView& step) {
      recorder.record(step, simulator);
      recorder.next_segment();
    });
    StateWriter writer;
    recorder.visit(writer);
    sizes.push_back(writer.bytes.size());
  }
  EXPECT_NEAR(double(sizes[1]), double(sizes[0]), 0.01 * double(sizes[0]));
}

// A film in slow motion, whose last row of tracks is before its last segment begins.
TEST_F(OneShot, SegmentsNeedNoRowsOfTracks) {
  ShotSpec s = long_shot();
  s.film.duration = 30;
  s.film.playback = Curve(0.01);
  s.motion.simulate_until = 0;
  s.motion.track_rate = 6;
  const Poses poses = simulate(s, {}, folder_);
  ASSERT_TRUE(poses.stored);
  EXPECT_EQ(poses.stored->segments().size(), 3u);
  EXPECT_EQ(poses.stored->segments().back().frames, 10 * 24);
  EXPECT_EQ(poses.track_times.size(), 2u);
}

// Such as no program writes: whole, of this motion, and not to be understood.
TEST_F(OneShot, ACheckpointThatEndsTooEarlyIsRefused) {
  const ShotSpec s = shot("roach_tripod.yaml");
  simulate_and_die(s, 0.6);
  StateFile file = read_state_file(checkpoint(s), "checkpoint");
  file.bytes.resize(file.bytes.size() / 2);
  write_state_file(file, "checkpoint", checkpoint(s));
  try {
    go_on(s);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(checkpoint(s) + ": "));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("; it can be deleted"));
  }
}

TEST_F(OneShot, ACheckpointOfAnotherMotionIsNotUsed) {
  ShotSpec s = shot("roach_tripod.yaml");
  simulate_and_die(s, 0.6);
  s.motion.world.gravity.z() *= 1.01;
  const std::string wanted = undisturbed(s);
  const auto [first, made] = go_on(s);
  EXPECT_LT(first, 0.1);
  EXPECT_TRUE(made == wanted);
}

TEST_F(OneShot, AnEndThatIsAskedForLeavesACheckpoint) {
  const ShotSpec s = shot("roach_tripod.yaml");
  const std::string wanted = undisturbed(s);
  const pid_t child = fork();
  if (child == 0) {
    try {
      simulate(
          s,
          [&](double done) {
            if (done >= 0.5 && !stop_asked()) ::raise(SIGTERM);
          },
          folder_);
    } catch (const RunError& error) {
      _exit(static_cast<int>(error.code));
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 143);
  const auto [first, made] = go_on(s);
  EXPECT_GT(first, 0.45);
  EXPECT_TRUE(made == wanted);
}

}  // namespace
}  // namespace gambol
