// A motion of several segments on disk, and what is read of it.

#include "poses/motion_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <hdf5.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "poses/channels.h"
#include "poses/footfalls.h"
#include "support/poses_files.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// The frames from `first` to `last` - 1 of a motion with two samples per frame, three frames to a
// segment, two rows to a frame, and a particle more at every sample. Whatever is in it tells where
// it belongs.
Poses part_of_motion(int first, int last, int rows_after = 0) {
  Poses part{.shot = "walk", .version = "0.1", .motion_hash = "0123", .state_hash = "4567"};
  part.fps = 10;
  part.frames = last - first;
  part.samples_per_frame = 2;
  part.bodies = {"roach/abdomen", "roach/hip"};
  part.appears = {-INFINITY, 0.1};
  part.emitters = {"sparks"};
  part.figures = {{"roach", 0.5}};
  part.first_particle = {0};
  for (int k = 2 * first; k <= 2 * last; ++k) {
    part.sample_times.push_back(0.05 * k);
    for (int body = 0; body < 2; ++body)
      part.X_WB.push_back({Quat(Eigen::AngleAxisd(0.1 * k, Vec3::UnitZ())), Vec3(k, body, 0)});
    for (int i = 0; i < k; ++i)
      part.particles.push_back({float(i), 0, float(k), 1, {0, 0, 1}, {0, 0, 0}});
    part.first_particle.push_back(part.particles.size());
  }
  part.channels = {{"roach/q", "rad", "joint positions", {"hip", "knee"}, {}, single_bits},
                   {"roach/on", "", "whether", {"on"}, {}}};
  for (int row = 2 * first; row < 2 * last + rows_after; ++row) {
    part.track_times.push_back(0.5 + row / 20.0);
    for (const double x : {row + 0.25, row + 0.5}) part.channels[0].values.push_back(x);
    part.channels[1].values.push_back(row % 2);
  }
  part.track_rate = 20;
  part.marks = {{0.25, "walk", "the gait begins"}};
  return part;
}

constexpr int all_frames = 8;  // in three segments, and rows after the film in a fourth

class MotionFile : public testing::Test {
 protected:
  MotionFile() {
    std::string name = testing::TempDir() + "motion_XXXXXX";
    folder_ = mkdtemp(name.data());
    path_ = (folder_ / "poses.h5").string();
    save_motion();
  }
  ~MotionFile() override { fs::remove_all(folder_); }

  static Poses whole() { return part_of_motion(0, all_frames, 4); }

  void save_motion(double off = 0) const {
    MotionWriter writer(path_, {3, 2});
    writer.begin();
    for (int first = 0; first < all_frames; first += 3) {
      Poses part = part_of_motion(first, std::min(first + 3, all_frames));
      for (Transform& X : part.X_WB) X.p.z() += off;
      writer.add(part);
    }
    Poses after = part_of_motion(all_frames, all_frames, 4);
    for (Transform& X : after.X_WB) X.p.z() += off;
    writer.add(after);
    writer.finish(whole());
  }

  static std::string content(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::string segment(int number) const {
    return fmt::format("{}/poses/{:04}.h5", folder_.string(), number);
  }
  // What is said when everything is verified.
  std::string complaint() const {
    try {
      load_poses(path_).stored->require_sound();
    } catch (const InputError& error) {
      return error.what();
    }
    return "sound";
  }

  fs::path folder_;
  std::string path_;
};

TEST_F(MotionFile, GivesWhatItsSegmentsHold) {
  const Poses read = load_poses(path_), wanted = whole(), loaded = in_memory(read);
  EXPECT_EQ(read.stored->segments().size(), 4u);
  EXPECT_TRUE(read.X_WB.empty());
  EXPECT_EQ(film_hash(loaded), film_hash(wanted));
  EXPECT_EQ(loaded.first_particle, wanted.first_particle);
  EXPECT_EQ(read.track_times, wanted.track_times);
  ASSERT_EQ(loaded.channels.size(), wanted.channels.size());
  for (std::size_t c = 0; c < wanted.channels.size(); ++c) {
    EXPECT_EQ(loaded.channels[c].columns, wanted.channels[c].columns);
    EXPECT_EQ(loaded.channels[c].values, wanted.channels[c].values);
    EXPECT_EQ(loaded.channels[c].bits, wanted.channels[c].bits);
  }
  EXPECT_EQ(read.marks[0].text, "the gait begins");
  EXPECT_EQ(read.pose_at(2.75, 0).p.x(), 5.5);  // between two segments
  EXPECT_EQ(read.pose_at(8, 1).p.x(), 16);
  EXPECT_EQ(read.pose_at(100, 1).p.x(), 16);
}

TEST_F(MotionFile, GivesRowsAcrossSegments) {
  const Poses read = load_poses(path_);
  const Column knee = find_column(read, "roach", "q", "knee");
  EXPECT_EQ(knee.size(), 20u);
  EXPECT_EQ(knee.values(5, 8), (std::vector{5.5, 6.5, 7.5}));
  EXPECT_EQ(knee.values(15, 18), (std::vector{15.5, 16.5, 17.5}));
  EXPECT_EQ(knee[12], 12.5);
}

// Of a motion that goes on, the first part is on disk and the rest in memory.
TEST_F(MotionFile, GoesOnInMemory) {
  MotionWriter writer((folder_ / "other.h5").string(), {3, 2});
  writer.begin();
  writer.add(part_of_motion(0, 3));
  writer.add(part_of_motion(3, 6));
  Poses rest = part_of_motion(6, 8, 4);
  const Poses all = whole();
  rest.sample_times = all.sample_times, rest.track_times = all.track_times,
  rest.frames = all.frames;
  rest.store(writer.stored());
  for (std::size_t k = 0; k < all.sample_times.size(); ++k) {
    EXPECT_EQ(rest.pose(k, 1).p, all.pose(k, 1).p) << k;
    EXPECT_EQ(rest.particles_at(k).size(), all.particles_at(k).size()) << k;
  }
  EXPECT_EQ(find_column(rest, "roach", "q", "hip").values(),
            find_column(all, "roach", "q", "hip").values());
}

TEST_F(MotionFile, IsTheSameBytesEveryTime) {
  std::vector<std::string> bytes;
  for (const char* name : {"poses/0001.h5", "poses/0003.h5", "poses/motion.h5", "poses.h5"})
    bytes.push_back(content(folder_ / name));
  save_motion();
  std::vector<std::string> again;
  for (const char* name : {"poses/0001.h5", "poses/0003.h5", "poses/motion.h5", "poses.h5"})
    again.push_back(content(folder_ / name));
  EXPECT_EQ(bytes, again);
}

TEST_F(MotionFile, LeavesNothingElseInItsFolder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder_))
    names.push_back(fs::relative(entry.path(), folder_));
  EXPECT_THAT(names,
              testing::UnorderedElementsAre("poses", "poses.h5", "poses/motion.h5", "poses/0001.h5",
                                            "poses/0002.h5", "poses/0003.h5", "poses/0004.h5"));
  EXPECT_THROW(save_poses(whole(), path_ + "/below.h5"), RunError);
}

TEST_F(MotionFile, TellsOfItselfWithoutBeingRead) {
  const PosesHeader header = read_poses_header(path_);
  EXPECT_EQ(header.motion_hash, "0123");
  EXPECT_EQ(header.frames, all_frames);
  EXPECT_EQ(read_poses_header((folder_ / "missing.h5").string()).motion_hash, "");
  std::ofstream(folder_ / "poses/motion.h5") << "not ours";
  EXPECT_EQ(read_poses_header(path_).motion_hash, "");
}

// A frame's picture depends on its own segment, not on those before and after it.
TEST_F(MotionFile, TellsWhatEachSegmentShows) {
  const FilmHashes before = film_hashes(load_poses(path_));
  EXPECT_EQ(before.frames_each, 3);
  ASSERT_EQ(before.segments.size(), 4u);
  EXPECT_EQ(before.segments[1], film_hash(part_of_motion(3, 6)));
  MotionWriter writer(path_, {3, 2});
  writer.begin();
  for (int first = 0; first < all_frames; first += 3) {
    Poses part = part_of_motion(first, std::min(first + 3, all_frames));
    if (first == 3) part.X_WB[2].p.x() += 1e-9;
    writer.add(part);
  }
  writer.add(part_of_motion(all_frames, all_frames, 4));
  const FilmHashes after = film_hashes(writer.finish(whole()));
  EXPECT_EQ(after.segments[0], before.segments[0]);
  EXPECT_NE(after.segments[1], before.segments[1]);
  EXPECT_EQ(after.segments[2], before.segments[2]);
}

TEST_F(MotionFile, FindsOneFlippedBitInAnyFile) {
  EXPECT_EQ(complaint(), "sound");
  for (const char* name : {"poses/0001.h5", "poses/0004.h5", "poses/motion.h5"}) {
    const std::string path = folder_ / name, sound = content(path);
    for (std::size_t at = 0; at < sound.size(); at += 397) {
      std::string damaged = sound;
      damaged[at] ^= 4;
      std::ofstream(path) << damaged;
      EXPECT_THAT(complaint(), testing::AnyOf(HasSubstr("damaged"), HasSubstr("not a "),
                                              HasSubstr("newer"), HasSubstr("another motion")))
          << name << " byte " << at;
    }
    std::ofstream(path) << sound;
  }
}

TEST_F(MotionFile, FindsDamageWhenItIsRead) {
  std::string damaged = content(segment(2));
  damaged[damaged.size() - 9] ^= 1;
  std::ofstream(segment(2)) << damaged;
  const Poses read = load_poses(path_);
  EXPECT_EQ(read.pose(5, 0).p.x(), 5);  // of the first segment
  EXPECT_THROW(read.pose(6, 0), InputError);
  EXPECT_THROW(find_column(read, "roach", "q", "hip").values(), InputError);
}

TEST_F(MotionFile, RefusesSegmentsThatAreMissingOrOfAnotherMotion) {
  const std::string second = content(segment(2));
  fs::copy_file(segment(1), segment(2), fs::copy_options::overwrite_existing);
  EXPECT_EQ(complaint(), segment(2) + ": is of another motion than the segments beside it");
  fs::remove(segment(2));
  EXPECT_EQ(complaint(), segment(2) + ": cannot be read: No such file or directory");
  std::ofstream(segment(2)) << second;
  EXPECT_EQ(complaint(), "sound");
}

TEST_F(MotionFile, StaysReadableWhenAnotherTakesItsPlace) {
  const Poses old = load_poses(path_);
  save_motion(7);
  EXPECT_EQ(old.pose(7, 0).p.z(), 0);
  EXPECT_EQ(load_poses(path_).pose(7, 0).p.z(), 7);
}

TEST_F(MotionFile, IsReadByManyThreads) {
  const Poses read = load_poses(path_), wanted = whole();
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t k = 0; k < wanted.sample_times.size(); ++k)
        right[t] += read.pose((k * 5 + t) % wanted.sample_times.size(), 1).p ==
                    wanted.pose((k * 5 + t) % wanted.sample_times.size(), 1).p;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(4, int(wanted.sample_times.size())));
}

// What a process that was killed left is not what the next one writes.
TEST_F(MotionFile, GoesOnBehindSoundSegmentsOnly) {
  const std::string path = (folder_ / "other.h5").string();
  MotionWriter killed(path, {3, 2});
  killed.begin();
  killed.add(part_of_motion(0, 3));
  killed.add(part_of_motion(3, 6));
  MotionWriter next(path, {3, 2});
  EXPECT_TRUE(next.go_on({killed.segments()[0]}));
  next.add(part_of_motion(3, 6));
  EXPECT_EQ(next.segments()[1].checksum, killed.segments()[1].checksum);
  std::vector<SegmentSeal> wrong = killed.segments();
  wrong[1].checksum[0] ^= 1;
  EXPECT_FALSE(next.go_on(wrong));
  wrong = killed.segments();
  wrong.push_back(wrong[0]);
  EXPECT_FALSE(next.go_on(wrong));
}

// By HDF5's virtual datasets.
TEST_F(MotionFile, IsShownAsOneFile) {
  const std::string script =
      "import h5py, sys, numpy as n\n"
      "f = h5py.File(sys.argv[1])\n"
      "assert f['film/transforms'].shape == (17, 2, 7), f['film/transforms'].shape\n"
      "assert (f['film/transforms'][:, 1, 0] == n.arange(17)).all()\n"
      "assert n.allclose(f['film/times'][:], 0.05 * n.arange(17))\n"
      "assert (f['tracks/roach/q'][:, 0] == n.arange(20) + 0.25).all()\n"
      "assert f['tracks/roach/q'].dtype == 'f4' and f['times'].shape == (20,)\n"
      "first = f['film/first_particle'][:]\n"
      "assert (first[1:] - first[:-1] == n.arange(17)).all(), first\n"
      "assert f['film/particles'].shape == (17 * 16 / 2, 10)\n"
      "rows = f['film/particles'][:]\n"
      "assert all((rows[int(first[k]):int(first[k + 1]), 2] == k).all() for k in range(17))\n"
      "assert f.attrs['frames'] == 8 and f['marks/names'][0] == b'walk'\n"
      "assert f['tracks/roach/q'].attrs['units'] == 'rad'\n";
  std::ofstream(folder_ / "look.py") << script;
  // From another folder: segments are found beside the file.
  const std::string command =
      fmt::format("cd / && /usr/bin/python3 {}/look.py {}", folder_.string(), path_);
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(MotionFile, IsShownAgainIfTheFileIsOfAnotherMotion) {
  const std::string view = content(path_);
  save_motion(1);
  std::ofstream(path_) << view;  // as if killed before it was written
  show_as_one_file(path_);
  EXPECT_NE(content(path_), view);
  fs::remove(path_);
  show_as_one_file(path_);
  EXPECT_TRUE(fs::exists(path_));
}

TEST_F(MotionFile, IsPlottedByThePythonExample) {
  const std::string plot = (folder_ / "knee.png").string();
  const std::string command = "MPLCONFIGDIR=" + folder_.string() + " /usr/bin/python3 " +
                              GAMBOL_SOURCE_DIR "/docs/plot_joint.py " + path_ + " roach/q knee " +
                              plot;
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_GT(fs::file_size(plot), 1000u);
}

// Two feet land at 0.2 s and 0.7 s of a motion that is played at half speed, in a shot that begins
// at 0.5 s of its film.
TEST_F(MotionFile, IsHeardByThePythonExampleWhereFeetLand) {
  Poses poses = part_of_motion(0, 3);
  poses.fps = 24;
  poses.frames = 48;
  poses.samples_per_frame = 1;
  poses.figures = {{"dog", 10}};
  poses.emitters.clear(), poses.particles.clear(), poses.sample_times.clear(), poses.X_WB.clear();
  for (int k = 0; k <= poses.frames; ++k) poses.sample_times.push_back(k / 48.0);
  poses.X_WB.resize(poses.sample_times.size() * poses.bodies.size());
  poses.first_particle.assign(poses.sample_times.size() + 1, 0);
  poses.track_times.clear(), poses.track_rate = 0;
  poses.channels = {{"dog/foot_force",
                     "N",
                     "",
                     {"left.x", "left.y", "left.z", "right.x", "right.y", "right.z"},
                     {}}};
  for (int i = 0; i < 1000; ++i) {
    poses.track_times.push_back(0.001 * i);
    const double left = i >= 200 && i < 400 ? 98.1 : 0, right = i >= 700 ? 49.05 : 0;
    for (const double force : {left, 0.0, left, right, 0.0, right})
      poses.channels[0].values.push_back(force);
  }
  save_poses(poses, path_);
  const std::string sound = (folder_ / "steps.wav").string();
  const std::string command = fmt::format("/usr/bin/python3 {}/docs/footsteps.py {} {} 0.5",
                                          GAMBOL_SOURCE_DIR, path_, sound);
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string bytes = content(sound);
  const auto sample = [&](std::size_t i) {
    return static_cast<std::int16_t>(std::uint8_t(bytes[44 + 2 * i]) | bytes[45 + 2 * i] << 8);
  };
  std::vector<double> heard, loudness;  // s; largest sample of each beat
  std::size_t last = 0;
  for (std::size_t i = 0; 46 + 2 * i < bytes.size(); ++i) {
    if (std::abs(sample(i)) < 100) continue;
    if (heard.empty() || i - last > 4800) heard.push_back(i / 48000.0), loudness.push_back(0);
    loudness.back() = std::max<double>(loudness.back(), std::abs(sample(i)));
    last = i;
  }
  ASSERT_EQ(heard.size(), 2u);
  EXPECT_NEAR(heard[0], 0.5 + 0.4, 0.001);
  EXPECT_NEAR(heard[1], 0.5 + 1.4, 0.001);
  EXPECT_NEAR(loudness[1] / loudness[0], 0.5, 0.15);  // each has its own noise
}

}  // namespace
}  // namespace gambol
