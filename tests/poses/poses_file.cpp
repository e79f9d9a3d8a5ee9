#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "base/error.h"
#include "poses/poses.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Poses random_poses() {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  Poses poses{.shot = "walk", .version = "0.1", .motion_hash = "0123", .state_hash = "4567"};
  poses.seed = 0xfedcba9876543210;
  poses.fps = 24000.0 / 1001;
  poses.frames = 3;
  poses.bodies = {"roach/abdomen", "roach/kopf_ä", ""};
  for (int i = 0; i < 13; ++i) {
    poses.sample_times.push_back(number(random));
    for (std::size_t b = 0; b < poses.bodies.size(); ++b)
      poses.X_WB.push_back({Quat(number(random), number(random), number(random), 0.1).normalized(),
                            Vec3(number(random), 5e-324, -0.0)});
  }
  poses.appears = {-std::numeric_limits<double>::infinity(), 0.5, 0.7};
  poses.emitters = {"sparks", "dust"};
  for (std::size_t k = 0; k <= poses.sample_times.size(); ++k) {
    poses.first_particle.push_back(2 * k);
    if (k == poses.sample_times.size()) break;
    for (int e = 0; e < 2; ++e) {
      const auto f = [&] { return static_cast<float>(number(random)); };
      poses.particles.push_back({float(k), float(e), f(), f(), {f(), f(), f()}, {f(), f(), f()}});
    }
  }
  for (int i = 0; i < 20; ++i) poses.track_times.push_back(0.001 * i);
  poses.channels = {{"roach/q", "rad", "joint positions", {"hip", "knee"}, {}},
                    {"clock", "s", "", {"t"}, {}},
                    {"roach/foot_force/front_left", "N", "on the foot", {"x", "y", "z"}, {}},
                    {"none", "", "without columns", {}, {}}};
  for (Channel& channel : poses.channels)
    for (std::size_t i = 0; i < 20 * channel.width(); ++i) channel.values.push_back(number(random));
  poses.marks = {{0.25, "walk", "the gait begins"}, {0.5, "push", ""}};
  return poses;
}

class PosesFile : public testing::Test {
 protected:
  PosesFile() {
    std::string name = testing::TempDir() + "poses_XXXXXX";
    folder_ = mkdtemp(name.data());
    path_ = (folder_ / "poses.h5").string();
    save_poses(random_poses(), path_);
    bytes_ = content(path_);
  }
  ~PosesFile() override { fs::remove_all(folder_); }

  static std::string content(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  // What load_poses says about a file with these bytes.
  std::string complaint(const std::string& bytes) const {
    std::ofstream(path_) << bytes;
    try {
      load_poses(path_);
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path_));
      return error.what();
    }
    return "accepted";
  }

  fs::path folder_;
  std::string path_, bytes_;
};

TEST_F(PosesFile, KeepsEveryBit) {
  const Poses a = random_poses(), b = load_poses(path_);
  EXPECT_EQ(std::tie(a.shot, a.version, a.motion_hash, a.state_hash, a.seed, a.fps, a.frames,
                     a.samples_per_frame, a.bodies),
            std::tie(b.shot, b.version, b.motion_hash, b.state_hash, b.seed, b.fps, b.frames,
                     b.samples_per_frame, b.bodies));
  EXPECT_EQ(film_hash(a), film_hash(b));
  EXPECT_EQ(a.track_times, b.track_times);
  ASSERT_EQ(a.channels.size(), b.channels.size());
  for (std::size_t i = 0; i < a.channels.size(); ++i) {
    const Channel &c = a.channels[i], &d = b.channels[i];
    EXPECT_EQ(std::tie(c.name, c.unit, c.help, c.columns, c.values),
              std::tie(d.name, d.unit, d.help, d.columns, d.values));
  }
  ASSERT_EQ(b.marks.size(), 2u);
  EXPECT_EQ(b.marks[0].text, "the gait begins");
  EXPECT_EQ(b.marks[1].time, 0.5);
}

TEST_F(PosesFile, IsTheSameBytesEveryTime) {
  save_poses(load_poses(path_), path_);
  EXPECT_EQ(content(path_), bytes_);
}

TEST_F(PosesFile, KeepsAFilmWithoutChannelsOrMarks) {
  Poses poses = random_poses();
  poses.channels.clear();
  poses.marks.clear();
  poses.track_times.clear();
  save_poses(poses, path_);
  EXPECT_EQ(film_hash(load_poses(path_)), film_hash(poses));
}

TEST_F(PosesFile, TellsOfItselfWithoutBeingRead) {
  const PosesHeader header = read_poses_header(path_);
  EXPECT_EQ(header.motion_hash, "0123");
  EXPECT_EQ(header.film_hash, film_hash(load_poses(path_)));
  EXPECT_EQ(header.frames, load_poses(path_).frames);
  EXPECT_EQ(read_poses_header(path_ + ".missing").motion_hash, "");
  std::ofstream(path_) << "not ours";
  EXPECT_EQ(read_poses_header(path_).motion_hash, "");
}

TEST_F(PosesFile, FindsOneFlippedBitAnywhere) {
  for (std::size_t at = 0; at < bytes_.size(); at += 97) {
    std::string damaged = bytes_;
    damaged[at] ^= 4;
    EXPECT_THAT(complaint(damaged),
                testing::AnyOf(HasSubstr("damaged"), HasSubstr("not a poses"), HasSubstr("newer")))
        << "byte " << at;
  }
}

TEST_F(PosesFile, KeepsParticlesAndWhenBodiesAppear) {
  const Poses a = random_poses(), b = load_poses(path_);
  EXPECT_EQ(b.appears, a.appears);
  EXPECT_EQ(b.emitters, a.emitters);
  EXPECT_EQ(b.first_particle, a.first_particle);
  ASSERT_EQ(b.particles.size(), a.particles.size());
  EXPECT_EQ(film_hash(b), film_hash(a));
  Poses c = b;
  c.particles[3].p.x() += 1e-3f;
  EXPECT_NE(film_hash(c), film_hash(a));
  c = b;
  c.appears[1] = 0.6;
  EXPECT_NE(film_hash(c), film_hash(a));
}

TEST_F(PosesFile, FindsThatItIsCutOff) {
  for (const std::size_t size :
       {std::size_t{20}, std::size_t{511}, std::size_t{512}, bytes_.size() / 2, bytes_.size() - 1})
    EXPECT_THAT(complaint(bytes_.substr(0, size)), HasSubstr("cut off")) << size;
}

TEST_F(PosesFile, RefusesForeignEmptyAndMissingFiles) {
  EXPECT_THAT(complaint(""), HasSubstr("is not a poses file"));
  EXPECT_THAT(complaint("\x89HDF\r\n\x1a\n of somebody else"), HasSubstr("is not a poses file"));
  fs::remove(path_);
  EXPECT_THROW(load_poses(path_), InputError);
  EXPECT_THROW(load_poses(folder_.string()), InputError);
}

TEST_F(PosesFile, SaysWhenANewerProgramWroteIt) {
  std::string newer = bytes_;
  newer.replace(0, 15, "gambol poses 5\n");
  EXPECT_THAT(complaint(newer), HasSubstr("newer gambol (format 5"));
}

TEST_F(PosesFile, LeavesNothingElseInItsFolder) {
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_THROW(save_poses(random_poses(), path_ + "/below.h5"), RunError);
}

TEST_F(PosesFile, IsPlottedByThePythonExample) {
  const std::string plot = (folder_ / "knee.png").string();
  const std::string command = "MPLCONFIGDIR=" + folder_.string() + " /usr/bin/python3 " +
                              GAMBOL_SOURCE_DIR "/docs/plot_joint.py " + path_ + " roach/q knee " +
                              plot;
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_GT(fs::file_size(plot), 1000u);
}

// The checksum is right; what it stands for cannot be.
TEST_F(PosesFile, ContentThatMakesNoFilmIsRefused) {
  const auto refused = [&](auto change) {
    Poses poses = random_poses();
    change(poses);
    save_poses(poses, path_);
    return complaint(content(path_));
  };
  EXPECT_EQ(refused([](Poses&) {}), "accepted");
  EXPECT_THAT(refused([](Poses& p) { p.samples_per_frame = 0; }),
              HasSubstr("0 samples_per_frame make no film"));
  EXPECT_THAT(refused([](Poses& p) { p.frames = -1; }), HasSubstr("frames make no film"));
  EXPECT_THAT(refused([](Poses& p) { p.frames = 4; }), HasSubstr("film/times has the wrong size"));
  EXPECT_THAT(refused([](Poses& p) { p.fps = 0; }), HasSubstr("fps has the wrong size"));
  EXPECT_THAT(refused([](Poses& p) { p.X_WB[3].p.x() = NAN; }),
              HasSubstr("film/transforms holds what is no number"));
  EXPECT_THAT(refused([](Poses& p) { p.sample_times[3] = INFINITY; }),
              HasSubstr("film/times holds what is no number"));
  EXPECT_THAT(refused([](Poses& p) { p.particles[3].emitter = 2; }),
              HasSubstr("film/emitters has the wrong size"));
  EXPECT_THAT(refused([](Poses& p) { p.particles[3].emitter = NAN; }),
              HasSubstr("film/emitters has the wrong size"));
  EXPECT_THAT(refused([](Poses& p) { p.first_particle[1] = 1ull << 60; }),
              HasSubstr("film/first_particle has the wrong size"));
  EXPECT_THAT(refused([](Poses& p) { p.appears.pop_back(); }),
              HasSubstr("film/appears has the wrong size"));
}

}  // namespace
}  // namespace gambol
