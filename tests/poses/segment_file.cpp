#include <fmt/format.h>
#include <gmock/gmock.h>
#include <hdf5.h>
#include <sys/stat.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "base/error.h"
#include "poses/poses.h"
#include "support/forged_poses.h"
#include "support/segment_files.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

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

class SegmentFile : public testing::Test {
 protected:
  SegmentFile() {
    std::string name = testing::TempDir() + "poses_XXXXXX";
    folder_ = mkdtemp(name.data());
    path_ = (folder_ / "0001.h5").string();
    save_segment(random_poses(), path_);
    bytes_ = content(path_);
  }
  ~SegmentFile() override { fs::remove_all(folder_); }

  static std::string content(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static std::string refusal(const std::string& path) {
    try {
      load_segment(path);
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path));
      return error.what();
    }
    return "accepted";
  }
  // What load_segment says about a file with these bytes.
  std::string complaint(const std::string& bytes) const {
    std::ofstream(path_) << bytes;
    return refusal(path_);
  }

  // What is said of it besides its path.
  std::string said(const std::string& bytes) const {
    const std::string all = complaint(bytes), path = path_ + ": ";
    return all.starts_with(path) ? all.substr(path.size()) : all;
  }
  // The file with another content and the checksum for it.
  std::string sealed(const std::string& image) const {
    return forged_poses(bytes_, random_poses(), image);
  }
  // What is said of it after a change that HDF5 makes.
  template <class Change>
  std::string changed(Change change) const {
    const std::string image = bytes_.substr(poses_header_size);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 20, false);
    H5Pset_file_image(access, const_cast<char*>(image.data()), image.size());
    const hid_t file = H5Fopen("changed", H5F_ACC_RDWR, access);
    change(file);
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    std::string now(static_cast<std::size_t>(H5Fget_file_image(file, nullptr, 0)), '\0');
    H5Fget_file_image(file, now.data(), now.size());
    H5Fclose(file);
    H5Pclose(access);
    return said(sealed(now));
  }

  fs::path folder_;
  std::string path_, bytes_;
};

// HDF5's attributes hold 64 kB.
TEST_F(SegmentFile, KeepsAsManyColumnsAsAFigureMayHaveBodies) {
  Poses poses = random_poses();
  Channel many{"worm/q", "rad", "joint positions", {}, {}};
  for (int i = 0; i < 20'000; ++i) {
    many.columns.push_back("link_" + std::to_string(i));
    many.values.insert(many.values.end(), poses.track_times.size(), 0.5 * i);
  }
  poses.channels.push_back(many);
  save_segment(poses, path_);
  const Channel read = load_segment(path_).channels.back();
  EXPECT_EQ(read.columns, many.columns);
  EXPECT_EQ(read.values, many.values);
}

TEST_F(SegmentFile, KeepsEveryBit) {
  const Poses a = random_poses(), b = load_segment(path_);
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

TEST_F(SegmentFile, IsTheSameBytesEveryTime) {
  save_segment(load_segment(path_), path_);
  EXPECT_EQ(content(path_), bytes_);
}

TEST_F(SegmentFile, KeepsAFilmWithoutChannelsOrMarks) {
  Poses poses = random_poses();
  poses.channels.clear();
  poses.marks.clear();
  poses.track_times.clear();
  save_segment(poses, path_);
  EXPECT_EQ(film_hash(load_segment(path_)), film_hash(poses));
}

TEST_F(SegmentFile, FindsOneFlippedBitAnywhere) {
  for (std::size_t at = 0; at < bytes_.size(); at += 97) {
    std::string damaged = bytes_;
    damaged[at] ^= 4;
    EXPECT_THAT(complaint(damaged),
                testing::AnyOf(HasSubstr("damaged"), HasSubstr("not a poses"), HasSubstr("newer")))
        << "byte " << at;
  }
}

TEST_F(SegmentFile, KeepsParticlesAndWhenBodiesAppear) {
  const Poses a = random_poses(), b = load_segment(path_);
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

TEST_F(SegmentFile, FindsThatItIsCutOff) {
  for (const std::size_t size : {20, 511})
    EXPECT_EQ(said(bytes_.substr(0, size)), "is cut off") << size;
  for (const std::size_t size : {std::size_t{512}, bytes_.size() / 2, bytes_.size() - 1})
    EXPECT_EQ(said(bytes_.substr(0, size)),
              "is damaged or cut off: its content does not match its checksum")
        << size;
}

TEST_F(SegmentFile, RefusesForeignEmptyAndMissingFiles) {
  EXPECT_EQ(said(""), "is not a poses file of gambol");
  EXPECT_EQ(said("\x89HDF\r\n\x1a\n of somebody else"), "is not a poses file of gambol");
  EXPECT_EQ(refusal(path_ + ".missing"),
            path_ + ".missing: cannot be read: No such file or directory");
  EXPECT_EQ(refusal(folder_.string()), folder_.string() + ": cannot be read");
}

TEST_F(SegmentFile, DoesNotWaitForAPipe) {
  fs::remove(path_);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(refusal(path_), path_ + ": cannot be read");
}

TEST_F(SegmentFile, SaysWhenAnotherProgramWroteIt) {
  const auto of_format = [&](char format) {
    std::string other = bytes_;
    other[13] = format;
    return said(other);
  };
  EXPECT_EQ(of_format('8'), "was written by a newer gambol (format 8, this one reads 7)");
  EXPECT_EQ(of_format('6'), "was written by an older gambol (format 6, this one reads 7)");
  EXPECT_EQ(of_format('0'), "is damaged: its header is not right");
  EXPECT_EQ(of_format('x'), "is damaged: its header is not right");
}

TEST_F(SegmentFile, LeavesNothingElseInItsFolder) {
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_THROW(save_segment(random_poses(), path_ + "/below.h5"), RunError);
}

// The checksum is right; what it stands for cannot be.
TEST_F(SegmentFile, ContentThatMakesNoFilmIsRefused) {
  const auto refused = [&](auto change) {
    Poses poses = random_poses();
    change(poses);
    save_segment(poses, path_);
    const std::string all = said(content(path_)), why = "was not written by gambol: ";
    return all.starts_with(why) ? all.substr(why.size()) : all;
  };
  EXPECT_EQ(refused([](Poses&) {}), "accepted");
  EXPECT_EQ(refused([](Poses& p) { p.samples_per_frame = 0; }),
            "a film cannot have 0 samples_per_frame");
  EXPECT_EQ(refused([](Poses& p) { p.frames = 20'000'000; }), "a film cannot have 20000000 frames");
  EXPECT_EQ(refused([](Poses& p) { p.frames = 4; }), "film/times has the wrong size");
  EXPECT_EQ(refused([](Poses& p) { p.fps = 0; }), "fps has the wrong size");
  EXPECT_EQ(refused([](Poses& p) { p.X_WB[3].p.x() = NAN; }),
            "film/transforms has a value that is not finite");
  EXPECT_EQ(refused([](Poses& p) { p.sample_times[3] = INFINITY; }),
            "film/times has a value that is not finite");
  EXPECT_EQ(refused([](Poses& p) { p.particles[3].emitter = 2; }),
            "film/emitters has the wrong size");
  EXPECT_EQ(refused([](Poses& p) { p.particles[3].emitter = NAN; }),
            "film/particles has a value that is not a finite float");
  EXPECT_EQ(refused([](Poses& p) { p.particles[3].p.y() = INFINITY; }),
            "film/particles has a value that is not a finite float");
  EXPECT_EQ(refused([](Poses& p) { p.X_WB[3].R.coeffs() *= 2; }),
            "film/transforms has a quaternion that is not unit");
  EXPECT_EQ(refused([](Poses& p) { p.appears[1] = NAN; }), "film/appears has a value that is NaN");
  EXPECT_EQ(refused([](Poses& p) { p.first_particle[1] = 1ull << 60; }),
            "film/first_particle has the wrong size");
  EXPECT_EQ(refused([](Poses& p) { p.appears.pop_back(); }), "film/appears has the wrong size");
}

void set_dataset(hid_t file, const char* path, hsize_t size, hid_t create) {
  H5Ldelete(file, path, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  H5Dclose(H5Dcreate2(file, path, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, create, H5P_DEFAULT));
  H5Sclose(space);
}

// Values that are packed, lie in another file, or are not there at all.
TEST_F(SegmentFile, DatasetsThatGambolDoesNotWriteAreRefused) {
  EXPECT_EQ(changed([](hid_t) {}), "accepted");
  const hid_t packed = H5Pcreate(H5P_DATASET_CREATE), outside = H5Pcopy(packed);
  const hsize_t chunk = 13;
  H5Pset_chunk(packed, 1, &chunk);
  H5Pset_deflate(packed, 9);
  H5Pset_external(outside, "/etc/passwd", 0, 8 * chunk);
  for (const hid_t create : {packed, outside}) {
    EXPECT_EQ(changed([&](hid_t file) { set_dataset(file, "film/times", chunk, create); }),
              "was not written by gambol: an unsupported layout of film/times");
    H5Pclose(create);
  }
  const hid_t columns = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(columns, 1, &chunk);
  H5Pset_shuffle(columns);
  H5Pset_deflate(columns, 1);
  EXPECT_EQ(changed([&](hid_t file) { set_dataset(file, "film/times", 1 << 30, columns); }),
            "was not written by gambol: more values than bytes in film/times");
  H5Pclose(columns);
  EXPECT_EQ(changed([](hid_t file) { set_dataset(file, "film/times", 1 << 30, H5P_DEFAULT); }),
            "was not written by gambol: more values than bytes in film/times");
}

TEST_F(SegmentFile, LinksInItAreRefused) {
  const auto moved = [&](const char* from) {
    return changed([&](hid_t file) {
      H5Lmove(file, from, file, "elsewhere", H5P_DEFAULT, H5P_DEFAULT);
      H5Lcreate_soft("/elsewhere", file, from, H5P_DEFAULT, H5P_DEFAULT);
    });
  };
  EXPECT_EQ(moved("film/times"), "was not written by gambol: a link in place of film/times");
  EXPECT_EQ(moved("film"), "was not written by gambol: a link in place of film");
}

TEST_F(SegmentFile, AttributesThatGambolDoesNotWriteAreRefused) {
  const auto of_two = [&](const char* name) {
    return changed([&](hid_t file) {
      const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT), type = H5Aget_type(attribute);
      H5Aclose(attribute);
      H5Adelete(file, name);
      const hsize_t two = 2;
      const hid_t space = H5Screate_simple(1, &two, nullptr);
      H5Aclose(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
      H5Sclose(space);
      H5Tclose(type);
    });
  };
  EXPECT_EQ(of_two("shot"), "was not written by gambol: no single text in shot");
  EXPECT_EQ(of_two("fps"), "was not written by gambol: too many values in fps");
}

// HDF5 opens what holds more values than there is memory if their bytes are 2^64, or a multiple of
// that.
TEST_F(SegmentFile, ValuesWithoutEndAreRefused) {
  constexpr std::uint64_t many = 0x1a3;  // as no other number of the file
  const auto of_size = [&](std::uint64_t size, const Poses& poses) {
    const auto bytes_of = [](std::uint64_t n) {
      return std::string(reinterpret_cast<const char*>(&n), sizeof n);
    };
    save_segment(poses, path_);
    std::string image = content(path_).substr(poses_header_size);
    int replaced = 0;
    for (std::size_t i = image.find(bytes_of(many)); i != image.npos;
         i = image.find(bytes_of(many)), ++replaced)
      image.replace(i, sizeof size, bytes_of(size));
    EXPECT_GT(replaced, 0);
    return said(sealed(image));
  };
  Poses columns = random_poses(), emitters = random_poses();
  columns.channels.resize(1);
  columns.channels[0].columns.assign(many, "c");
  columns.channels[0].values.assign(many * columns.track_times.size(), 0.0);
  emitters.emitters.assign(many, "e");
  EXPECT_EQ(of_size(1ull << 60, columns),
            "was not written by gambol: more values than bytes in columns/roach/q");
  EXPECT_EQ(of_size(1ull << 60, emitters),
            "was not written by gambol: more values than bytes in film/emitters");
  EXPECT_EQ(of_size(1ull << 63, emitters), "was not written by gambol: cannot find film/emitters");
}

}  // namespace
}  // namespace gambol
